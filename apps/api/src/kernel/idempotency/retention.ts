import { sql } from 'kysely';

/** Retention of stored responses. */
export const retentionDays = 1;

export const retention = sql.raw(`interval '${24 * retentionDays} hours'`);
