import type { Tables } from '@pv-planning/database';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../rules.ts';
import type { AttemptResult } from './attempt.ts';
import { logAttempts } from './attempt-log.ts';
import { type EndpointHealth, nextHealth } from './endpoint-health.ts';

interface LockedEndpoint extends EndpointHealth {
  id: string;
  state: string;
}

export interface FinishReport {
  /** Endpoints that this batch disabled. */
  disabled: string[];
}

/**
 * Records attempts of one company, in one transaction: the queue moves on only where the lease is still held,
 * the log takes every attempt, for the request did happen. `results` are in the order in which they ended.
 */
export async function finishAttempts(
  database: Kysely<Tables>,
  {
    companyId,
    results,
    rules,
  }: { companyId: string; results: readonly AttemptResult[]; rules: DeliveryRules },
): Promise<FinishReport> {
  return database.transaction().execute(async (transaction) => {
    const endpoints = await lockEndpoints(transaction, companyId, results);
    const rescheduled = await reschedule(transaction, { companyId, results, rules });
    const finished = await moveFinished(transaction, companyId, results);
    await logAttempts(transaction, { companyId, results, rescheduled });
    const settled = results.filter(
      ({ claim }) => rescheduled.has(claim.leaseToken) || finished.has(claim.leaseToken),
    );
    return { disabled: await updateHealth(transaction, { companyId, endpoints, settled, rules }) };
  });
}

/** Locked before their deliveries and in one order, as everywhere: two batches never wait for each other. */
async function lockEndpoints(
  transaction: QueryExecutorProvider,
  companyId: string,
  results: readonly AttemptResult[],
): Promise<LockedEndpoint[]> {
  const ids = [...new Set(results.map(({ claim }) => claim.endpoint.id))];
  const { rows } = await sql<LockedEndpoint>`
    select id, state, consecutive_failures, send_window, max_in_flight
    from webhook_endpoint
    where company_id = ${companyId}::bigint and id = any(${ids}::uuid[])
    order by id
    for no key update
  `.execute(transaction);
  return rows;
}

const settlements = (results: readonly AttemptResult[]) => sql`
  json_to_recordset(${JSON.stringify(
    results.map(({ claim, outcome, retryInMs }) => ({
      id: claim.deliveryId,
      token: claim.leaseToken,
      outcome,
      retry: retryInMs,
    })),
  )}::json) as result (id uuid, token uuid, outcome text, retry double precision)
`;

/** Failed ones with attempts left. Returns their next times by lease. */
async function reschedule(
  transaction: QueryExecutorProvider,
  {
    companyId,
    results,
    rules,
  }: { companyId: string; results: readonly AttemptResult[]; rules: DeliveryRules },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ token: string; dueAt: string }>`
    update webhook_delivery as delivery
    set attempts = delivery.attempts + 1, trigger = 'auto', lease_token = null,
      due_at = now() + result.retry * interval '1 millisecond'
    from ${settlements(results)}
    where delivery.company_id = ${companyId}::bigint and delivery.id = result.id and delivery.lease_token = result.token
      and result.outcome = 'failed' and delivery.attempts + 1 - delivery.budget_from < ${rules.maxAttempts}
    returning result.token, delivery.due_at
  `.execute(transaction);
  return new Map(rows.map(({ token, dueAt }) => [token, dueAt]));
}

/** What still holds its lease now has been delivered or was its last attempt. */
async function moveFinished(
  transaction: QueryExecutorProvider,
  companyId: string,
  results: readonly AttemptResult[],
): Promise<Set<string>> {
  const { rows } = await sql<{ token: string }>`
    with gone as (
      delete from webhook_delivery as delivery
      using ${settlements(results)}
      where delivery.company_id = ${companyId}::bigint and delivery.id = result.id and delivery.lease_token = result.token
      returning delivery.*, result.outcome
    ), moved as (
      insert into webhook_delivery_finished
        (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
      select company_id, id, endpoint_id, event_id, event_type, event_created_at,
        case outcome when 'delivered' then 'delivered' else 'exhausted' end, attempts + 1
      from gone
    )
    select lease_token as token from gone
  `.execute(transaction);
  return new Set(rows.map(({ token }) => token));
}

async function updateHealth(
  transaction: QueryExecutorProvider,
  {
    companyId,
    endpoints,
    settled,
    rules,
  }: {
    companyId: string;
    endpoints: readonly LockedEndpoint[];
    settled: readonly AttemptResult[];
    rules: DeliveryRules;
  },
): Promise<string[]> {
  const changes = endpoints
    .filter(({ state }) => state === 'active')
    .map((endpoint) => {
      const signs = settled.filter(
        ({ claim, ...sign }) => claim.endpoint.id === endpoint.id && tellsOfEndpoint(claim.trigger, sign),
      );
      return { id: endpoint.id, signs: signs.length, ...nextHealth(endpoint, signs, rules) };
    })
    .filter(({ signs }) => signs > 0);
  if (changes.length === 0) return [];
  await sql`
    update webhook_endpoint as endpoint
    set consecutive_failures = change."consecutiveFailures",
      failing_since = case when change."consecutiveFailures" > 0 then coalesce(endpoint.failing_since, now()) end,
      send_window = change."sendWindow",
      gate_until = now() + change."gateMs" * interval '1 millisecond',
      state = case when change.disabled then 'disabled' else endpoint.state end,
      state_reason = case when change.disabled
        then change."consecutiveFailures" || ' failed attempts in a row' else endpoint.state_reason end,
      state_changed_at = case when change.disabled then now() else endpoint.state_changed_at end
    from json_to_recordset(${JSON.stringify(changes)}::json) as change
      (id uuid, "consecutiveFailures" integer, "sendWindow" integer, "gateMs" double precision, disabled boolean)
    where endpoint.company_id = ${companyId}::bigint and endpoint.id = change.id and endpoint.state = 'active'
  `.execute(transaction);
  return changes.filter(({ disabled }) => disabled).map(({ id }) => id);
}

/** A failure of ours is none of the endpoint, and a re-delivery by hand can only speak for it. */
function tellsOfEndpoint(
  trigger: 'auto' | 'manual',
  { outcome, errorCode }: Omit<AttemptResult, 'claim'>,
): boolean {
  return outcome === 'delivered' || (trigger === 'auto' && errorCode !== 'internal');
}
