import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { limited } from '../contract/api-errors.ts';
import { retention } from './retention.ts';

/** Maximum total size of the stored responses of a company. */
const maxBytes = 256 * 1024 * 1024;

/** The total is read again after this time, because other processes also store responses, and old responses expire. */
const recountMs = 60_000;
const retrySeconds = 600;

interface Count {
  bytes: number;
  until: number;
}

/**
 * Limits the total size of stored responses per company. Between reads of the total from the database, counts only the responses
 * that this process has stored.
 */
export interface StoredResponseLimit {
  /** @throws 429 `too_many_stored_responses` if the company has reached the limit; responses are never deleted before they expire */
  requireSpace(companyId: string, db: CompanyQueries): Promise<void>;
  /** Counts a stored response. */
  add(companyId: string, json: string | undefined): void;
}

export function storedResponseLimit(): StoredResponseLimit {
  const counts = new Map<string, Count>();

  async function recount(companyId: string, db: CompanyQueries): Promise<Count> {
    const { bytes } = await db
      .selectFrom('idempotencyKey')
      .select(({ fn }) => fn.coalesce(fn.sum<string>('bodyBytes'), sql<string>`0`).as('bytes'))
      .where('createdAt', '>', sql<string>`now() - ${retention}`)
      .executeTakeFirstOrThrow();
    const count = { bytes: Number(bytes), until: performance.now() + recountMs };
    counts.set(companyId, count);
    return count;
  }

  return {
    async requireSpace(companyId, db) {
      const last = counts.get(companyId);
      const count = last && last.until > performance.now() ? last : await recount(companyId, db);
      if (count.bytes >= maxBytes) throw limited('too_many_stored_responses', retrySeconds);
    },
    add(companyId, json) {
      const count = counts.get(companyId);
      if (count && json !== undefined) count.bytes += Buffer.byteLength(json);
    },
  };
}
