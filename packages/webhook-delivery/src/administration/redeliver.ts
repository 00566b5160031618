import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { budgetForOneMore, isRequested } from '../queue/delivery-states.ts';
import { WebhookAdministrationError } from './administration-error.ts';

/** Makes one more attempt due now. Throws `WebhookAdministrationError`. */
export async function redeliver(
  database: Kysely<Tables>,
  companyId: string,
  id: string | null,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await makePendingDue(transaction, companyId, id)) return;
    if (await returnToQueue(transaction, companyId, id)) return;
    // A concurrent call requeued the delivery while this call waited for the row lock.
    if (await makePendingDue(transaction, companyId, id)) return;
    throw new WebhookAdministrationError('delivery_not_found', 'There is no such delivery.');
  });
}

/** Makes a queued delivery due now and grants it one more attempt. Returns false if it is not queued. */
async function makePendingDue(
  transaction: Kysely<Tables>,
  companyId: string,
  id: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ requested: boolean; leased: boolean; dbNow: string }>`
    select ${sql.raw(isRequested('webhook_delivery'))} as requested, lease_token is not null and lease_until > now() as leased,
      now() as db_now
    from webhook_delivery
    where company_id = ${companyId}::bigint and id = ${id}::uuid
    for update
  `.execute(transaction);
  const [pending] = rows;
  if (!pending) return false;
  if (pending.leased) {
    throw new WebhookAdministrationError('delivery_in_flight', 'This event is being sent at the moment.');
  }
  if (!pending.requested) {
    await sql`
      update webhook_delivery
      set trigger = 'manual', due_at = least(due_at, ${pending.dbNow}::timestamptz), budget_from = budget_from + 1
      where company_id = ${companyId}::bigint and id = ${id}::uuid
    `.execute(transaction);
  }
  return true;
}

/** Requeues a finished delivery for exactly one attempt. Returns false if there is no such delivery or it is no longer finished. */
async function returnToQueue(
  transaction: Kysely<Tables>,
  companyId: string,
  id: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ eventExists: boolean; endpointExists: boolean }>`
    select
      exists (select from webhook_event as event
        where event.company_id = finished.company_id and event.id = finished.event_id) as event_exists,
      exists (select from webhook_endpoint as endpoint
        where endpoint.company_id = finished.company_id and endpoint.id = finished.endpoint_id
          and endpoint.state <> 'deleted') as endpoint_exists
    from webhook_delivery_finished as finished
    where company_id = ${companyId}::bigint and id = ${id}::uuid
  `.execute(transaction);
  const [finished] = rows;
  if (!finished) return false;
  if (!finished.endpointExists) {
    throw new WebhookAdministrationError('endpoint_not_found', 'The endpoint was deleted.');
  }
  if (!finished.eventExists) {
    throw new WebhookAdministrationError('event_expired', 'The event has expired and is no longer stored.');
  }
  const { numAffectedRows } = await sql`
    with gone as (
      delete from webhook_delivery_finished
      where company_id = ${companyId}::bigint and id = ${id}::uuid
      returning *
    )
    insert into webhook_delivery
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, trigger, attempts, budget_from, due_at)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'manual', attempts,
      ${sql.raw(budgetForOneMore('attempts'))}, now()
    from gone
  `.execute(transaction);
  return numAffectedRows === 1n;
}
