import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
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
        await requireCompany(transaction, companyId, 'against others who lock');
        if (isDefault) {
          await transaction
            .updateTable('site')
            .set({ isDefault: false, updatedAt: sql<string>`now()` })
            .where('companyId', '=', companyId)
            .where('isDefault', '=', true)
            .execute();
        }
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
