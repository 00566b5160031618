import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { envelope } from './event-envelope.ts';

export interface NewEvent {
  companyId: string;
  /** For example `customer.created`. */
  type: string;
  /** The event's data, as it shall arrive. */
  data: object;
  /** When the change happened, as its record tells; the present by the database's clock when left out. */
  changedAt?: string | undefined;
}

export interface RecordedEvent {
  /** UUIDv7. */
  id: string;
  /** Endpoints it goes to. */
  deliveries: number;
}

/**
 * A delivery is due when its event happened, which puts the queue in order; but at once even when its record, changed twice
 * within a millisecond, tells a time that is still to come.
 *
 * Written out, and not composed anew for each change: it is part of nearly all. Company, id, type, text before and after the time, time.
 */
const statement = `
  with event as (
    insert into webhook_event (company_id, id, type, created_at, body)
    select $1::bigint, $2::uuid, $3::text, clock.now,
      $4::text || to_char(clock.now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || $5::text
    from (select coalesce($6::timestamptz, date_trunc('milliseconds', clock_timestamp())) as now) as clock
    returning company_id, id, type, created_at
  )
  insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
  select event.company_id, endpoint.id, event.id, event.type, event.created_at,
    least(event.created_at, clock_timestamp())
  from event
  join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
  where endpoint.company_id = $1::bigint and endpoint.state <> 'deleted'
    and endpoint.event_types && array['*', event.type]
`;

/**
 * Writes an event, and one delivery for every endpoint of the company that subscribes to its type whatever the
 * endpoint's state, in the transaction of the change it tells of.
 *
 * The times of events of one record follow each other as its changes did when they are recorded under its row's lock. The
 * stored text is what is signed and sent, byte for byte. Where there are deliveries, call `dispatcher.wake(companyId)` after
 * the commit.
 */
export async function recordEvent(
  transaction: QueryExecutorProvider,
  { companyId, type, data, changedAt }: NewEvent,
): Promise<RecordedEvent> {
  const { id, beforeTime, afterTime } = envelope(type, data);
  const values = [companyId, id, type, beforeTime, afterTime, changedAt ?? null];
  const { numAffectedRows } = await transaction
    .getExecutor()
    .executeQuery(CompiledQuery.raw(statement, values));
  return { id, deliveries: Number(numAffectedRows) };
}
