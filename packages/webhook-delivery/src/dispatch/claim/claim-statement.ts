import type { SignatureMode } from '@pv-planning/webhooks';
import { type DeliveryTrigger, isRequested } from '../../queue/delivery-states.ts';
import { gateUntil } from '../../queue/endpoint-gate.ts';
import { hasNoLease } from '../../queue/leases.ts';
import { namedColumns, namedStatement, type Placeholders } from '../../sql/named-statement.ts';
import {
  hasDueDelivery,
  hasRequestedDelivery,
  isOpen,
  rateAllows,
  rateUsedUntil,
  roundingTolerance,
  seconds,
} from './endpoint-conditions.ts';

/** Which deliveries to claim: all that are due, or only requested ones. */
export type ClaimKind = 'due' | 'requested';

/** A claimed delivery in the result of the statement. */
export interface DeliveryRow {
  endpointId: string;
  id: string;
  leaseToken: string;
  eventId: string;
  eventCreatedAt: string;
  body: string;
  trigger: DeliveryTrigger;
  attempts: number;
  budgetFrom: number;
  /** Consecutive leases lost before this one. */
  losses: number;
  /** The previous lease was lost. */
  isLost: boolean;
}

/** An endpoint with due deliveries in the result of the statement. */
export interface EndpointRow {
  id: string;
  url: string;
  signatureMode: SignatureMode;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: string | null;
  stateChangedAt: string;
  failedAt: string | null;
  consecutiveFailures: number;
  sendWindow: number;
  maxInFlight: number | null;
  /** Whether the queue must be renewed before anything is sent. */
  renewable: boolean;
  /** Whether a requested delivery of the endpoint is due. Null if no requested delivery is queued. */
  requested: boolean | null;
  /** Maximum number of deliveries that this claim could take. */
  share: number;
  rate: number | null;
  rateWaitMs: number | null;
  databaseMs: number;
  deliveries: DeliveryRow[] | null;
}

const types = {
  companyId: 'bigint',
  /** Maximum number of deliveries. */
  limit: 'integer',
  /** `EndpointSlots` by endpoint id. */
  slots: 'jsonb',
  /** This dispatcher. */
  dispatcherId: 'integer',
  /** `self` of `LeaseOwners`. */
  owner: 'integer',
  leaseMs: 'integer',
  /** Random text from which the tokens of the leases are derived. */
  tokenSeed: 'text',
  alive: 'integer[]',
  since: 'timestamptz',
  /** Ids of endpoints whose queues have just been renewed. */
  renewed: 'uuid[]',
  startInFlight: 'integer',
  maxInFlightPerEndpoint: 'integer',
} as const;

/**
 * Claims deliveries of one company in one statement:
 *
 * - `ready` locks the endpoints with due deliveries and a free slot, least recently served first. It skips those locked by others and,
 *   by the claim number, those that another claim has served since this statement began, because its leases are not visible yet.
 * - `limited` adds the limits of attempts in flight and of the rate, `sized` the free slots that they leave.
 * - `shared` adds the share of each endpoint in the limit of the claim, divided among those with free slots.
 * - `due` locks these deliveries, oldest first.
 * - `leased`, `served` and `lost` lease them, record when and in which order the endpoints were served, and log lost leases. The
 *   transaction, which the statements of other companies share, may have begun long before the lease.
 * - `batch` collects the deliveries of each endpoint.
 *
 * The commit does not wait for the disk. If PostgreSQL crashes and forgets a lease, the event is sent twice, as after other crashes.
 *
 * Rows are selected by arrays instead of joins, so that PostgreSQL uses indexes even if it planned the statement for small tables.
 */
