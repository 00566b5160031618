import type { Tables } from '@pv-planning/database';
import { type CompiledQuery, type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { DeliveryRules } from '../../queue/rules.ts';
import { namedStatement } from '../../sql/named-statement.ts';
import { type StatementGroups, unbatched } from '../../sql/statement-groups.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { attemptInsertion, attemptRows, deliveredInsertion, oneDeliveredInsertion } from './attempt-log.ts';
import {
  affectsHealth,
  isRecovering,
  type LockedEndpoint,
  type NewNotice,
  type OnNotice,
  saveHealth,
} from './save-health.ts';

export interface SaveReport {
  notices: NewNotice[];
  /** Number of attempts whose lease another process has taken over: their events may have arrived twice. */
  withoutLease: number;
}

export interface SaveOrder {
  companyId: string;
  /** In the order in which the attempts ended. */
  results: readonly AttemptResult[];
  rules: DeliveryRules;
  onNotice?: OnNotice | undefined;
}

/**
 * Saves results of one company. The queue only changes where the lease is still valid; every attempt is logged, because the request
 * was sent. Successes at healthy endpoints are saved in one statement, together with those of other companies, without locking the
 * endpoints, whose health they do not change. Can be repeated.
 */
export async function saveResults(
  database: Kysely<Tables>,
  order: SaveOrder,
  groups: StatementGroups = unbatched(database),
): Promise<SaveReport> {
  const { results } = order;
  const troubled = new Set(endpointIdsOf(results.filter((result) => !isHealthySuccess(result))));
  const routine = results.filter(({ claim }) => !troubled.has(claim.endpoint.id));
  const others = results.filter(({ claim }) => troubled.has(claim.endpoint.id));
  const reports: SaveReport[] = [];
  if (routine.length > 0) reports.push(await saveSuccesses(database, { ...order, results: routine }, groups));
  if (others.length > 0) {
    const outcomes = { ...order, results: others };
    reports.push(await database.transaction().execute((transaction) => saveOutcomes(transaction, outcomes)));
  }
  return {
    notices: reports.flatMap(({ notices }) => notices),
    withoutLease: reports.reduce((sum, { withoutLease }) => sum + withoutLease, 0),
  };
}

/** A success at an endpoint that was healthy when it was claimed for. */
export const isHealthySuccess = ({ outcome, claim }: AttemptResult): boolean =>
  outcome === 'delivered' && claim.endpoint.healthy;

const endpointIdsOf = (results: readonly AttemptResult[]) => [
  ...new Set(results.map(({ claim }) => claim.endpoint.id)),
];

async function saveSuccesses(
  database: Kysely<Tables>,
  order: SaveOrder,
  groups: StatementGroups,
): Promise<SaveReport> {
  const { companyId, results } = order;
  const [row] = await groups.execute<DequeueRow>(dequeueQuery(order, results));
  const { withoutLease, hasRecovering } = await logOthers(database, order, row);
  if (!hasRecovering) return { notices: [], withoutLease };
  // Another process has saved failures since these deliveries were claimed.
  const notices = await database.transaction().execute(async (transaction) => {
    const { endpoints, dbNow } = await lockEndpoints(transaction, companyId, endpointIdsOf(results));
    // All results count: if this transaction fails, the repetition finds their deliveries already dequeued.
    return saveHealth(transaction, { ...order, endpoints, settled: results, dbNow });
  });
  return { notices, withoutLease };
}

async function saveOutcomes(transaction: Transaction<Tables>, order: SaveOrder): Promise<SaveReport> {
  const { companyId, results } = order;
  const { endpoints, dbNow } = await lockEndpoints(transaction, companyId, endpointIdsOf(results));
  const rescheduled = await reschedule(transaction, order, dbNow);
  const leaving = results.filter(({ claim }) => !rescheduled.has(claim.leaseToken));
  const { rows } = await transaction.getExecutor().executeQuery<DequeueRow>(dequeueQuery(order, leaving));
  const { settled, withoutLease } = await logOthers(transaction, order, rows[0], rescheduled);
  return {
    notices: await saveHealth(transaction, { ...order, endpoints, settled, dbNow }),
    withoutLease,
  };
}

/** A batch that waits longer for the lock of an endpoint is repeated later, so that it does not delay those of other companies. */
const lockMs = 500;

/** Locks in the order of the ids, so that concurrent batches cannot deadlock. */
async function lockEndpoints(
  transaction: QueryExecutorProvider,
  companyId: string,
  ids: readonly string[],
): Promise<{ endpoints: LockedEndpoint[]; dbNow: number }> {
  const { rows } = await sql<LockedEndpoint & { dbNow: number }>`
    with bounded_wait as materialized (select set_config('lock_timeout', ${String(lockMs)}, true))
    select id, url, state, consecutive_failures, failing_since, failed_at, last_error_code, last_error_text, send_window,
      (extract(epoch from now()) * 1000)::double precision as db_now
    from bounded_wait, webhook_endpoint
    where company_id = ${companyId}::bigint and id = any(${ids}::uuid[])
    order by id
    for no key update of webhook_endpoint
  `.execute(transaction);
  return { endpoints: rows, dbNow: rows[0]?.dbNow ?? Date.now() };
}

/** Reschedules failed deliveries that have attempts left. Returns the times of their next attempts, by lease. */
async function reschedule(
  transaction: QueryExecutorProvider,
  { companyId, results, rules }: SaveOrder,
  dbNow: number,
): Promise<Map<string, string>> {
  const failed = results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ claim, retryInMs }) => ({
      id: claim.deliveryId,
      token: claim.leaseToken,
      due_at: new Date(dbNow + retryInMs).toISOString(),
    }));
  if (failed.length === 0) return new Map();
  const { rows } = await sql<{ token: string; dueAt: string }>`
    update webhook_delivery as delivery
    set attempts = delivery.attempts + 1, lease_token = null, due_at = result.due_at,
      trigger = case when delivery.trigger = 'recover' then 'recover' else 'auto' end
    from json_to_recordset(${JSON.stringify(failed)}::json) as result (id uuid, token uuid, due_at timestamptz)
    where delivery.company_id = ${companyId}::bigint and delivery.id = any(${failed.map(({ id }) => id)}::uuid[])
      and delivery.id = result.id and delivery.lease_token = result.token
      and delivery.attempts + 1 - delivery.budget_from < ${rules.maxAttempts}
    returning result.token, delivery.due_at
  `.execute(transaction);
  return new Map(rows.map(({ token, dueAt }) => [token, dueAt]));
}

