import { type QueryExecutorProvider, sql } from 'kysely';
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

/**
 * Writes an event, and one delivery for every endpoint of the company that subscribes to its type whatever the
 * endpoint's state, in the transaction of the change it tells of. Returns the event's id (UUIDv7).
 *
 * The times of events of one record follow each other as its changes did when they are recorded under its row's lock. The stored text is what is signed and sent, byte for byte. Call
 * `dispatcher.wake(companyId)` after the commit.
 */
export async function recordEvent(
  transaction: QueryExecutorProvider,
  { companyId, type, data, changedAt }: NewEvent,
): Promise<string> {
  const { id, beforeTime, afterTime } = envelope(type, data);
  await sql`
    with event as (
      insert into webhook_event (company_id, id, type, created_at, body)
      select ${companyId}::bigint, ${id}::uuid, ${type}::text, clock.now,
        ${beforeTime}::text || to_char(clock.now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ${afterTime}::text
      from (
        select coalesce(${changedAt ?? null}::timestamptz, date_trunc('milliseconds', clock_timestamp())) as now
      ) as clock
      returning company_id, id, type, created_at
    )
    insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
    select event.company_id, endpoint.id, event.id, event.type, event.created_at, now()
    from event
    join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
    where endpoint.company_id = ${companyId}::bigint and endpoint.state <> 'deleted'
      and endpoint.event_types && array['*', event.type]
  `.execute(transaction);
  return id;
}
