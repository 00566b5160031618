import { type QueryExecutorProvider, sql } from 'kysely';
import type { Claim } from './claim.ts';

/** Identifies a delivery that this dispatcher has leased. */
export type DeliveryLease = Pick<Claim, 'eventId' | 'leaseToken'>;

/**
 * Releases the leases of deliveries that were not sent, so that other processes need not wait for the leases to expire.
 * Returns the number of deliveries that had their leases.
 */
export async function handBack(
  database: QueryExecutorProvider,
  companyId: string,
  leases: readonly DeliveryLease[],
): Promise<number> {
  if (leases.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    update webhook_delivery set lease_token = null
    where company_id = ${companyId}::bigint and event_id = any(${leases.map(({ eventId }) => eventId)}::uuid[])
      and lease_token = any(${leases.map(({ leaseToken }) => leaseToken)}::uuid[])
  `.execute(database);
  return Number(numAffectedRows);
}
