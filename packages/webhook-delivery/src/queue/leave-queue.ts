import { type RawBuilder, sql } from 'kysely';

interface UnsentAttempt {
  companyId: string;
  /** SQL for the FROM clause, which must alias the deliveries as `delivery` and provide the columns of the queue. */
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  outcome: 'lost' | 'failed' | 'discarded';
  errorCode: RawBuilder<unknown>;
  errorText: RawBuilder<unknown>;
  startedAt: RawBuilder<unknown>;
}

/** Logs attempts that have no response. The SQL parts can refer to `delivery` and `endpoint`. */
export function unsentInsertion({
  companyId,
  from,
  id,
  outcome,
  errorCode,
  errorText,
  startedAt,
}: UnsentAttempt): RawBuilder<unknown> {
  return sql`
    insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
      error_code, error_text, url, started_at)
    select delivery.company_id, delivery.id, ${id}, delivery.endpoint_id, delivery.event_id, delivery.attempts + 1,
      delivery.trigger, ${sql.lit(outcome)}, ${errorCode}, ${errorText}, endpoint.url, ${startedAt}
    from ${from}
    join webhook_endpoint as endpoint
      on endpoint.company_id = ${companyId}::bigint and endpoint.id = delivery.endpoint_id
  `;
}

/** Logs the expired leases of the dequeued deliveries (`gone`) as lost attempts. */
export function lostInsertion(companyId: string): RawBuilder<unknown> {
  const insertion = unsentInsertion({
    companyId,
    from: sql`gone as delivery`,
    id: sql`delivery.lease_token`,
    outcome: 'lost',
    errorCode: sql`'lost'`,
    errorText: sql`'The service stopped before the attempt was recorded.'`,
    startedAt: sql`delivery.leased_at`,
  });
  return sql`${insertion} where delivery.lease_token is not null on conflict (company_id, delivery_id, id) do nothing`;
}

/** Archives the dequeued deliveries (`gone`). */
export function finishedInsertion(status: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, ${status}, attempts from gone
  `;
}
