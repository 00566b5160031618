import { type QueryExecutorProvider, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';

export interface NewEvent {
  companyId: string;
  /** For example `customer.created`. */
  type: string;
  /** The event's data, as it shall arrive. */
  data: object;
}

/**
 * Writes an event, and one delivery for every endpoint of the company that subscribes to its type whatever the
 * endpoint's state, in the transaction of the change it tells of. Returns the event's id (UUIDv7).
 *
 * `createdAt` is the start of the transaction by the database's clock. The stored text is what is signed and
 * sent, byte for byte. Call `dispatcher.wake(companyId)` after the commit.
 */
export async function recordEvent(
  transaction: QueryExecutorProvider,
  { companyId, type, data }: NewEvent,
): Promise<string> {
  const id = uuidv7();
  const beforeTime = `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"createdAt":"`;
  const afterTime = `","data":${JSON.stringify(data)}}`;
  await sql`
    with event as (
      insert into webhook_event (company_id, id, type, created_at, body)
      select ${companyId}::bigint, ${id}::uuid, ${type}::text, clock.now,
        ${beforeTime}::text || to_char(clock.now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ${afterTime}::text
      from (select now()::timestamptz(3) as now) as clock
      returning company_id, id, type, created_at
    )
    insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
    select event.company_id, endpoint.id, event.id, event.type, event.created_at, event.created_at
    from event
    join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
    where endpoint.company_id = ${companyId}::bigint and endpoint.state <> 'deleted'
      and endpoint.event_types && array['*', event.type]
  `.execute(transaction);
  return id;
}
