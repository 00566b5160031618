import type { Site } from '@pv-planning/contract';
import { type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { idOrNone } from '../kernel/identifiers/record-id.ts';
import { changeTime, dbNow } from '../kernel/records/change-time.ts';
import { changedFields } from '../kernel/records/changed-fields.ts';
import { completeAddress, converted } from '../kernel/records/stored-values.ts';
import { AdministrationError } from './administration-error.ts';
import { requireCompany } from './company-administration.ts';
import { siteSelection } from './company-records.ts';
import { inTransaction } from './in-transaction.ts';
import type { RecordPatch } from './record-patch.ts';

export interface SiteSummary {
  id: string;
  name: string;
  isDefault: boolean;
  active: boolean;
}

export interface SiteAdministration {
  /** @param site.isDefault makes the new site the default site, replacing the current one */
  createSite(site: { companyId: string; name: string; isDefault: boolean }): Promise<{ id: string }>;
  /**
   * @param patch.isDefault true makes it the default site, replacing the current one
   * @throws {AdministrationError} if no active default site would remain
   */
  updateSite(site: { companyId: string; id: string }, patch: RecordPatch<'Site'>): Promise<Site>;
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

    updateSite({ companyId, id }, patch) {
      return inTransaction(kysely, async (transaction) => {
        await requireCompany(transaction, companyId, 'lock');
        const db = withinCompany(transaction, companyId);
        const siteById = siteSelection.of(db.selectFrom('site')).where('id', '=', idOrNone(id));
        const found = await siteById.select(dbNow.as('clock')).executeTakeFirst();
        if (!found)
          throw new AdministrationError('site_not_found', `Company ${companyId} has no site ${id}.`);
        const { clock, ...before } = found;
        const changes = changedFields(before, converted(patch, { address: completeAddress }));
        if (!changes) return before;
        requireDefault(before, changes);
        if (changes.isDefault) await unsetDefault(transaction, companyId);
        await db
          .updateTable('site')
          .set({ ...changes, updatedAt: changeTime(clock, before.updatedAt) })
          .where('id', '=', before.id)
          .execute();
        return siteById.executeTakeFirstOrThrow();
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

/** Requires that a change leaves the company an active default site: without one, offers cannot be published. */
function requireDefault(before: Site, { isDefault, active }: Partial<RecordPatch<'Site'>>): void {
  const refused = (message: string) => new AdministrationError('default_site_required', message);
  if (before.isDefault && (isDefault === false || active === false))
    throw refused(`Site ${before.id} is the default site: make another site the default first.`);
  if (isDefault && !(active ?? before.active))
    throw refused(`Site ${before.id} is not active, so it cannot become the default site.`);
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
