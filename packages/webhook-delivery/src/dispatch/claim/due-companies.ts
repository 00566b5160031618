import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import type { LeaseOwners } from '../../queue/leases.ts';
import { dueCompaniesStatement, isDueStatement } from './claim-statement.ts';

type DueOrder = Pick<LeaseOwners, 'alive' | 'since'> & { full: readonly string[] };

/** Companies with a delivery that may be sent now, least recently served first. `full` are endpoints without a free place. */
export async function dueCompanies(
  database: QueryExecutorProvider,
  limit: number,
  { alive, since, full }: DueOrder,
): Promise<string[]> {
  const query = CompiledQuery.raw(dueCompaniesStatement, [limit, alive, since, full]);
  const { rows } = await database.getExecutor().executeQuery<{ companyId: string }>(query);
  return rows.map(({ companyId }) => companyId);
}

/** Whether a company has such a delivery, which another process may have locked. */
export async function isDue(
  database: QueryExecutorProvider,
  companyId: string,
  { alive, since, full }: DueOrder,
): Promise<boolean> {
  const query = CompiledQuery.raw(isDueStatement, [companyId, alive, since, full]);
  const { rows } = await database.getExecutor().executeQuery<{ due: boolean }>(query);
  return rows[0]?.due === true;
}
