import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { changeTime, dbNow } from '../records/change-time.ts';
import { requireCompany } from './company-administration.ts';
import { inTransaction } from './in-transaction.ts';

export interface SiteSummary {
  id: string;
  name: string;
  isDefault: boolean;
  active: boolean;
}

export interface SiteAdministration {
  /** @param site.isDefault makes the new site the default site, replacing the current one */
  createSite(site: { companyId: string; name: string; isDefault: boolean }): Promise<{ id: string }>;
  listSites(companyId: string): Promise<SiteSummary[]>;
}

export function siteAdministration(kysely: Kysely<Tables>): SiteAdministration {
  return {
    createSite({ companyId, name, isDefault }) {
      return inTransaction(kysely, async (transaction) => {
        // The lock serializes changes of the default site: the last one wins.
        await requireCompany(transaction, companyId, 'lock');
        if (isDefault) await unsetDefault(transaction, companyId);
        return transaction
          .insertInto('site')
          .values({ companyId, name, isDefault })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
    },

    async listSites(companyId) {
      return kysely
        .selectFrom('site')
        .select(['id', 'name', 'isDefault', 'active'])
        .where('companyId', '=', await requireCompany(kysely, companyId))
        .orderBy('name')
        .orderBy('id')
        .execute();
    },
  };
}

/** Makes the current default site a normal one. Requires a lock on the company. */
async function unsetDefault(transaction: Kysely<Tables>, companyId: string): Promise<void> {
  const current = await transaction
    .selectFrom('site')
    .select(['id', 'updatedAt', dbNow.as('clock')])
    .where('companyId', '=', companyId)
    .where('isDefault', '=', true)
    .executeTakeFirst();
  if (!current) return;
  await transaction
    .updateTable('site')
    .set({ isDefault: false, updatedAt: changeTime(current.clock, current.updatedAt) })
    .where('companyId', '=', companyId)
    .where('id', '=', current.id)
    .execute();
}
