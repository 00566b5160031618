import type { Tables } from '@pv-planning/database';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DeliveryRules } from '../rules.ts';
import { type LostLease, recordLostLeases } from './lost-lease.ts';
import { type ClaimedEndpoint, lockReadyEndpoints, type ReadyEndpoint } from './ready-endpoints.ts';

/** One delivery that belongs to this process until its lease ends. */
export interface Claim {
  companyId: string;
  deliveryId: string;
  /** Identifies the lease and the attempt made under it. */
  leaseToken: string;
  endpoint: ClaimedEndpoint;
  eventId: string;
  /** The exact text to sign and send. */
  body: string;
  trigger: 'auto' | 'manual';
  attemptNumber: number;
  /** Which failure this attempt would be within the attempts that still count. */
  failureNumber: number;
  /** The database's clock at claiming, Unix milliseconds, and this process's monotonic clock at the same time. */
  claimedAt: { databaseMs: number; monotonicMs: number };
}

interface LeasedDelivery {
  id: string;
  leaseToken: string;
  endpointId: string;
  eventId: string;
  trigger: 'auto' | 'manual';
  attempts: number;
  budgetFrom: number;
  losses: number;
  lapsedToken: string | null;
  lapsedAt: string;
}

/**
 * Takes up to `limit` due deliveries of one company under a lease, least recently served endpoints first.
 * The endpoints are locked in a statement of their own: only a statement that begins after that sees what
 * another process claimed for them a moment ago, and so keeps to the number of attempts under way.
 */
export async function claimDeliveries(
  database: Kysely<Tables>,
  { companyId, limit, rules }: { companyId: string; limit: number; rules: DeliveryRules },
): Promise<Claim[]> {
  return database.transaction().execute(async (transaction) => {
    const ready = await lockReadyEndpoints(transaction, companyId, limit);
    const monotonicMs = performance.now();
    const rows: LeasedDelivery[] = [];
    for (const open of [true, false]) {
      const endpointIds = ready.filter((endpoint) => endpoint.open === open).map(({ id }) => id);
      if (endpointIds.length === 0 || rows.length >= limit) continue;
      const order = {
        companyId,
        endpointIds,
        limit: limit - rows.length,
        manualOnly: !open,
        leaseMs: rules.leaseMs,
      };
      rows.push(...(await leaseDueDeliveries(transaction, order)));
    }
    await markServed(transaction, companyId, ready);
    const givenUp = await recordLostLeases(transaction, { companyId, leases: rows.filter(isLost), rules });
    const leased = rows.filter((row) => !givenUp.has(row.id));
    const bodies = await eventBodies(transaction, companyId, leased);
    return leased.flatMap((row) => toClaim(row, { companyId, ready, bodies, monotonicMs }));
  });
}

interface ClaimSources {
  companyId: string;
  ready: readonly ReadyEndpoint[];
  bodies: ReadonlyMap<string, string>;
  monotonicMs: number;
}

function toClaim(row: LeasedDelivery, { companyId, ready, bodies, monotonicMs }: ClaimSources): Claim[] {
  const endpoint = ready.find(({ id }) => id === row.endpointId);
  const body = bodies.get(row.eventId);
  if (!endpoint || body === undefined) return [];
  return [
    {
      companyId,
      deliveryId: row.id,
      leaseToken: row.leaseToken,
      endpoint,
      eventId: row.eventId,
      body,
      trigger: row.trigger,
      attemptNumber: row.attempts + 1,
      failureNumber: row.attempts + 1 - row.budgetFrom,
      claimedAt: { databaseMs: endpoint.databaseMs, monotonicMs },
    },
  ];
}

const isLost = (row: LeasedDelivery): row is LeasedDelivery & LostLease => row.lapsedToken !== null;

interface LeaseOrder {
  companyId: string;
  endpointIds: string[];
  limit: number;
  manualOnly: boolean;
  leaseMs: number;
}

async function leaseDueDeliveries(
  transaction: QueryExecutorProvider,
  { companyId, endpointIds, limit, manualOnly, leaseMs }: LeaseOrder,
): Promise<LeasedDelivery[]> {
  const tokens = Array.from({ length: limit }, () => uuidv7());
  const share = Math.ceil(limit / endpointIds.length);
  const { rows } = await sql<LeasedDelivery>`
    with endpoint as materialized (
      select endpoint.id, endpoint.send_window - (
        select count(*) from webhook_delivery as leased
        where leased.company_id = endpoint.company_id and leased.endpoint_id = endpoint.id
          and leased.lease_token is not null and leased.due_at > now()
      ) as free
      from webhook_endpoint as endpoint
      where endpoint.company_id = ${companyId}::bigint and endpoint.id = any(${endpointIds}::uuid[])
      order by endpoint.served_at
    ), due as materialized (
      select due.*
      from endpoint
      cross join lateral (
        select delivery.id, delivery.lease_token, delivery.due_at
        from webhook_delivery as delivery
        where delivery.company_id = ${companyId}::bigint and delivery.endpoint_id = endpoint.id
          and delivery.due_at <= now() ${manualOnly ? sql`and delivery.trigger = 'manual'` : sql``}
        order by delivery.due_at
        limit least(greatest(endpoint.free, 0), ${share})
        for update skip locked
      ) as due
      limit ${limit}
    ), numbered as (
      select due.*, row_number() over () as place from due
    )
    update webhook_delivery as delivery
    set lease_token = (${tokens}::uuid[])[numbered.place],
      due_at = now() + ${leaseMs} * interval '1 millisecond',
      losses = case when numbered.lease_token is null then 0 else delivery.losses + 1 end
    from numbered
    where delivery.company_id = ${companyId}::bigint and delivery.id = numbered.id
    returning delivery.id, delivery.lease_token, delivery.endpoint_id, delivery.event_id, delivery.trigger,
      delivery.attempts, delivery.budget_from, delivery.losses,
      numbered.lease_token as lapsed_token, numbered.due_at as lapsed_at
  `.execute(transaction);
  return rows;
}

async function markServed(
  transaction: QueryExecutorProvider,
  companyId: string,
  endpoints: readonly ReadyEndpoint[],
): Promise<void> {
  if (endpoints.length === 0) return;
  await sql`
    update webhook_endpoint set served_at = now()
    where company_id = ${companyId}::bigint and id = any(${endpoints.map(({ id }) => id)}::uuid[])
  `.execute(transaction);
}

async function eventBodies(
  transaction: QueryExecutorProvider,
  companyId: string,
  deliveries: readonly LeasedDelivery[],
): Promise<Map<string, string>> {
  if (deliveries.length === 0) return new Map();
  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from webhook_event
    where company_id = ${companyId}::bigint and id = any(${deliveries.map(({ eventId }) => eventId)}::uuid[])
  `.execute(transaction);
  return new Map(rows.map(({ id, body }) => [id, body]));
}
