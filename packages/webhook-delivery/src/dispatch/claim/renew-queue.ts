import { type QueryExecutorProvider, sql } from 'kysely';
import { discardExpired } from '../../discard.ts';
import type { DeliveryRules } from '../../rules.ts';

const batchSize = 1_000;

/**
 * Makes a part of what has queued for an endpoint ready to be sent, now that it is enabled: discards what is too old,
 * and gives the rest all their attempts again, due in the order in which the events happened.
 * Returns whether the oldest event may be sent now; until then nothing of the endpoint must be.
 */
export async function renewQueue(
  transaction: QueryExecutorProvider,
  {
    companyId,
    endpointId,
    rules,
  }: { companyId: string; endpointId: string; rules: Pick<DeliveryRules, 'retentionDays' | 'leaseMs'> },
): Promise<boolean> {
  const discarded = await discardExpired(transaction, { companyId, endpointId, rules });
  if (discarded > 0) return false;
  const { numAffectedRows } = await sql`
    update webhook_delivery
    set budget_from = attempts, due_at = case when lease_token is null then event_created_at else due_at end
    where company_id = ${companyId}::bigint and id in (
      select id from webhook_delivery
      where company_id = ${companyId}::bigint and endpoint_id = ${endpointId}::uuid and due_at > event_created_at
      order by event_created_at
      limit ${batchSize}
      for update skip locked
    )
  `.execute(transaction);
  if (Number(numAffectedRows ?? 0) < batchSize) {
    await sql`
      update webhook_endpoint set release_pending = false
      where company_id = ${companyId}::bigint and id = ${endpointId}::uuid
    `.execute(transaction);
  }
  return true;
}
