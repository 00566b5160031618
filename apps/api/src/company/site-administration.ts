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
  /** @param site.isDefault replaces the current default site */
  createSite(site: { companyId: string; name: string; isDefault: boolean }): Promise<{ id: string }>;
  listSites(companyId: string): Promise<SiteSummary[]>;
}

export function siteAdministration(kysely: Kysely<Tables>): SiteAdministration {
  return {
    createSite({ companyId, name, isDefault }) {
      return inTransaction(kysely, async (transaction) => {
        // Serializes concurrent new default sites: the second replaces the first.
        await requireCompany(transaction, companyId, 'lock');
        if (isDefault) await replaceDefault(transaction, companyId);
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

/** Unsets the current default site. Requires a lock on the company. */
async function replaceDefault(transaction: Kysely<Tables>, companyId: string): Promise<void> {
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