/** The parts that differ between dequeuing one delivery and several. */
interface DequeueParts {
  companyId: string;
  /** Condition for the deliveries and their leases. */
  isLeaving: string;
  /** Condition for the endpoints that are checked. */
  isChecked: string;
  startInFlight: string;
  /** SQL value of the status of a dequeued delivery. */
  status: string;
  insertion: string;
  count: string;
}

/**
 * Dequeues deliveries that still have their lease, because they were delivered or are exhausted. Logs the successful attempts.
 * Returns the dequeued leases only if some are missing.
 */
const dequeueText = (parts: DequeueParts): string => `
  with gone as (
    delete from webhook_delivery
    where company_id = ${parts.companyId} and ${parts.isLeaving}
    returning *
  ), finished as (
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, ${parts.status}, attempts + 1
    from gone
  ), logged as (${parts.insertion})
  select exists (
      select from webhook_endpoint as endpoint
      where endpoint.company_id = ${parts.companyId} and ${parts.isChecked}
        and ${isRecovering('endpoint', parts.startInFlight)}
    ) as has_recovering,
    case when (select count(*) from gone) < ${parts.count}
      then (select coalesce(json_agg(lease_token), '[]') from gone) end as dequeued
`;

const sharedTypes = { companyId: 'bigint', startInFlight: 'integer' } as const;

