import type { Tables } from '@pv-planning/database';
import { type Kysely, type Selectable, sql } from 'kysely';
import { uuidOrNothing } from './identifier.ts';
import { recoverFailed } from './recover-failed.ts';
import { redeliver } from './redeliver.ts';

/** A line of the log, within its delivery. */
export type Attempt = Omit<
  Selectable<Tables['webhookAttempt']>,
  'companyId' | 'deliveryId' | 'endpointId' | 'eventId'
>;

export interface Delivery {
  companyId: string;
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  eventCreatedAt: string;
  status: 'pending' | Selectable<Tables['webhookDeliveryFinished']>['status'];
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
  /**
   * Puts every delivery to an endpoint that was given up at `since` or later, and before `until` when given, back in
   * the queue with all its attempts, in the order in which the events happened. Tests and events no longer kept stay
   * out. Times are ISO 8601 with an offset. Returns how many.
   */
  recover(failed: {
    companyId: string;
    endpointId: string;
    since: string;
    until?: string | undefined;
  }): Promise<number>;
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
      await redeliver(kysely, companyId, uuidOrNothing(deliveryId));
    },

    async recover({ companyId, endpointId, since, until }) {
      return recoverFailed(kysely, { companyId, endpointId: uuidOrNothing(endpointId), since, until });
    },
  };
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
