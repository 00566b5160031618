import { envelopeTime } from './event-envelope.ts';

/**
 * The statement that writes events and their deliveries, around a query of `id`, `type`, `now` and the text of the envelope,
 * `before_time` and `after_time`. Its first parameter is the company. Written out, and not composed anew for each change: it is
 * part of nearly all.
 *
 * A delivery is due when its event happened, which puts the queue in order; but at once even when its record, changed twice
 * within a millisecond, tells a time that is still to come.
 */
export function recordingStatement(newEvents: string): string {
  return `
    with event as (
      insert into webhook_event (company_id, id, type, created_at, body)
      select $1::bigint, new.id, new.type, new.now,
        new.before_time || ${envelopeTime('new.now')} || new.after_time
      from (${newEvents}) as new
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
}

/** The present by the database's clock, in milliseconds as records tell their times. */
export const present = `date_trunc('milliseconds', clock_timestamp())`;
