import type { CompiledQuery } from 'kysely';
import { namedStatement } from '../sql/named-statement.ts';
import { dbNow, type EventEnvelope, envelopeTime } from './event-envelope.ts';

/**
 * Inserts events and their deliveries. A delivery is due at the time of its event, which keeps the queue in order, but not later
 * than now: a record that is changed twice within a millisecond has a time in the future.
 */
const statement = namedStatement(
  {
    companyId: 'bigint',
    ids: 'uuid[]',
    types: 'text[]',
    changedAt: 'timestamptz[]',
    beforeTimes: 'text[]',
    afterTimes: 'text[]',
  },
  ({ companyId, ids, types, changedAt, beforeTimes, afterTimes }) => `
  with event as (
    insert into webhook_event (company_id, id, type, created_at, body)
    select ${companyId}, new.id, new.type, new.now, new.before_time || ${envelopeTime('new.now')} || new.after_time
    from (
      select given.id, given.type, coalesce(given.changed_at, ${dbNow}) as now, given.before_time, given.after_time
      from unnest(${ids}, ${types}, ${changedAt}, ${beforeTimes}, ${afterTimes})
        as given (id, type, changed_at, before_time, after_time)
    ) as new
    returning company_id, id, type, created_at
  )
  insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
  select event.company_id, endpoint.id, event.id, event.type, event.created_at,
    least(event.created_at, clock_timestamp())
  from event
  join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
  where endpoint.company_id = ${companyId} and endpoint.state <> 'deleted'
    and endpoint.event_types && array['*', event.type]
`,
);

/**
 * Returns the statement that records events of a company, and one delivery of each for every endpoint that subscribes to its type,
 * regardless of the endpoint's state. The number of affected rows is that of the deliveries. The stored text is signed and sent byte
 * for byte.
 */
export const eventsQuery = (companyId: string, events: readonly EventEnvelope[]): CompiledQuery =>
  statement({
    companyId,
    ids: events.map(({ id }) => id),
    types: events.map(({ type }) => type),
    changedAt: events.map(({ changedAt }) => changedAt),
    beforeTimes: events.map(({ beforeTime }) => beforeTime),
    afterTimes: events.map(({ afterTime }) => afterTime),
  });