function statement(kind: ClaimKind, placeholders: Placeholders<keyof typeof types>): string {
  const { companyId, limit, startInFlight } = placeholders;
  const requestedIsDue = hasRequestedDelivery(placeholders);
  const slots = (endpoint: string, field: string) =>
    `(${placeholders.slots} -> ${endpoint}.id::text ->> '${field}')::integer`;
  const leaseToken = (delivery: string) => `md5(${placeholders.tokenSeed} || ${delivery}id::text)::uuid`;
  const delivery: Record<keyof DeliveryRow, string> = {
    endpointId: 'due.endpoint_id',
    id: 'due.id',
    leaseToken: leaseToken('due.'),
    eventId: 'due.event_id',
    eventCreatedAt: 'due.event_created_at',
    body: `(select event.body from webhook_event as event where event.company_id = ${companyId} and event.id = due.event_id)`,
    trigger: 'due.trigger',
    attempts: 'due.attempts',
    budgetFrom: 'due.budget_from',
    losses: 'due.losses',
    isLost: 'due.lease_token is not null',
  };
  return `
  with ready as materialized (
    select endpoint.id, endpoint.url, endpoint.signature_mode, endpoint.secret, endpoint.previous_secret,
      endpoint.previous_secret_until, endpoint.state_changed_at, endpoint.failed_at, endpoint.consecutive_failures,
      endpoint.send_window, endpoint.max_in_flight, endpoint.rate, ${rateUsedUntil} as rate_used_until, ${gateUntil('endpoint')} as gate_until,
      endpoint.release_pending and endpoint.id <> all(${placeholders.renewed}) as renewable,
      ${requestedIsDue} as requested
    from webhook_endpoint as endpoint
    where endpoint.company_id = ${companyId} and endpoint.state <> 'deleted' and ${rateAllows}
      and (${placeholders.slots} -> endpoint.id::text is null or ${slots('endpoint', 'free')} > 0)
      and (${kind === 'due' ? `${isOpen} and (endpoint.release_pending or ${hasDueDelivery(placeholders)}) or` : ''}
        ${requestedIsDue})
      and endpoint.claim_number = (
        select seen.claim_number from webhook_endpoint as seen where seen.company_id = ${companyId} and seen.id = endpoint.id
      )
    order by endpoint.claim_number
    limit ${limit}
    for no key update of endpoint skip locked
  ), limited as materialized (
    select ready.*,
      least(ready.max_in_flight, case when ready.send_window < ${startInFlight} then ready.send_window end) as in_flight_limit,
      greatest(ready.rate_used_until, ${seconds} - (ceil(ready.rate / 10.0) - 1) / ready.rate) as rate_from
    from ready
  ), sized as materialized (
    select limited.*,
      greatest(0, least(
        ${limit},
        coalesce(${slots('limited', 'free')}, ${startInFlight}),
        case when limited.in_flight_limit is not null then limited.in_flight_limit
          - coalesce(${slots('limited', 'inFlight')}, 0)
          - (
            select count(*) from (
              select head.lease_token, head.lease_until, head.leased_by, head.leased_at
              from webhook_delivery as head
              where head.company_id = ${companyId} and head.endpoint_id = limited.id and head.due_at <= now()
              order by head.due_at
              limit 4 * ${placeholders.maxInFlightPerEndpoint}
            ) as head
            where head.lease_token is not null and abs(head.leased_by) <> ${placeholders.dispatcherId}
              and not ${hasNoLease('head', placeholders)}
          )::integer end,
        floor((${seconds} - limited.rate_from) * limited.rate + ${roundingTolerance})::integer + 1,
        case when limited.renewable ${kind === 'due' ? 'or limited.requested' : ''} then 0 end
      )) as free_slots
    from limited
  ), shared as materialized (
    select sized.*,
      least(
        sized.free_slots,
        ceil(${limit}::numeric / nullif((select count(*) from sized as other where other.free_slots > 0), 0))::integer
      ) as share
    from sized
  ), due as materialized (
    select shared.id as endpoint_id, shared.url, picked.*
    from shared
    cross join lateral (
      select delivery.id, delivery.event_id, delivery.event_created_at, delivery.trigger, delivery.attempts,
        delivery.budget_from, delivery.losses, delivery.lease_token, delivery.leased_at
      from webhook_delivery as delivery
      where delivery.company_id = ${companyId} and delivery.endpoint_id = shared.id and delivery.due_at <= now()
        and ${hasNoLease('delivery', placeholders)} ${kind === 'requested' ? `and ${isRequested('delivery')}` : ''}
      order by delivery.due_at
      limit shared.share
      for update skip locked
    ) as picked
    limit ${limit}
  ), leased as (
    update webhook_delivery
    set lease_token = ${leaseToken('')}, leased_at = statement_timestamp(),
      lease_until = statement_timestamp() + ${placeholders.leaseMs} * interval '1 millisecond', leased_by = ${placeholders.owner},
      losses = case when lease_token is null then 0 else losses + 1 end
    where company_id = ${companyId} and id = any(array(select due.id from due))
  ), served as (
    update webhook_endpoint as endpoint
    set served_at = now(), gate_until = used.gate_until, rate_used_until = used.until,
      claim_number = 1 + (select max(other.claim_number) from webhook_endpoint as other where other.company_id = ${companyId})
    from (
      select shared.id, shared.gate_until, case when shared.rate is null then shared.rate_used_until else shared.rate_from
        + (select count(*) from due where due.endpoint_id = shared.id)::double precision / shared.rate end as until
      from shared
    ) as used
    where endpoint.company_id = ${companyId} and endpoint.id = any(array(select shared.id from shared))
      and endpoint.id = used.id
  ), lost as (
    insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
      error_code, error_text, url, started_at)
    select ${companyId}, due.id, due.lease_token, due.endpoint_id, due.event_id, due.attempts + 1, due.trigger, 'lost',
      'lost', 'The service stopped before the attempt was recorded.', due.url, due.leased_at
    from due
    where due.lease_token is not null
    on conflict (company_id, delivery_id, id) do nothing
  ), batch as materialized (
    select delivery."endpointId" as endpoint_id, json_agg(delivery) as deliveries
    from (select ${namedColumns(delivery)} from due) as delivery
    group by delivery."endpointId"
  )
  select shared.id, shared.url, shared.signature_mode, shared.secret, shared.previous_secret,
    shared.previous_secret_until, shared.state_changed_at, shared.failed_at, shared.consecutive_failures,
    shared.send_window, shared.max_in_flight, shared.renewable, shared.requested, shared.share,
    (shared.rate_from - ${seconds}) * 1000 as rate_wait_ms, shared.rate,
    (extract(epoch from clock_timestamp()) * 1000)::double precision as database_ms, batch.deliveries,
    set_config('synchronous_commit', 'off', true)
  from shared
  left join batch on batch.endpoint_id = shared.id
`;
}

/** Composed once. */
export const claimStatements = {
  due: namedStatement(types, (placeholders) => statement('due', placeholders)),
  requested: namedStatement(types, (placeholders) => statement('requested', placeholders)),
};
