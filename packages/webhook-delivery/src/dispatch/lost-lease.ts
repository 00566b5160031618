import { type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../rules.ts';

/** A lease that lapsed because its process died or was cut off, found when its delivery was claimed again. */
export interface LostLease {
  /** The delivery, its new lease, and how many leases were lost in a row. */
  id: string;
  leaseToken: string;
  losses: number;
  /** The lease that was lost, and when it lapsed. */
  lapsedToken: string;
  lapsedAt: string;
}

/**
 * Logs lost leases: nobody knows whether the request was sent, so the attempt is shown but not counted.
 * A delivery that again and again takes its process down is given up. Returns the ids of those.
 */
export async function recordLostLeases(
  transaction: QueryExecutorProvider,
  { companyId, leases, rules }: { companyId: string; leases: readonly LostLease[]; rules: DeliveryRules },
): Promise<Set<string>> {
  if (leases.length === 0) return new Set();
  await sql`
    insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
      error_code, error_text, url, started_at)
    select delivery.company_id, delivery.id, lost."lapsedToken", delivery.endpoint_id, delivery.event_id,
      delivery.attempts + 1, delivery.trigger, 'lost', 'lost', 'The service stopped before the attempt was recorded.',
      endpoint.url, lost."lapsedAt" - ${rules.leaseMs} * interval '1 millisecond'
    from json_to_recordset(${JSON.stringify(leases)}::json)
      as lost (id uuid, "lapsedToken" uuid, "lapsedAt" timestamptz)
    join webhook_delivery as delivery on delivery.company_id = ${companyId}::bigint and delivery.id = lost.id
    join webhook_endpoint as endpoint on endpoint.company_id = ${companyId}::bigint and endpoint.id = delivery.endpoint_id
    on conflict (company_id, delivery_id, id) do nothing
  `.execute(transaction);
  const givenUp = leases.filter(({ losses }) => losses >= rules.maxLosses).map(({ id }) => id);
  if (givenUp.length > 0) await giveUp(transaction, companyId, givenUp);
  return new Set(givenUp);
}

async function giveUp(
  transaction: QueryExecutorProvider,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from webhook_delivery where company_id = ${companyId}::bigint and id = any(${ids}::uuid[])
      returning *
    ), logged as (
      insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
        error_code, error_text, url, started_at)
      select gone.company_id, gone.id, gone.lease_token, gone.endpoint_id, gone.event_id, gone.attempts + 1,
        gone.trigger, 'failed', 'internal', 'Given up: the service stopped at each attempt.', endpoint.url, now()
      from gone
      join webhook_endpoint as endpoint on endpoint.company_id = gone.company_id and endpoint.id = gone.endpoint_id
    )
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'exhausted', attempts from gone
  `.execute(transaction);
}
