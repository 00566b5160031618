import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { dueCompaniesStatement } from './claim-statement.ts';
import type { LeaseOwners } from './lease-owner.ts';

/** Companies with a delivery that may be sent now, least recently served first. `full` are endpoints without a free place. */
export async function dueCompanies(
  database: QueryExecutorProvider,
  limit: number,
  { alive, since, full }: Pick<LeaseOwners, 'alive' | 'since'> & { full: readonly string[] },
): Promise<string[]> {
  const query = CompiledQuery.raw(dueCompaniesStatement, [limit, alive, since, full]);
  const { rows } = await database.getExecutor().executeQuery<{ companyId: string }>(query);
  return rows.map(({ companyId }) => companyId);
}
