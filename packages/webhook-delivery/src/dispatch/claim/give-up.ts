import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { finishedInsertion, unsentInsertion } from '../../queue/leave-queue.ts';

/** Archives, as exhausted, leased deliveries whose attempts have repeatedly crashed the process. */
export async function giveUp(
  database: Kysely<Tables>,
  companyId: string,
  leases: readonly { id: string; leaseToken: string }[],
): Promise<void> {
  await sql`
    with gone as (
      delete from webhook_delivery
      where company_id = ${companyId}::bigint and id = any(${leases.map(({ id }) => id)}::uuid[])
        and lease_token = any(${leases.map(({ leaseToken }) => leaseToken)}::uuid[])
      returning *
    ), logged as (${unsentInsertion({
      companyId,
      from: sql`gone as delivery`,
      id: sql`delivery.lease_token`,
      outcome: 'failed',
      errorCode: sql`'internal'`,
      errorText: sql`'Given up: the service stopped at each attempt.'`,
      startedAt: sql`now()`,
    })})
    ${finishedInsertion(sql`'exhausted'`)}
  `.execute(database);
}
