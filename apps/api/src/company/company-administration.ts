import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { isRecordId } from '../identifiers/record-id.ts';
import { AdministrationError } from './administration-error.ts';

export interface CompanySummary {
  id: string;
  name: string;
  createdAt: string;
}

export interface CompanyAdministration {
  createCompany(company: { name: string }): Promise<{ id: string }>;
  listCompanies(): Promise<CompanySummary[]>;
  /** Returns the id unchanged. @throws {AdministrationError} if there is no such company */
  requireCompany(companyId: string): Promise<string>;
}

export function companyAdministration(kysely: Kysely<Tables>): CompanyAdministration {
  return {
    async createCompany({ name }) {
      const { id } = await kysely
        .insertInto('company')
        .values({ name })
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
