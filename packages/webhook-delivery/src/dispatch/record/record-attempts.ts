import type { Tables } from '@pv-planning/database';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { finishedInsertion } from '../../delivery-log.ts';
import type { DeliveryRules } from '../../rules.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { attemptInsertion } from './attempt-log.ts';
import { type LockedEndpoint, type NewNotice, recordHealth } from './record-health.ts';

export interface FinishReport {
  notices: NewNotice[];
  /** Attempts whose lease another process had taken over meanwhile: their events may have arrived twice. */
  withoutLease: number;
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
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const rescheduled = await reschedule(transaction, { companyId, failed, rules });
    const { endpoints, finished, logged } = await moveAndLog(transaction, {
      companyId,
      results,
      rescheduled,
    });
    const isSettled = ({ claim }: AttemptResult) =>
      rescheduled.has(claim.leaseToken) || finished.has(claim.leaseToken);
    return {
      notices: await recordHealth(transaction, {
        companyId,
        endpoints,
        settled: results.filter(isSettled),
        rules,
      }),
      // What is in the log already was recorded before, by a commit of which nobody heard.
      withoutLease: results.filter((result) => !isSettled(result) && logged.has(result.claim.leaseToken))
        .length,
    };
  });
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

/** Those with attempts left. Returns their next times by lease. */
async function reschedule(
  transaction: QueryExecutorProvider,
  { companyId, failed, rules }: { companyId: string; failed: readonly AttemptResult[]; rules: DeliveryRules },
): Promise<Map<string, string>> {
  if (failed.length === 0) return new Map();
  const { rows } = await sql<{ token: string; dueAt: string }>`
    update webhook_delivery as delivery
    set attempts = delivery.attempts + 1, lease_token = null, due_at = now() + result.retry * interval '1 millisecond',
      trigger = case delivery.trigger when 'recover' then 'recover' else 'auto' end
    from ${settlements(failed)}
    where delivery.company_id = ${companyId}::bigint and delivery.id = result.id and delivery.lease_token = result.token
      and delivery.attempts + 1 - delivery.budget_from < ${rules.maxAttempts}
    returning result.token, delivery.due_at
  `.execute(transaction);
  return new Map(rows.map(({ token, dueAt }) => [token, dueAt]));
}

/**
 * Moves what still holds its lease out of the queue: it has been delivered, or has made its last attempt. Logs all
 * attempts. Locks the endpoints, in one order, so that two batches never wait for each other, and returns them as they
 * are once they are locked.
 */
async function moveAndLog(
  transaction: QueryExecutorProvider,
  {
    companyId,
    results,
    rescheduled,
  }: { companyId: string; results: readonly AttemptResult[]; rescheduled: ReadonlyMap<string, string> },
): Promise<{ endpoints: LockedEndpoint[]; finished: Set<string>; logged: Set<string> }> {
  const endpointIds = [...new Set(results.map(({ claim }) => claim.endpoint.id))];
  const { rows } = await sql<LockedEndpoint & { finished: string[] | null; logged: string[] | null }>`
    with gone as (
      delete from webhook_delivery as delivery
      using ${settlements(results)}
      where delivery.company_id = ${companyId}::bigint and delivery.id = result.id and delivery.lease_token = result.token
      returning delivery.*, result.outcome
    ), moved as (${finishedInsertion(
      sql`case outcome when 'delivered' then 'delivered' else 'exhausted' end`,
      sql`attempts + 1`,
    )}
    ), logged as (${attemptInsertion({ companyId, results, rescheduled })})
    select id, state, consecutive_failures, send_window, max_in_flight,
      (select json_agg(lease_token) from gone) as finished, (select json_agg(id) from logged) as logged
    from webhook_endpoint
    where company_id = ${companyId}::bigint and id = any(${endpointIds}::uuid[])
    order by id
    for no key update
  `.execute(transaction);
  return { endpoints: rows, finished: new Set(rows[0]?.finished), logged: new Set(rows[0]?.logged) };
}
