import type { Tables } from '@pv-planning/database';
import { type Kysely, type Selectable, sql } from 'kysely';
import { recoverFailed } from './recover-failed.ts';
import { redeliver } from './redeliver.ts';
import { uuidOrNull } from './uuid-or-null.ts';

/** An entry of the log. */
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
  /** Time of the next attempt; null if the delivery is finished. */
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
  /** Returns deliveries with all attempts, newest events first. `limit` defaults to 50. */
  list(filter: {
    companyId: string;
    endpointId: string;
    status?: Delivery['status'];
    limit?: number;
    offset?: number;
  }): Promise<Delivery[]>;
  /** Returns the company of a delivery, or undefined if there is no such delivery. */
  companyOf(deliveryId: string): Promise<string | undefined>;
  /**
   * Sends an event again immediately, regardless of the state of the delivery and of the endpoint. Several calls before the attempt
   * result in a single attempt. Fails while an attempt is in flight (`delivery_in_flight`) and after the event's retention
   * (`event_expired`). Call `dispatcher.wake(companyId)` afterwards if there is a dispatcher.
   */
  redeliver(id: DeliveryId): Promise<void>;
  /**
   * Requeues all deliveries to an endpoint that were exhausted at or after `since` and, if given, before `until`. Grants them new
   * attempts and keeps the order of their events. Excludes tests and expired events. Times are ISO 8601 with an offset. Returns the
   * number of deliveries.
   */
  recover(failed: {
    companyId: string;
    endpointId: string;
    since: string;
    until?: string | undefined;
  }): Promise<number>;
}

/** The log of deliveries. Errors are `WebhookAdministrationError`. */
export function createDeliveries({ kysely }: { kysely: Kysely<Tables> }): Deliveries {
  return {
    async list({ companyId, endpointId, status, limit = 50, offset = 0 }) {
      const { rows } = await sql<Delivery>`
        with listed as (
          select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'pending' as status,
            due_at, null::timestamptz as finished_at
          from webhook_delivery
          where company_id = ${companyId}::bigint and endpoint_id = ${uuidOrNull(endpointId)}::uuid
          union all
          select company_id, id, endpoint_id, event_id, event_type, event_created_at, status, null, finished_at
          from webhook_delivery_finished
          where company_id = ${companyId}::bigint and endpoint_id = ${uuidOrNull(endpointId)}::uuid
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
          where delivery.company_id = company.company_id and delivery.id = ${uuidOrNull(deliveryId)}::uuid
        ) or exists (
          select from webhook_delivery_finished as delivery
          where delivery.company_id = company.company_id and delivery.id = ${uuidOrNull(deliveryId)}::uuid
        )
      `.execute(kysely);
      return rows[0]?.companyId;
    },

    async redeliver({ companyId, deliveryId }) {
      await redeliver(kysely, companyId, uuidOrNull(deliveryId));
    },

    async recover({ companyId, endpointId, since, until }) {
      return recoverFailed(kysely, { companyId, endpointId: uuidOrNull(endpointId), since, until });
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
