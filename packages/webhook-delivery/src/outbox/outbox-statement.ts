import { namedStatement, type Placeholders } from '../sql/named-statement.ts';
import { envelopeTime } from './event-envelope.ts';

/**
 * Returns the statement that inserts events and their deliveries. `newEvents` is a query of `id`, `type`, `now` and the two parts of
 * the envelope, `before_time` and `after_time`, with parameters of `types`. Composed once, because nearly every change runs it.
 *
 * A delivery is due at the time of its event, which keeps the queue in order, but not later than now: a record that is changed
 * twice within a millisecond has a time in the future.
 */
export function outboxStatement<Name extends string>(
  types: Readonly<Record<Name, string>>,
  newEvents: (placeholders: Placeholders<Name>) => string,
) {
  return namedStatement<Name | 'companyId'>(
    { companyId: 'bigint', ...types } as Record<Name | 'companyId', string>,
    (placeholders) => `
    with event as (
      insert into webhook_event (company_id, id, type, created_at, body)
      select ${placeholders.companyId}, new.id, new.type, new.now,
        new.before_time || ${envelopeTime('new.now')} || new.after_time
      from (${newEvents(placeholders)}) as new
      returning company_id, id, type, created_at
    )
    insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
    select event.company_id, endpoint.id, event.id, event.type, event.created_at,
      least(event.created_at, clock_timestamp())
    from event
    join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
    where endpoint.company_id = ${placeholders.companyId} and endpoint.state <> 'deleted'
      and endpoint.event_types && array['*', event.type]
  `,
  );
}

/** The database's current time in SQL, in milliseconds like the times of records. */
export const dbNow = `date_trunc('milliseconds', clock_timestamp())`;
