import type { CompanyQueries, Tables } from '@pv-planning/database';
import type { IdempotencyRecords, StoredResponse } from '@pv-planning/server-kit';
import { sql, type Transaction } from 'kysely';
import { isLockTimeout } from '../sql/database-errors.ts';
import { retention } from './retention.ts';
import type { StoredResponseLimit } from './stored-response-limit.ts';

interface KeyOwner {
  companyId: string;
  owner: string;
  limit: StoredResponseLimit;
}

/** Reserves idempotency keys of one owner and stores their responses, in the transaction of the change. */
export function idempotencyRecords(
  db: CompanyQueries,
  transaction: Transaction<Tables>,
  { companyId, owner, limit }: KeyOwner,
): IdempotencyRecords {
  /**
   * Reserves a key that is new or expired. Returns false if the key is in use. The statement waits up to two seconds for another
   * transaction that has reserved the key. RETURNING restores `lock_timeout` before the change itself takes locks. Times are compared
   * without time zone because upserts on distributed tables allow only immutable functions.
   */
  async function reserveKey(key: string, fingerprint: string): Promise<boolean> {
    const { rows } = await sql`
      with bounded_wait as materialized (select set_config('lock_timeout', '2s', true))
      insert into idempotency_key (company_id, owner, key, fingerprint)
      select ${companyId}::bigint, ${owner}::text, ${key}::text, ${fingerprint}::text from bounded_wait
      on conflict (company_id, owner, key) do update
        set fingerprint = excluded.fingerprint, status = null, body = null, location = null, etag = null,
          created_at = excluded.created_at
        where idempotency_key.created_at at time zone 'UTC' < excluded.created_at at time zone 'UTC' - ${retention}
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
        if (await reserveKey(key, fingerprint)) {
          await limit.requireSpace(companyId, db);
          return { state: 'new' };
        }
      } catch (error) {
        if (isLockTimeout(error)) return { state: 'running' };
        throw error;
      }
      const stored = await db
        .selectFrom('idempotencyKey')
        .select(['fingerprint', 'status', 'body', 'location', 'etag'])
        .where((eb) => eb.and(ofKey(key)))
        .executeTakeFirstOrThrow();
      const response: StoredResponse = {
        status: Number(stored.status),
        json: stored.body ?? undefined,
        headers: {
          ...(stored.location !== null && { Location: stored.location }),
          ...(stored.etag !== null && { ETag: stored.etag }),
        },
      };
      return { state: 'done', fingerprint: stored.fingerprint, response };
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
      limit.add(companyId, json);
    },
  };
}
