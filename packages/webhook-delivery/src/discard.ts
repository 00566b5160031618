import { type QueryExecutorProvider, sql } from 'kysely';
import { finishedInsertion, unsentInsertion } from './delivery-log.ts';
import { releaseLapsedLeases } from './dispatch/claim/lost-lease.ts';
import type { DeliveryRules } from './rules.ts';

const batchSize = 1_000;

export interface DiscardOptions {
  companyId: string;
  /** Whose; without it, of every endpoint that is not active. */
  endpointId?: string;
  rules: Pick<DeliveryRules, 'retentionDays' | 'leaseMs'>;
}

/**
 * Discards queued events that are too old, and everything queued for a deleted endpoint, with a line in the log of
 * attempts. One batch: returns how many were discarded; there may be more unless none was.
 *
 * What was never claimed is due when its event happened, so those due longest are the oldest; an attempt moves one.
 */
export async function discardExpired(
  database: QueryExecutorProvider,
  { companyId, endpointId, rules: { retentionDays, leaseMs } }: DiscardOptions,
): Promise<number> {
  const holders =
    endpointId === undefined ? sql`holder.state <> 'active'` : sql`holder.id = ${endpointId}::uuid`;
  await releaseLapsedLeases(database, { companyId, holders, leaseMs });
  const { numAffectedRows } = await sql`
    with gone as (
      delete from webhook_delivery as delivery
      where delivery.company_id = ${companyId}::bigint and delivery.id in (
          select old.id
          from webhook_endpoint as holder
          cross join lateral (
            select case holder.state when 'deleted' then 'infinity' else now() - ${retentionDays} * interval '1 day' end as time
          ) as cutoff
          cross join lateral (
            (
              select waiting.id from webhook_delivery as waiting
              where waiting.company_id = holder.company_id and waiting.endpoint_id = holder.id
                and waiting.due_at < cutoff.time
              limit ${batchSize}
            ) union (
              select retried.id from webhook_delivery as retried
              where retried.company_id = holder.company_id and retried.endpoint_id = holder.id
                and retried.due_at > retried.event_created_at and retried.event_created_at < cutoff.time
              limit ${batchSize}
            )
          ) as expired
          join webhook_delivery as old on old.company_id = holder.company_id and old.id = expired.id
          where holder.company_id = ${companyId}::bigint
            and ${holders} and old.lease_token is null
          limit ${batchSize}
          for update of old skip locked
        )
      returning delivery.*
    ), logged as (${unsentInsertion({
      companyId,
      of: sql`gone as delivery`,
      id: sql`gen_random_uuid()`,
      outcome: 'discarded',
      errorCode: sql`case endpoint.state when 'deleted' then 'endpoint_deleted' else 'discarded_30d' end`,
      errorText: sql`case endpoint.state when 'deleted' then 'The endpoint was deleted.'
        else 'The event waited longer than ' || ${retentionDays}::integer || ' days.' end`,
      startedAt: sql`now()`,
    })})
    ${finishedInsertion(sql`'discarded'`)}
  `.execute(database);
  return Number(numAffectedRows ?? 0);
}
