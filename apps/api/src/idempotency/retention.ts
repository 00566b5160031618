import { sql } from 'kysely';

/** How long responses are stored under their idempotency keys. */
export const retention = sql`interval '24 hours'`;
