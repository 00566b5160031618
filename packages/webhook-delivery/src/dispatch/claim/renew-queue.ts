import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import type { DeliveryRules } from '../../queue/rules.ts';
import { discardExpired } from '../../retention/discard-expired.ts';

const batchSize = 1_000;

/**
 * Prepares a batch of the queue of an endpoint that was enabled: discards expired deliveries and resets the attempts of the others,
 * due in the order of their events. Returns whether the oldest event can be sent now; until then, no delivery of the endpoint may
 * be sent.
 */
export async function renewQueue(
  database: Kysely<Tables>,
  {
    companyId,
    endpointId,
    rules,
  }: { companyId: string; endpointId: string; rules: Pick<DeliveryRules, 'retentionDays'> },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      select id from webhook_endpoint
      where company_id = ${companyId}::bigint and id = ${endpointId}::uuid and release_pending
      for no key update skip locked
    `.execute(transaction);
    if (rows.length === 0) return false;
    if ((await discardExpired(transaction, { companyId, endpointId, rules })) > 0) return false;
    const { numAffectedRows } = await sql`
      with retried as materialized (
        select id from webhook_delivery
        where company_id = ${companyId}::bigint and endpoint_id = ${endpointId}::uuid and due_at > event_created_at
        order by event_created_at
        limit ${batchSize}
        for update skip locked
      )
      update webhook_delivery
      set budget_from = attempts, due_at = event_created_at
      where company_id = ${companyId}::bigint and id = any(array(select retried.id from retried))
    `.execute(transaction);
    if (Number(numAffectedRows ?? 0) < batchSize) {
      await sql`
        update webhook_endpoint set release_pending = false
        where company_id = ${companyId}::bigint and id = ${endpointId}::uuid
      `.execute(transaction);
    }
    return true;
  });
}
