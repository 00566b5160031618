import { type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { isRecordId } from '../kernel/identifiers/record-id.ts';
import { changeTime, dbNow } from '../kernel/records/change-time.ts';
import { changedFields } from '../kernel/records/changed-fields.ts';
import { completeAddress, converted } from '../kernel/records/stored-values.ts';
import { AdministrationError } from './administration-error.ts';
import { requireLogo } from './company-logo.ts';
import { type CompanyWithLogo, readCompanyWithLogo } from './company-records.ts';
import { slugOf } from './company-slug.ts';
import { inTransaction } from './in-transaction.ts';
import type { RecordPatch } from './record-patch.ts';

export interface CompanySummary {
  id: string;
  name: string;
  createdAt: string;
}

export interface CompanyAdministration {
  createCompany(company: { name: string }): Promise<{ id: string }>;
  listCompanies(): Promise<CompanySummary[]>;
  /** @param patch.logo a PNG or JPEG file; null removes the logo */
  updateCompany(
    companyId: string,
    patch: RecordPatch<'Company'> & { logo?: Buffer | null },
  ): Promise<CompanyWithLogo>;
  /** Returns the id unchanged. @throws {AdministrationError} if there is no such company */
  requireCompany(companyId: string): Promise<string>;
}

export function companyAdministration(kysely: Kysely<Tables>): CompanyAdministration {
  return {
    async createCompany({ name }) {
      const { id } = await kysely
        .insertInto('company')
        .values({ name, slug: slugOf(name) })
        .returning('companyId as id')
        .executeTakeFirstOrThrow();
      return { id };
    },

    listCompanies() {
      return kysely
        .selectFrom('company')
        .select(['companyId as id', 'name', 'createdAt'])
        .orderBy('companyId')
        .execute();
    },

    updateCompany(companyId, { logo, ...fields }) {
      if (logo) requireLogo(logo);
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
        const { clock } = await db.selectFrom('company').select(dbNow.as('clock')).executeTakeFirstOrThrow();
        const before = await readCompanyWithLogo(db);
        const stored = { ...before.company, logo: before.logo?.content ?? null };
        const changes = changedFields(stored, { ...converted(fields, { address: completeAddress }), logo });
        if (!changes) return before;
        const updatedAt = changeTime(clock, before.company.updatedAt);
        await db
          .updateTable('company')
          .set({ ...changes, updatedAt })
          .execute();
        return readCompanyWithLogo(db);
      });
    },

    requireCompany: (companyId) => requireCompany(kysely, companyId),
  };
}

/** Requires that a company exists, and locks it if requested. @throws {AdministrationError} if there is no such company */
export async function requireCompany(
  kysely: Kysely<Tables>,
  companyId: string,
  lock?: 'lock',
): Promise<string> {
  const company = kysely.selectFrom('company').select('companyId').where('companyId', '=', companyId);
  const found =
    isRecordId(companyId) && (await (lock ? company.forNoKeyUpdate() : company).executeTakeFirst());
  if (!found) {
    throw new AdministrationError('company_not_found', `There is no company ${companyId}.`);
  }
  return companyId;
}
