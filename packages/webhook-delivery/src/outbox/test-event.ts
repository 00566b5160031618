import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { budgetForOneMore } from '../queue/delivery-states.ts';
import { envelope, envelopeTime } from './event-envelope.ts';

/** Type of events that test an endpoint. The contract does not declare it, so it is not listed among events. */
export const testEventType = 'endpoint.test';

export interface TestDelivery {
  deliveryId: string;
  /** The `webhook-id` of its requests. */
  eventId: string;
}

/** Queues a test event for this endpoint only, with one attempt. Returns undefined if there is no such endpoint. */
export async function recordTestEvent(
  database: Kysely<Tables>,
  { companyId, endpointId }: { companyId: string; endpointId: string },
): Promise<TestDelivery | undefined> {
  return database.transaction().execute(async (transaction) => {
    const { rows: endpoints } = await sql<{ dbNow: string; time: string }>`
      select now()::timestamptz(3) as db_now, ${sql.raw(envelopeTime('now()::timestamptz(3)'))} as time
      from webhook_endpoint
      where company_id = ${companyId}::bigint and id = ${endpointId}::uuid and state <> 'deleted'
    `.execute(transaction);
    const [endpoint] = endpoints;
    if (!endpoint) return undefined;
    const { id, beforeTime, afterTime } = envelope({ type: testEventType, data: { endpointId } });
    await sql`
      insert into webhook_event (company_id, id, type, created_at, body)
      values (${companyId}::bigint, ${id}::uuid, ${testEventType}, ${endpoint.dbNow}::timestamptz,
        ${beforeTime + endpoint.time + afterTime})
    `.execute(transaction);
    const { rows } = await sql<TestDelivery>`
      insert into webhook_delivery
        (company_id, endpoint_id, event_id, event_type, event_created_at, trigger, budget_from, due_at)
      values (${companyId}::bigint, ${endpointId}::uuid, ${id}::uuid, ${testEventType}, ${endpoint.dbNow}::timestamptz,
        'test', ${sql.raw(budgetForOneMore('0'))}, ${endpoint.dbNow}::timestamptz)
      returning id as delivery_id, event_id
    `.execute(transaction);
    return rows[0];
  });
}
