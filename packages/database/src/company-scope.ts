import type { Kysely } from 'kysely';
import { companyScopePlugin } from './company-scope/plugin.ts';
import type { CompanyTables, Tables } from './tables.ts';

/**
 * Queries inside one company: company_id is added to every table of every statement. What could leave the company
 * (raw statements, other schemas, changes of the schema) is not offered, and throws when reached by a cast.
 */
export type CompanyQueries = Pick<
  Kysely<CompanyTables>,
  | 'selectFrom'
  | 'selectNoFrom'
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'with'
  | 'withRecursive'
  | 'fn'
  | 'case'
>;

/** @throws Error when `companyId` is not a bigint's digits */
export function withinCompany(kysely: Kysely<Tables>, companyId: string): CompanyQueries {
  if (!/^[1-9]\d{0,18}$/.test(companyId)) throw new Error(`"${companyId}" is no company's id.`);
  return kysely.withPlugin(companyScopePlugin(companyId)) as unknown as CompanyQueries;
}
