import type { LeaseOwners } from '@pv-planning/database';
import type { QueryExecutorProvider } from 'kysely';
import { namedStatement, type Placeholders } from '../../sql/named-statement.ts';
import type { StatementGroups } from '../../sql/statement-groups.ts';
import { hasDueDelivery, hasRequestedDelivery, isOpen, rateAllows } from './endpoint-conditions.ts';

interface DueOptions extends Pick<LeaseOwners, 'alive' | 'since'> {
  /** Ids of endpoints without a free slot. */
  full: readonly string[];
}

const types = { alive: 'integer[]', since: 'timestamptz', full: 'uuid[]' } as const;

/**
 * SQL condition: an attempt at the endpoint may be made now. Reads only the oldest delivery without a lease, so that long queues of
 * paused and failing endpoints cost nothing.
 */
const isDueEndpoint = (placeholders: Placeholders<keyof typeof types>): string => `
  endpoint.state <> 'deleted' and endpoint.id <> all(${placeholders.full}) and ${rateAllows} and (
    ${isOpen} and (endpoint.release_pending or ${hasDueDelivery(placeholders)})
    or ${hasRequestedDelivery(placeholders)}
  )
`;

const dueCompaniesQuery = namedStatement(
  { limit: 'integer', ...types },
  (placeholders) => `
  select endpoint.company_id
  from webhook_endpoint as endpoint
  where ${isDueEndpoint(placeholders)}
  group by endpoint.company_id
  order by min(endpoint.served_at)
  limit ${placeholders.limit}
`,
);

/** Returns companies with due deliveries, least recently served first. Takes no lock. */
export async function dueCompanies(
  database: QueryExecutorProvider,
  limit: number,
  { alive, since, full }: DueOptions,
): Promise<string[]> {
  const { rows } = await database
    .getExecutor()
    .executeQuery<{ companyId: string }>(dueCompaniesQuery({ limit, alive, since, full }));
  return rows.map(({ companyId }) => companyId);
}

const isDueQuery = namedStatement(
  { companyId: 'bigint', ...types },
  (placeholders) => `
  select exists (
    select from webhook_endpoint as endpoint
    where endpoint.company_id = ${placeholders.companyId} and ${isDueEndpoint(placeholders)}
  ) as due
`,
);

/** Whether the company has due deliveries, which another process may have locked. */
export async function isDue(
  { execute }: StatementGroups,
  companyId: string,
  { alive, since, full }: DueOptions,
): Promise<boolean> {
  const [row] = await execute<{ due: boolean }>(isDueQuery({ companyId, alive, since, full }));
  return row?.due === true;
}
