import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { testEventType } from '../outbox/test-event.ts';
import { WebhookAdministrationError } from './administration-error.ts';

const batchSize = 1_000;

export interface FailedDeliveries {
  companyId: string;
  endpointId: string | null;
  since: string;
  until: string | undefined;
}

/** Requeues exhausted deliveries in batches. Returns their number. */
export async function recoverFailed(
  database: Kysely<Tables>,
  { companyId, endpointId, since, until }: FailedDeliveries,
): Promise<number> {
  // The upper bound excludes deliveries that fail again while this runs.
  const { rows } = await sql<{ bound: string }>`
    select least(now(), ${until ?? null}::timestamptz)::timestamptz(3) as bound from webhook_endpoint
    where company_id = ${companyId}::bigint and id = ${endpointId}::uuid and state <> 'deleted'
  `.execute(database);
  const [endpoint] = rows;
  if (!endpoint) throw new WebhookAdministrationError('endpoint_not_found', 'There is no such endpoint.');
  let total = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      with gone as (
        delete from webhook_delivery_finished where company_id = ${companyId}::bigint and id = any(array(
          select id from webhook_delivery_finished as finished
          where company_id = ${companyId}::bigint and endpoint_id = ${endpointId}::uuid and status = 'exhausted'
            and finished_at >= ${since}::timestamptz and finished_at < ${endpoint.bound}::timestamptz
            and event_type <> ${testEventType}
            and exists (
              select from webhook_event as event
              where event.company_id = finished.company_id and event.id = finished.event_id
            )
          limit ${batchSize}
          for update skip locked
        ))
        returning *
      )
      insert into webhook_delivery
        (company_id, id, endpoint_id, event_id, event_type, event_created_at, trigger, attempts, budget_from, due_at)
      select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'recover', attempts, attempts,
        event_created_at
      from gone
    `.execute(database);
    const moved = Number(numAffectedRows ?? 0);
    total += moved;
    if (moved < batchSize) return total;
  }
}
