import { type QueryExecutorProvider, sql } from 'kysely';
import { envelope } from './event-envelope.ts';
import type { NewEvent } from './record-event.ts';

/**
 * Writes many events of one company as `recordEvent` writes each, in one statement: for a change of many records, which have
 * one event each. Returns the number of deliveries.
 */
export async function recordEvents(
  transaction: QueryExecutorProvider,
  companyId: string,
  events: readonly Omit<NewEvent, 'companyId'>[],
): Promise<number> {
  if (events.length === 0) return 0;
  const envelopes = events.map(({ type, data }) => envelope(type, data));
  const { numAffectedRows } = await sql`
    with event as (
      insert into webhook_event (company_id, id, type, created_at, body)
      select ${companyId}::bigint, fresh.id, fresh.type, fresh.now,
        fresh.before_time || to_char(fresh.now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || fresh.after_time
      from (
        select given.*, coalesce(given.changed_at, date_trunc('milliseconds', clock_timestamp())) as now
        from unnest(
          ${envelopes.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
          ${events.map(({ changedAt }) => changedAt ?? null)}::timestamptz[],
          ${envelopes.map(({ beforeTime }) => beforeTime)}::text[],
          ${envelopes.map(({ afterTime }) => afterTime)}::text[]
        ) as given (id, type, changed_at, before_time, after_time)
      ) as fresh
      returning company_id, id, type, created_at
    )
    insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
    select event.company_id, endpoint.id, event.id, event.type, event.created_at,
        least(event.created_at, clock_timestamp())
    from event
    join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
    where endpoint.company_id = ${companyId}::bigint and endpoint.state <> 'deleted'
      and endpoint.event_types && array['*', event.type]
  `.execute(transaction);
  return Number(numAffectedRows);
}