/** `endpointIds` are checked for recovering endpoints; `id` are the leases of successful attempts. */
const dequeueStatement = namedStatement(
  {
    ...sharedTypes,
    deliveryIds: 'uuid[]',
    leaseTokens: 'uuid[]',
    endpointIds: 'uuid[]',
    ...deliveredInsertion.types,
  },
  (placeholders) =>
    dequeueText({
      ...placeholders,
      isLeaving: `id = any(${placeholders.deliveryIds}) and lease_token = any(${placeholders.leaseTokens})`,
      isChecked: `endpoint.id = any(${placeholders.endpointIds})`,
      status: `case when lease_token = any(${placeholders.id}) then 'delivered' else 'exhausted' end`,
      insertion: deliveredInsertion.sql(placeholders),
      count: `cardinality(${placeholders.deliveryIds})`,
    }),
);

/**
 * The same for one success, at half the cost. The event is compared because every index begins with the company: a plan
 * made while the queue is empty could read all of the company's deliveries.
 */
const dequeueOneStatement = namedStatement(
  {
    ...sharedTypes,
    deliveryId: 'uuid',
    eventId: 'uuid',
    endpointId: 'uuid',
    ...oneDeliveredInsertion.types,
  },
  (placeholders) =>
    dequeueText({
      ...placeholders,
      isLeaving: `event_id = ${placeholders.eventId} and id = ${placeholders.deliveryId} and lease_token = ${placeholders.id}`,
      isChecked: `endpoint.id = ${placeholders.endpointId}`,
      status: `'delivered'`,
      insertion: oneDeliveredInsertion.sql(placeholders),
      count: '1',
    }),
);

interface Dequeued {
  /** Results that changed the queue. */
  settled: AttemptResult[];
  withoutLease: number;
  /** Some of these endpoints are recovering from failures. */
  hasRecovering: boolean;
}

interface DequeueRow {
  hasRecovering: boolean;
  dequeued: string[] | null;
}

function dequeueQuery(
  { companyId, rules: { startInFlight } }: SaveOrder,
  leaving: readonly AttemptResult[],
): CompiledQuery {
  const endpointIds = endpointIdsOf(leaving.filter(affectsHealth));
  const [first] = leaving;
  if (first?.outcome === 'delivered' && leaving.length === 1) {
    return dequeueOneStatement({
      companyId,
      startInFlight,
      deliveryId: first.claim.deliveryId,
      eventId: first.claim.eventId,
      endpointId: endpointIds[0] ?? null,
      ...oneDeliveredInsertion.values(first),
    });
  }
  return dequeueStatement({
    companyId,
    startInFlight,
    deliveryIds: leaving.map(({ claim }) => claim.deliveryId),
    leaseTokens: leaving.map(({ claim }) => claim.leaseToken),
    endpointIds,
    ...deliveredInsertion.values(leaving.filter(({ outcome }) => outcome === 'delivered')),
  });
}

/** Logs the attempts that the dequeuing statement has not logged. */
async function logOthers(
  database: QueryExecutorProvider,
  { companyId, results }: SaveOrder,
  { hasRecovering, dequeued }: DequeueRow = { hasRecovering: false, dequeued: null },
  rescheduled: ReadonlyMap<string, string> = new Map(),
): Promise<Dequeued> {
  const gone = dequeued && new Set(dequeued);
  const isSettled = ({ claim: { leaseToken } }: AttemptResult) =>
    rescheduled.has(leaseToken) || !gone || gone.has(leaseToken);
  const others = results.filter((result) => result.outcome === 'failed' || !isSettled(result));
  const logged = await logAttempts(database, { companyId, results: others }, rescheduled);
  return {
    settled: results.filter(isSettled),
    // Attempts that are logged already were saved before, by a commit whose confirmation was lost.
    withoutLease: others.filter((result) => !isSettled(result) && logged.has(result.claim.leaseToken)).length,
    hasRecovering,
  };
}

/** Returns the leases of attempts that were not logged before, or logged as lost. */
async function logAttempts(
  database: QueryExecutorProvider,
  { companyId, results }: Pick<SaveOrder, 'companyId' | 'results'>,
  rescheduled: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  if (results.length === 0) return new Set();
  const { rows } = await database
    .getExecutor()
    .executeQuery<{ id: string }>(attemptInsertion({ companyId, rows: attemptRows(results, rescheduled) }));
  return new Set(rows.map(({ id }) => id));
}
