import type { Tables } from '@pv-planning/database';
import { CompiledQuery, type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { attemptInsertion, attemptRows, deliveredInsertion, deliveredValues } from './attempt-log.ts';
import {
  isRecovering,
  type LockedEndpoint,
  type NewNotice,
  saveHealth,
  tellsOfEndpoint,
} from './save-health.ts';

export interface SaveReport {
  notices: NewNotice[];
  /** Attempts whose lease another process had taken over meanwhile: their events may have arrived twice. */
  withoutLease: number;
}

export interface SaveOrder {
  companyId: string;
  /** In the order in which they ended. */
  results: readonly AttemptResult[];
  rules: DeliveryRules;
}

/**
 * Records attempts of one company: the queue moves on only where the lease is still held, the log takes every attempt, for the
 * request did happen. Successes of healthy endpoints need no lock of the endpoints, since they change nothing else, and one statement
 * as long as all leases are held. Can be repeated.
 */
export async function saveResults(database: Kysely<Tables>, order: SaveOrder): Promise<SaveReport> {
  const { results } = order;
  const troubled = new Set(endpointIdsOf(results.filter((result) => !isRoutine(result))));
  const plain = results.filter(({ claim }) => !troubled.has(claim.endpoint.id));
  const others = results.filter(({ claim }) => troubled.has(claim.endpoint.id));
  const reports: SaveReport[] = [];
  if (plain.length > 0) reports.push(await recordSuccesses(database, { ...order, results: plain }));
  if (others.length > 0) {
    const outcomes = { ...order, results: others };
    reports.push(
      await database.transaction().execute((transaction) => recordOutcomes(transaction, outcomes)),
    );
  }
  return {
    notices: reports.flatMap(({ notices }) => notices),
    withoutLease: reports.reduce((sum, { withoutLease }) => sum + withoutLease, 0),
  };
}

/** The delivery of an endpoint that has not failed lately. */
export const isRoutine = ({ outcome, claim }: AttemptResult): boolean =>
  outcome === 'delivered' && claim.endpoint.healthy;

const endpointIdsOf = (results: readonly AttemptResult[]) => [
  ...new Set(results.map(({ claim }) => claim.endpoint.id)),
];

async function recordSuccesses(database: Kysely<Tables>, order: SaveOrder): Promise<SaveReport> {
  const { companyId, results, rules } = order;
  const { withoutLease, ailing } = await moveAndLog(database, order);
  if (!ailing) return { notices: [], withoutLease };
  // Another process has recorded failures since these deliveries were claimed.
  const notices = await database.transaction().execute(async (transaction) => {
    const { endpoints, dbNow } = await lockEndpoints(transaction, companyId, endpointIdsOf(results));
    // All of them: a repetition, because this failed, finds the queue moved on already.
    return saveHealth(transaction, { companyId, endpoints, settled: results, rules, dbNow });
  });
  return { notices, withoutLease };
}

async function recordOutcomes(transaction: QueryExecutorProvider, order: SaveOrder): Promise<SaveReport> {
  const { companyId, results, rules } = order;
  // Locked in one order, so that two batches never wait for each other.
  const { endpoints, dbNow } = await lockEndpoints(transaction, companyId, endpointIdsOf(results));
  const rescheduled = await reschedule(transaction, order, dbNow);
  const { settled, withoutLease } = await moveAndLog(transaction, order, rescheduled);
  return {
    notices: await saveHealth(transaction, { companyId, endpoints, settled, rules, dbNow }),
    withoutLease,
  };
}

async function lockEndpoints(
  transaction: QueryExecutorProvider,
  companyId: string,
  ids: readonly string[],
): Promise<{ endpoints: LockedEndpoint[]; dbNow: number }> {
  const { rows } = await sql<LockedEndpoint & { dbNow: number }>`
    select id, state, consecutive_failures, send_window,
      (extract(epoch from now()) * 1000)::double precision as db_now
    from webhook_endpoint
    where company_id = ${companyId}::bigint and id = any(${ids}::uuid[])
    order by id
    for no key update
  `.execute(transaction);
  return { endpoints: rows, dbNow: rows[0]?.dbNow ?? Date.now() };
}

/** Those with attempts left. Returns their next times by lease. */
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

/**
 * Moves what still holds its lease out of the queue: it has been delivered, or has made its last attempt. Logs what was delivered.
 * $1 company, $2 deliveries, $3 their leases, $4 endpoints, $5 the window of a healthy one, $6 the leases of those that
 * were delivered, and the others the rest of their log.
 */
const moveStatement = `
  with gone as (
    delete from webhook_delivery
    where company_id = $1::bigint and id = any($2::uuid[]) and lease_token = any($3::uuid[])
    returning *
  ), moved as (
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at,
      case when lease_token = any($6::uuid[]) then 'delivered' else 'exhausted' end, attempts + 1
    from gone
  ), logged as (${deliveredInsertion(6)})
  select exists (
      select from webhook_endpoint as endpoint
      where endpoint.company_id = $1::bigint and endpoint.id = any($4::uuid[]) and ${isRecovering('endpoint', '$5')}
    ) as ailing,
    case when (select count(*) from gone) < cardinality($2::uuid[])
      then (select coalesce(json_agg(lease_token), '[]') from gone) end as finished
`;

interface Moved {
  /** Attempts that moved the queue on. */
  settled: AttemptResult[];
  withoutLease: number;
  /** An endpoint of these recovers from failures. */
  ailing: boolean;
}

async function moveAndLog(
  database: QueryExecutorProvider,
  { companyId, results, rules }: SaveOrder,
  rescheduled: ReadonlyMap<string, string> = new Map(),
): Promise<Moved> {
  const leaving = results.filter(({ claim }) => !rescheduled.has(claim.leaseToken));
  const endpointIds = endpointIdsOf(leaving.filter(tellsOfEndpoint));
  const values = [
    companyId,
    leaving.map(({ claim }) => claim.deliveryId),
    leaving.map(({ claim }) => claim.leaseToken),
    endpointIds,
    rules.startInFlight,
    ...deliveredValues(leaving.filter(({ outcome }) => outcome === 'delivered')),
  ];
  const { rows } = await database
    .getExecutor()
    .executeQuery<{ ailing: boolean; finished: string[] | null }>(CompiledQuery.raw(moveStatement, values));
  const { ailing = false, finished = null } = rows[0] ?? {};
  const gone = finished && new Set(finished);
  const isSettled = ({ claim: { leaseToken } }: AttemptResult) =>
    rescheduled.has(leaseToken) || !gone || gone.has(leaseToken);
  const others = results.filter((result) => result.outcome === 'failed' || !isSettled(result));
  const logged = await logAttempts(database, { companyId, results: others }, rescheduled);
  return {
    settled: results.filter(isSettled),
    // What is in the log already was recorded before, by a commit of which nobody heard.
    withoutLease: others.filter((result) => !isSettled(result) && logged.has(result.claim.leaseToken)).length,
    ailing,
  };
}

/** Returns the leases whose attempts the log did not have, or had as lost. */
async function logAttempts(
  database: QueryExecutorProvider,
  { companyId, results }: Pick<SaveOrder, 'companyId' | 'results'>,
  rescheduled: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  if (results.length === 0) return new Set();
  const { rows } = await database
    .getExecutor()
    .executeQuery<{ id: string }>(
      CompiledQuery.raw(attemptInsertion, [companyId, attemptRows(results, rescheduled)]),
    );
  return new Set(rows.map(({ id }) => id));
}
