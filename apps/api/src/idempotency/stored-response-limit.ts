import type { CompanyQueries } from '@pv-planning/database';
import { rateLimited } from '@pv-planning/server-kit';
import { sql } from 'kysely';

/** How long answers are kept under idempotency keys. */
export const retention = sql`interval '24 hours'`;

/** Maximum bytes of the kept answers of a company. */
const maxBytes = 256 * 1024 * 1024;

/** Other processes keep answers too, and old ones expire. */
const recountMs = 60_000;
const retrySeconds = 600;

interface Count {
  bytes: number;
  until: number;
}

/** Limits how much is kept for a company. Adds up what this process keeps, and reads the sum again once a minute. */
export interface KeptAnswers {
  /** @throws 429 `rate_limited` if the company's answers take up all the room: none is dropped early */
  requireRoom(companyId: string, db: CompanyQueries): Promise<void>;
  add(companyId: string, json: string | undefined): void;
}

export function keptAnswers(): KeptAnswers {
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
    async requireRoom(companyId, db) {
      const last = counts.get(companyId);
      const count = last && last.until > performance.now() ? last : await recount(companyId, db);
      if (count.bytes >= maxBytes) throw rateLimited(retrySeconds);
    },
    add(companyId, json) {
      const count = counts.get(companyId);
      if (count && json !== undefined) count.bytes += Buffer.byteLength(json);
    },
  };
}
