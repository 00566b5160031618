import type { CompanyQueries, Tables } from '@pv-planning/database';
import type { IdempotencyRecords, Reply } from '@pv-planning/server-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isLockTimeout } from '../records/database-errors.ts';

/** How long a key is remembered. */
const memory = sql`interval '24 hours'`;

const batchSize = 1_000;

/** Forgets the keys that no request can meet any more: company by company, in steps that lock for a moment only. */
export async function forgetExpiredKeys(kysely: Kysely<Tables>): Promise<void> {
  const companies = await kysely.selectFrom('company').select('companyId').execute();
  for (const { companyId } of companies) {
    while ((await forgetSome(kysely, companyId)) === batchSize);
  }
}

async function forgetSome(kysely: Kysely<Tables>, companyId: string): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('idempotencyKey')
    .where('companyId', '=', companyId)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('owner', 'key'),
        'in',
        selectFrom('idempotencyKey as expired')
          .select(['expired.owner', 'expired.key'])
          .where('expired.companyId', '=', companyId)
          .where('expired.createdAt', '<', sql<string>`now() - ${memory}`)
          .limit(batchSize)
          .forUpdate()
          .skipLocked()
          .$asTuple('owner', 'key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

interface KeyOwner {
  companyId: string;
  owner: string;
}

/** The idempotency keys of one owner, in the transaction of the change. A key is remembered for 24 hours. */
export function idempotencyRecords(
  db: CompanyQueries,
  transaction: Transaction<Tables>,
  { companyId, owner }: KeyOwner,
): IdempotencyRecords {
  /**
   * Takes a key that is free or expired; false when it is in use. While another transaction holds it, the statement
   * waits for two seconds; what it returns puts the usual bound back, before the change itself takes locks. Times are
   * compared without their zone, for a distributed table allows an upsert immutable functions alone.
   */
  async function take(key: string, fingerprint: string): Promise<boolean> {
    const { rows } = await sql`
      with patience as materialized (select set_config('lock_timeout', '2s', true))
      insert into idempotency_key (company_id, owner, key, fingerprint)
      select ${companyId}::bigint, ${owner}::text, ${key}::text, ${fingerprint}::text from patience
      on conflict (company_id, owner, key) do update
        set fingerprint = excluded.fingerprint, status = null, body = null, location = null, etag = null,
          created_at = excluded.created_at
        where idempotency_key.created_at at time zone 'UTC' < excluded.created_at at time zone 'UTC' - ${memory}
      returning set_config('lock_timeout', null, true)
    `.execute(transaction);
    return rows.length > 0;
  }

  function ofKey(key: string) {
    return { owner, key };
  }

  return {
    async reserve(key, fingerprint) {
      try {
        if (await take(key, fingerprint)) return { state: 'new' };
      } catch (error) {
        if (isLockTimeout(error)) return { state: 'running' };
        throw error;
      }
      const stored = await db
        .selectFrom('idempotencyKey')
        .select(['fingerprint', 'status', 'body', 'location', 'etag'])
        .where((eb) => eb.and(ofKey(key)))
        .executeTakeFirstOrThrow();
      const reply: Reply = {
        status: Number(stored.status),
        json: stored.body ?? undefined,
        headers: {
          ...(stored.location !== null && { Location: stored.location }),
          ...(stored.etag !== null && { ETag: stored.etag }),
        },
      };
      return { state: 'done', fingerprint: stored.fingerprint, reply };
    },

    async store(key, { status, json, headers }) {
      await db
        .updateTable('idempotencyKey')
        .set({
          status,
          body: json ?? null,
          location: headers.Location ?? null,
          etag: headers.ETag ?? null,
        })
        .where((eb) => eb.and(ofKey(key)))
        .execute();
    },
  };
}
