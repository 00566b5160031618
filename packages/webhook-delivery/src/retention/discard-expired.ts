import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { finishedInsertion, lostInsertion, unsentInsertion } from '../queue/leave-queue.ts';
import type { DeliveryRules } from '../queue/rules.ts';

const batchSize = 1_000;

export interface DiscardOptions {
  companyId: string;
  /** Default: all endpoints that are not active. */
  endpointId?: string;
  rules: Pick<DeliveryRules, 'retentionDays'>;
}

interface QueueOwner {
  id: string;
  state: string;
  /** Events before this time have expired. */
  oldest: string;
}

/**
 * Discards and logs a batch of each endpoint's expired deliveries, or of all deliveries if the endpoint is deleted. Returns their
 * number; if it is above zero, more may be left.
 */
export async function discardExpired(
  database: QueryExecutorProvider,
  { companyId, endpointId, rules: { retentionDays } }: DiscardOptions,
): Promise<number> {
  const { rows: endpoints } = await sql<QueueOwner>`
    select id, state, now() - ${retentionDays} * interval '1 day' as oldest from webhook_endpoint
    where company_id = ${companyId}::bigint
      and ${endpointId === undefined ? sql`state <> 'active'` : sql`id = ${endpointId}::uuid`}
  `.execute(database);
  let discarded = 0;
  for (const endpoint of endpoints) {
    for (const condition of conditions(endpoint)) {
      discarded += await discardBatch(database, { companyId, endpoint, condition, retentionDays });
    }
  }
  return discarded;
}

/** Conditions of expired deliveries, each with an index. A delivery that was not attempted yet is due at the time of its event. */
function conditions({ state, oldest }: QueueOwner): RawBuilder<unknown>[] {
  if (state === 'deleted') return [sql`true`];
  return [
    sql`due_at < ${oldest}::timestamptz`,
    sql`due_at > event_created_at and event_created_at < ${oldest}::timestamptz`,
  ];
}

async function discardBatch(
  database: QueryExecutorProvider,
  {
    companyId,
    endpoint,
    condition,
    retentionDays,
  }: { companyId: string; endpoint: QueueOwner; condition: RawBuilder<unknown>; retentionDays: number },
): Promise<number> {
  const [code, text] =
    endpoint.state === 'deleted'
      ? ['endpoint_deleted', 'The endpoint was deleted.']
      : ['discarded_30d', `The event waited longer than ${retentionDays} days.`];
  const { numAffectedRows } = await sql`
    with expired as materialized (
      select id from webhook_delivery
      where company_id = ${companyId}::bigint and endpoint_id = ${endpoint.id}::uuid and ${condition}
        and (lease_token is null or lease_until <= now())
      limit ${batchSize}
      for update skip locked
    ), gone as (
      delete from webhook_delivery
      where company_id = ${companyId}::bigint and id = any(array(select expired.id from expired))
      returning *
    ), lost as (${lostInsertion(companyId)}
    ), logged as (${unsentInsertion({
      companyId,
      from: sql`gone as delivery`,
      id: sql`gen_random_uuid()`,
      outcome: 'discarded',
      errorCode: sql`${code}::text`,
      errorText: sql`${text}::text`,
      startedAt: sql`now()`,
    })})
    ${finishedInsertion(sql`'discarded'`)}
  `.execute(database);
  return Number(numAffectedRows ?? 0);
}
