import type { CompanyQueries, SecretBox, Tables } from '@pv-planning/database';
import type { IdempotencyRecords, KeyLease, RequestKey, StoredResponse } from '@pv-planning/server-kit';
import { sql, type Transaction } from 'kysely';
import { isLockTimeout } from '../sql/database-errors.ts';
import { retention } from './retention.ts';
import type { StoredResponseLimit } from './stored-response-limit.ts';

interface KeyOwner {
  companyId: string;
  owner: string;
  limit: StoredResponseLimit;
  box: SecretBox;
  /** Whether the body of the response is encrypted. */
  isSealed: () => boolean;
}

/** Names the row of a stored response, to which its encrypted body is bound. */
export const responseRow = (companyId: string, owner: string, key: string) =>
  JSON.stringify([companyId, owner, key]);

/** Reserves idempotency keys of one owner and stores their responses, in the transaction of the change. */
export function idempotencyRecords(
  db: CompanyQueries,
  transaction: Transaction<Tables>,
  { companyId, owner, limit, box, isSealed }: KeyOwner,
): IdempotencyRecords {
  /**
   * Reserves a key that is new or expired. Returns false if the key is in use. The statement waits up to two seconds for another
   * transaction that has reserved the key. RETURNING restores `lock_timeout` before the change itself takes locks. Times are compared
   * without time zone because upserts on distributed tables allow only immutable functions.
   *
   * A committed row without a status belongs to a request with a lease, and `created_at` is when that began or was renewed.
   */
  async function reserveKey({ key, fingerprint }: RequestKey, lease?: KeyLease): Promise<boolean> {
    const { rows } = await sql`
      with bounded_wait as materialized (select set_config('lock_timeout', '2s', true))
      insert into idempotency_key (company_id, owner, key, fingerprint, lease)
      select ${companyId}::bigint, ${owner}::text, ${key}::text, ${fingerprint}::text, ${lease?.id ?? null}::uuid
        from bounded_wait
      on conflict (company_id, owner, key) do update
        set fingerprint = excluded.fingerprint, status = null, body = null, location = null, etag = null,
          lease = excluded.lease, created_at = excluded.created_at
        where idempotency_key.created_at at time zone 'UTC' < excluded.created_at at time zone 'UTC' - ${retention}
          or idempotency_key.status is null and idempotency_key.fingerprint = excluded.fingerprint
            and (idempotency_key.lease is null or idempotency_key.lease = excluded.lease
              or idempotency_key.created_at at time zone 'UTC'
                < excluded.created_at at time zone 'UTC' - make_interval(secs => ${lease?.seconds ?? 0}::float8))
      returning set_config('lock_timeout', null, true)
    `.execute(transaction);
    return rows.length > 0;
  }

  function ofKey(key: string) {
    return { owner, key };
  }

  /** A body that is not sealed is a JSON object. */
  function opened(key: string, body: string | undefined): string | undefined {
    return body === undefined || body.startsWith('{')
      ? body
      : box.open(body, responseRow(companyId, owner, key));
  }

  return {
    async reserve(key, lease) {
      try {
        if (await reserveKey(key, lease)) {
          await limit.requireSpace(companyId, db);
          return { state: 'new' };
        }
      } catch (error) {
        if (isLockTimeout(error)) return { state: 'running', fingerprint: undefined };
        throw error;
      }
      const stored = await db
        .selectFrom('idempotencyKey')
        .select(['fingerprint', 'status', 'body', 'location', 'etag'])
        .where((eb) => eb.and(ofKey(key.key)))
        .executeTakeFirstOrThrow();
      const { fingerprint } = stored;
      if (stored.status === null) return { state: 'running', fingerprint };
      const response: StoredResponse = {
        status: stored.status,
        json: opened(key.key, stored.body ?? undefined),
        headers: {
          ...(stored.location !== null && { Location: stored.location }),
          ...(stored.etag !== null && { ETag: stored.etag }),
        },
      };
      return { state: 'done', fingerprint, response };
    },

    renew: reserveKey,

    async release(key, { id: lease }, keep) {
      const held = { ...ofKey(key), lease };
      if (keep)
        await db
          .updateTable('idempotencyKey')
          .set({ lease: null })
          .where((eb) => eb.and(held))
          .execute();
      else
        await db
          .deleteFrom('idempotencyKey')
          .where((eb) => eb.and(held))
          .execute();
    },

    async store(key, { status, json, headers }) {
      const body =
        json !== undefined && isSealed() ? box.seal(json, responseRow(companyId, owner, key)) : json;
      await db
        .updateTable('idempotencyKey')
        .set({
          status,
          body: body ?? null,
          location: headers.Location ?? null,
          etag: headers.ETag ?? null,
          lease: null,
        })
        .where((eb) => eb.and(ofKey(key)))
        .execute();
      limit.add(companyId, body);
    },
  };
}
