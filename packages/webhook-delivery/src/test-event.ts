import { type QueryExecutorProvider, sql } from 'kysely';
import { oneMoreThan } from './delivery-trigger.ts';
import { type Envelope, envelope, envelopeTime } from './event-envelope.ts';

/** The type of events that say nothing but that an endpoint is reached. No contract lists it, so no list of events has it. */
export const testEventType = 'endpoint.test';

export interface TestDelivery {
  deliveryId: string;
  /** The `webhook-id` under which it arrives. */
  eventId: string;
}

/** Queues one attempt of an event for one endpoint alone. Undefined when there is no such endpoint. */
export async function recordTestEvent(
  database: QueryExecutorProvider,
  { companyId, endpointId }: { companyId: string; endpointId: string },
): Promise<TestDelivery | undefined> {
  const { id, beforeTime, afterTime }: Envelope = envelope(testEventType, { endpointId });
  const { rows } = await sql<TestDelivery>`
    with event as (
      insert into webhook_event (company_id, id, type, created_at, body)
      select company_id, ${id}::uuid, ${testEventType}::text, now(),
        ${beforeTime}::text || ${sql.raw(envelopeTime('now()::timestamptz(3)'))} || ${afterTime}::text
      from webhook_endpoint
      where company_id = ${companyId}::bigint and id = ${endpointId}::uuid and state <> 'deleted'
      returning company_id, id, type, created_at
    )
    insert into webhook_delivery
      (company_id, endpoint_id, event_id, event_type, event_created_at, trigger, budget_from, due_at)
    select company_id, ${endpointId}::uuid, id, type, created_at, 'test', ${oneMoreThan(sql`0`)}, created_at
    from event
    returning id as delivery_id, event_id
  `.execute(database);
  return rows[0];
}
