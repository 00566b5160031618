import { sql } from 'kysely';

/** How long responses are stored under their idempotency keys. */
export const retentionDays = 1;

export const retention = sql.raw(`interval '${24 * retentionDays} hours'`);
