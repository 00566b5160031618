import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { dueCompaniesStatement } from './claim-statement.ts';
import type { LeaseOwners } from './lease-owner.ts';

/** Companies with a delivery that may be sent now, least recently served first. */
export async function dueCompanies(
  database: QueryExecutorProvider,
  limit: number,
  { alive, since }: Pick<LeaseOwners, 'alive' | 'since'>,
): Promise<string[]> {
  const query = CompiledQuery.raw(dueCompaniesStatement, [limit, alive, since]);
  const { rows } = await database.getExecutor().executeQuery<{ companyId: string }>(query);
  return rows.map(({ companyId }) => companyId);
}
