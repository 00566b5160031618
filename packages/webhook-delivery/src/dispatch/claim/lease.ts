import { type QueryExecutorProvider, sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { askedFor, type DeliveryTrigger } from '../../delivery-trigger.ts';

export interface LeasedDelivery {
  id: string;
  leaseToken: string;
  endpointId: string;
  eventId: string;
  eventCreatedAt: string;
  /** The exact text to sign and send. */
  body: string;
  trigger: DeliveryTrigger;
  attempts: number;
  budgetFrom: number;
  losses: number;
  /** The lease that lapsed before this one, and when; null when the delivery was free. */
  lapsedToken: string | null;
  lapsedAt: string;
}

export interface LeaseOrder {
  companyId: string;
  endpointIds: string[];
  limit: number;
  /** Only what somebody asked for. */
  askedOnly: boolean;
  leaseMs: number;
}

/**
 * Leases due deliveries of endpoints that this transaction has locked, each endpoint's oldest first and at most as
 * many as it has room for, and notes that the endpoints were served.
 */
export async function leaseDueDeliveries(
  transaction: QueryExecutorProvider,
  { companyId, endpointIds, limit, askedOnly, leaseMs }: LeaseOrder,
): Promise<LeasedDelivery[]> {
  if (endpointIds.length === 0 || limit <= 0) return [];
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
        select delivery.id, delivery.lease_token, delivery.due_at, delivery.event_id
        from webhook_delivery as delivery
        where delivery.company_id = ${companyId}::bigint and delivery.endpoint_id = endpoint.id
          and delivery.due_at <= now() ${askedOnly ? sql`and ${askedFor('delivery')}` : sql``}
        order by delivery.due_at
        limit least(greatest(endpoint.free, 0), ${share})
        for update skip locked
      ) as due
      limit ${limit}
    ), numbered as (
      select due.*, row_number() over () as place from due
    ), served as (
      update webhook_endpoint set served_at = now()
      where company_id = ${companyId}::bigint and id = any(${endpointIds}::uuid[])
    )
    update webhook_delivery as delivery
    set lease_token = md5(${uuidv4()}::text || numbered.place)::uuid,
      due_at = now() + ${leaseMs} * interval '1 millisecond',
      losses = case when numbered.lease_token is null then 0 else delivery.losses + 1 end
    from numbered
    join webhook_event as event on event.company_id = ${companyId}::bigint and event.id = numbered.event_id
    where delivery.company_id = ${companyId}::bigint and delivery.id = numbered.id
    returning delivery.id, delivery.lease_token, delivery.endpoint_id, delivery.event_id, delivery.event_created_at,
      event.body, delivery.trigger, delivery.attempts, delivery.budget_from, delivery.losses,
      numbered.lease_token as lapsed_token, numbered.due_at as lapsed_at
  `.execute(transaction);
  return rows;
}
