import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';

/** Lets the time pass after which leases of idempotency keys expire. */
export async function expireLeases(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .updateTable('idempotencyKey')
    .set({ createdAt: sql<string>`created_at - interval '1 hour'` })
    .where('status', 'is', null)
    .execute();
}
