import type { SignatureMode } from '@pv-planning/webhooks';
import type { CompiledQuery } from 'kysely';
import { namedStatement } from '../sql/named-statement.ts';
import { dbNow, type EventEnvelope, envelopeTime } from './event-envelope.ts';

/** The terms on which a dispatcher of this process leases the deliveries of an event while it is recorded. */
export interface LeaseTerms {
  /** The endpoints to which it can send immediately, with the tokens of their leases. */
  leases: readonly { endpointId: string; leaseToken: string }[];
  /** `self` of `LeaseOwners`. */
  owner: number;
  leaseMs: number;
  /** `startInFlight` of the rules: endpoints with a smaller window are recovering. */
  startInFlight: number;
}

/** A recorded delivery and its endpoint. */
export interface RecordedDelivery {
  id: string;
  /** Null if it was not leased, but waits for a claim. */
  leaseToken: string | null;
  eventId: string;
  eventCreatedAt: string;
  body: string;
  endpointId: string;
  url: string;
  signatureMode: SignatureMode;
  /** Sealed. */
  secret: string;
  /** Sealed. Null if there is no previous secret or its overlap has ended. */
  previousSecret: string | null;
  stateChangedAt: string;
  failedAt: string | null;
  databaseMs: number;
}

const statement = namedStatement(
  {
    companyId: 'bigint',
    id: 'uuid',
    type: 'text',
    changedAt: 'timestamptz',
    beforeTime: 'text',
    afterTime: 'text',
    endpointIds: 'uuid[]',
    leaseTokens: 'uuid[]',
    owner: 'integer',
    leaseMs: 'integer',
    startInFlight: 'integer',
  },
  ({ companyId, endpointIds, leaseTokens, startInFlight, leaseMs, owner, ...event }) => `
  with event as (
    insert into webhook_event (company_id, id, type, created_at, body)
    select ${companyId}, ${event.id}, ${event.type}, clock.now,
      ${event.beforeTime} || ${envelopeTime('clock.now')} || ${event.afterTime}
    from (select coalesce(${event.changedAt}, ${dbNow}) as now) as clock
    returning id, type, created_at, body
  ), receiver as materialized (
    select endpoint.id, endpoint.url, endpoint.signature_mode, endpoint.secret, endpoint.state_changed_at,
      endpoint.failed_at,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      case when endpoint.state = 'active' and not endpoint.release_pending
        and endpoint.consecutive_failures = 0 and endpoint.send_window >= ${startInFlight}
        and endpoint.max_in_flight is null and endpoint.rate is null
        then (${leaseTokens})[array_position(${endpointIds}, endpoint.id)] end as lease_token
    from webhook_endpoint as endpoint
    where endpoint.company_id = ${companyId} and endpoint.state <> 'deleted'
      and endpoint.event_types && array['*', ${event.type}]
  ), delivery as (
    insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at,
      lease_token, leased_at, lease_until, leased_by)
    select ${companyId}, receiver.id, event.id, event.type, event.created_at, least(event.created_at, clock_timestamp()),
      receiver.lease_token,
      case when receiver.lease_token is not null then clock_timestamp() end,
      case when receiver.lease_token is not null then clock_timestamp() + ${leaseMs} * interval '1 millisecond' end,
      case when receiver.lease_token is not null then ${owner} end
    from event cross join receiver
    returning id, endpoint_id, lease_token
  )
  select delivery.id, delivery.lease_token, event.id as event_id, event.created_at as event_created_at, event.body,
    receiver.id as endpoint_id, receiver.url, receiver.signature_mode, receiver.secret, receiver.previous_secret,
    receiver.state_changed_at, receiver.failed_at, (extract(epoch from clock_timestamp()) * 1000)::double precision as database_ms
  from delivery
  join receiver on receiver.id = delivery.endpoint_id
  cross join event
`,
);

/**
 * Returns the statement that records an event like `eventsQuery`, and leases the deliveries of the terms to healthy endpoints
 * without limits of their owners. A claim of these deliveries would cost more than recording the event. The rows are all
 * deliveries of the event, as `RecordedDelivery`.
 */
export const leasedEventQuery = (
  companyId: string,
  event: EventEnvelope,
  { leases, ...terms }: LeaseTerms,
): CompiledQuery =>
  statement({
    companyId,
    ...event,
    endpointIds: leases.map(({ endpointId }) => endpointId),
    leaseTokens: leases.map(({ leaseToken }) => leaseToken),
    ...terms,
  });
