import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { finishedInsertion, lostInsertion, unsentInsertion } from '../queue/leave-queue.ts';
import type { DeliveryRules } from '../queue/rules.ts';

const batchSize = 1_000;

export interface DiscardOptions {
  companyId: string;
  /** Whose; without it, of every endpoint that is not active. */
  endpointId?: string;
  rules: Pick<DeliveryRules, 'retentionDays'>;
}

interface Holder {
  id: string;
  state: string;
  /** Events before this are too old. */
  oldest: string;
}

/**
 * Discards queued events that are too old, and everything queued for a deleted endpoint, with a line in the log of
 * attempts. One batch of each endpoint: returns how many were discarded; there may be more unless none was.
 *
 * What was never attempted is due when its event happened, so those due longest are the oldest; an attempt moves one.
 */
export async function discardExpired(
  database: QueryExecutorProvider,
  { companyId, endpointId, rules: { retentionDays } }: DiscardOptions,
): Promise<number> {
  const { rows: holders } = await sql<Holder>`
    select id, state, now() - ${retentionDays} * interval '1 day' as oldest from webhook_endpoint
    where company_id = ${companyId}::bigint
      and ${endpointId === undefined ? sql`state <> 'active'` : sql`id = ${endpointId}::uuid`}
  `.execute(database);
  let discarded = 0;
  for (const holder of holders) {
    for (const condition of conditions(holder)) {
      discarded += await discardBatch(database, { companyId, holder, condition, retentionDays });
    }
  }
  return discarded;
}

/** Each finds what is too old by an index. */
function conditions({ state, oldest }: Holder): RawBuilder<unknown>[] {
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
    holder,
    condition,
    retentionDays,
  }: { companyId: string; holder: Holder; condition: RawBuilder<unknown>; retentionDays: number },
): Promise<number> {
  const [code, text] =
    holder.state === 'deleted'
      ? ['endpoint_deleted', 'The endpoint was deleted.']
      : ['discarded_30d', `The event waited longer than ${retentionDays} days.`];
  const { numAffectedRows } = await sql`
    with expired as materialized (
      select id from webhook_delivery
      where company_id = ${companyId}::bigint and endpoint_id = ${holder.id}::uuid and ${condition}
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
