import { type QueryExecutorProvider, sql } from 'kysely';
import type { Claim } from './claim.ts';

/**
 * Releases the leases of claimed deliveries that were not sent, so that other processes need not wait for the leases to expire.
 * Returns the number of deliveries that had their leases.
 */
export async function handBack(
  database: QueryExecutorProvider,
  companyId: string,
  claims: readonly Claim[],
): Promise<number> {
  if (claims.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    update webhook_delivery set lease_token = null
    where company_id = ${companyId}::bigint and id = any(${claims.map(({ deliveryId }) => deliveryId)}::uuid[])
      and lease_token = any(${claims.map(({ leaseToken }) => leaseToken)}::uuid[])
  `.execute(database);
  return Number(numAffectedRows);
}
