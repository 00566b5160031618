import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { WebhookAdministrationError } from './administration-error.ts';
import { defaultRules } from './rules.ts';

export interface Attempt {
  id: string;
  attemptNumber: number;
  trigger: 'auto' | 'manual';
  outcome: 'delivered' | 'failed' | 'lost' | 'discarded';
  errorCode: string | null;
  errorText: string | null;
  url: string;
  startedAt: string;
  durationMs: number | null;
  /** Milliseconds from the start to each point that was reached. */
  timings: Record<string, number> | null;
  requestHeaders: Record<string, string> | null;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  /** Its beginning. */
  responseBody: string | null;
  responseTruncated: boolean;
  nextAttemptAt: string | null;
}

export interface Delivery {
  companyId: string;
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  eventCreatedAt: string;
  status: 'pending' | 'delivered' | 'exhausted' | 'discarded';
  /** When the next attempt is due; null when there will be none. */
  dueAt: string | null;
  finishedAt: string | null;
  /** Oldest first. */
  attempts: Attempt[];
}

export interface DeliveryId {
  companyId: string;
  deliveryId: string;
}

export interface Deliveries {
  /** Newest events first, each with every attempt. `limit` 50 unless given. */
  list(filter: {
    companyId: string;
    endpointId: string;
    status?: Delivery['status'];
    limit?: number;
    offset?: number;
  }): Promise<Delivery[]>;
  /** The company that a delivery belongs to; undefined when there is none. */
  companyOf(deliveryId: string): Promise<string | undefined>;
  /**
   * Sends an event once more, now, whatever became of it and also to an endpoint that is paused or disabled.
   * Asked for twice, it is sent once. Refused while an attempt is under way (`delivery_in_flight`) and when the
   * event is no longer kept (`event_expired`). Call `dispatcher.wake(companyId)` afterwards where there is one.
   */
  redeliver(id: DeliveryId): Promise<void>;
}

/** The log of deliveries. Refusals are `WebhookAdministrationError`. */
export function createDeliveries({ kysely }: { kysely: Kysely<Tables> }): Deliveries {
  return {
    async list({ companyId, endpointId, status, limit = 50, offset = 0 }) {
      const { rows } = await sql<Delivery>`
        with listed as (
          select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'pending' as status,
            due_at, null::timestamptz as finished_at
          from webhook_delivery
          where company_id = ${companyId}::bigint and endpoint_id = ${uuidOrNothing(endpointId)}::uuid
          union all
          select company_id, id, endpoint_id, event_id, event_type, event_created_at, status, null, finished_at
          from webhook_delivery_finished
          where company_id = ${companyId}::bigint and endpoint_id = ${uuidOrNothing(endpointId)}::uuid
        )
        select * from listed
        where ${status === undefined ? sql`true` : sql`status = ${status}`}
        order by event_created_at desc, event_id desc
        limit ${limit} offset ${offset}
      `.execute(kysely);
      const attempts = await attemptsOf(kysely, companyId, rows);
      return rows.map((row) => ({ ...row, attempts: attempts.get(row.id) ?? [] }));
    },

    async companyOf(deliveryId) {
      const { rows } = await sql<{ companyId: string }>`
        select company.company_id from company
        where exists (
          select from webhook_delivery as delivery
          where delivery.company_id = company.company_id and delivery.id = ${uuidOrNothing(deliveryId)}::uuid
        ) or exists (
          select from webhook_delivery_finished as delivery
          where delivery.company_id = company.company_id and delivery.id = ${uuidOrNothing(deliveryId)}::uuid
        )
      `.execute(kysely);
      return rows[0]?.companyId;
    },

    async redeliver({ companyId, deliveryId }) {
      const id = uuidOrNothing(deliveryId);
      await kysely.transaction().execute(async (transaction) => {
        if (await hurryPending(transaction, companyId, id)) return;
        if (await returnToQueue(transaction, companyId, id)) return;
        // Somebody else returned it to the queue while this one waited for the row.
        if (await hurryPending(transaction, companyId, id)) return;
        throw new WebhookAdministrationError('delivery_not_found', 'There is no such delivery.');
      });
    },
  };
}

/** A waiting delivery is due now, with one attempt more than it had. Returns false when none is waiting. */
async function hurryPending(
  transaction: Kysely<Tables>,
  companyId: string,
  id: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ trigger: string; leased: boolean }>`
    select trigger, lease_token is not null and due_at > now() as leased
    from webhook_delivery
    where company_id = ${companyId}::bigint and id = ${id}::uuid
    for update
  `.execute(transaction);
  const [pending] = rows;
  if (!pending) return false;
  if (pending.leased) {
    throw new WebhookAdministrationError('delivery_in_flight', 'This event is being sent at the moment.');
  }
  if (pending.trigger === 'auto') {
    await sql`
      update webhook_delivery set trigger = 'manual', due_at = now(), budget_from = budget_from + 1
      where company_id = ${companyId}::bigint and id = ${id}::uuid
    `.execute(transaction);
  }
  return true;
}

/** A finished delivery goes back to the queue for exactly one attempt. Returns false when there is none. */
async function returnToQueue(
  transaction: Kysely<Tables>,
  companyId: string,
  id: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ eventKept: boolean; endpointKept: boolean }>`
    select
      exists (select from webhook_event as event
        where event.company_id = finished.company_id and event.id = finished.event_id) as event_kept,
      exists (select from webhook_endpoint as endpoint
        where endpoint.company_id = finished.company_id and endpoint.id = finished.endpoint_id
          and endpoint.state <> 'deleted') as endpoint_kept
    from webhook_delivery_finished as finished
    where company_id = ${companyId}::bigint and id = ${id}::uuid
    for update
  `.execute(transaction);
  const [finished] = rows;
  if (!finished) return false;
  if (!finished.endpointKept) {
    throw new WebhookAdministrationError('endpoint_not_found', 'The endpoint was deleted.');
  }
  if (!finished.eventKept) {
    throw new WebhookAdministrationError('event_expired', 'The event is too old; it is no longer kept.');
  }
  await sql`
    with gone as (
      delete from webhook_delivery_finished
      where company_id = ${companyId}::bigint and id = ${id}::uuid
      returning *
    )
    insert into webhook_delivery
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, trigger, attempts, budget_from, due_at)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'manual', attempts,
      attempts + 1 - ${defaultRules.maxAttempts}::integer, now()
    from gone
  `.execute(transaction);
  return true;
}

async function attemptsOf(
  kysely: Kysely<Tables>,
  companyId: string,
  deliveries: readonly { id: string }[],
): Promise<Map<string, Attempt[]>> {
  const ids = deliveries.map(({ id }) => id);
  const rows = await kysely
    .selectFrom('webhookAttempt')
    .select([
      'deliveryId',
      'id',
      'attemptNumber',
      'trigger',
      'outcome',
      'errorCode',
      'errorText',
      'url',
      'startedAt',
    ])
    .select(['durationMs', 'timings', 'requestHeaders', 'responseStatus', 'responseHeaders', 'responseBody'])
    .select(['responseTruncated', 'nextAttemptAt'])
    .where('companyId', '=', companyId)
    .where((eb) => eb('deliveryId', '=', eb.fn.any(sql<string[]>`${ids}::uuid[]`)))
    .orderBy('startedAt')
    .orderBy('id')
    .execute();
  const grouped = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return new Map(
    [...grouped].map(([id, attempts]) => [id, attempts.map(({ deliveryId: _, ...attempt }) => attempt)]),
  );
}

/** An id that is none is the id of nothing. */
function uuidOrNothing(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;
}
