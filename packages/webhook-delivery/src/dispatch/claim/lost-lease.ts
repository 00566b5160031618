import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { finishedInsertion, unsentInsertion } from '../../delivery-log.ts';
import type { DeliveryRules } from '../../rules.ts';

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
  const lost = sql`
    json_to_recordset(${JSON.stringify(leases)}::json) as lost (id uuid, "lapsedToken" uuid, "lapsedAt" timestamptz)
  `;
  await lostInsertion(lost, { companyId, leaseMs: rules.leaseMs }).execute(transaction);
  const givenUp = leases.filter(({ losses }) => losses >= rules.maxLosses).map(({ id }) => id);
  if (givenUp.length > 0) await giveUp(transaction, companyId, givenUp);
  return new Set(givenUp);
}

/**
 * Logs and ends leases that have lapsed at endpoints (`holder`) to which nothing may be sent at the moment, so that nobody
 * claims their deliveries again.
 */
export async function releaseLapsedLeases(
  database: QueryExecutorProvider,
  { companyId, holders, leaseMs }: { companyId: string; holders: RawBuilder<unknown>; leaseMs: number },
): Promise<void> {
  await sql`
    with lost as (
      select leased.id, leased.lease_token as "lapsedToken", leased.due_at as "lapsedAt"
      from webhook_endpoint as holder
      join webhook_delivery as leased on leased.company_id = holder.company_id and leased.endpoint_id = holder.id
      where holder.company_id = ${companyId}::bigint and ${holders}
        and leased.lease_token is not null and leased.due_at <= now()
      for update of leased skip locked
    ), released as (
      update webhook_delivery as delivery set lease_token = null
      from lost where delivery.company_id = ${companyId}::bigint and delivery.id = lost.id
    )
    ${lostInsertion(sql`lost`, { companyId, leaseMs })}
  `.execute(database);
}

/** `lost` are the deliveries' ids with `lapsedToken` and `lapsedAt`. */
function lostInsertion(
  lost: RawBuilder<unknown>,
  { companyId, leaseMs }: { companyId: string; leaseMs: number },
): RawBuilder<unknown> {
  const insertion = unsentInsertion({
    companyId,
    of: sql`${lost} join webhook_delivery as delivery on delivery.company_id = ${companyId}::bigint and delivery.id = lost.id`,
    id: sql`lost."lapsedToken"`,
    outcome: 'lost',
    errorCode: sql`'lost'`,
    errorText: sql`'The service stopped before the attempt was recorded.'`,
    startedAt: sql`lost."lapsedAt" - ${leaseMs} * interval '1 millisecond'`,
  });
  return sql`${insertion} on conflict (company_id, delivery_id, id) do nothing`;
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
    ), logged as (${unsentInsertion({
      companyId,
      of: sql`gone as delivery`,
      id: sql`delivery.lease_token`,
      outcome: 'failed',
      errorCode: sql`'internal'`,
      errorText: sql`'Given up: the service stopped at each attempt.'`,
      startedAt: sql`now()`,
    })})
    ${finishedInsertion(sql`'exhausted'`)}
  `.execute(transaction);
}
