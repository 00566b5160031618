import type { CompanyQueries, LeaseOwners, SecretBox, Tables } from '@pv-planning/database';
import {
  type IdempotencyRecords,
  KeyInUseError,
  type RequestKey,
  type StoredResponse,
} from '@pv-planning/server-kit';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { isLockTimeout } from '../sql/database-errors.ts';
import { retention } from './retention.ts';
import type { StoredResponseLimit } from './stored-response-limit.ts';

interface KeyOwner {
  companyId: string;
  owner: string;
  limit: StoredResponseLimit;
  owners: () => LeaseOwners;
  box: SecretBox;
  /** Whether the body of the response is encrypted. */
  isSealed: () => boolean;
}

/** Names the row of a stored response, to which its encrypted body is bound. */
export const responseRow = (companyId: string, owner: string, key: string) =>
  JSON.stringify([companyId, owner, key]);

/**
 * Duration of a lease after it was taken or renewed. Exceeds the time of a step. Behind a pooler, the end of a process is not seen,
 * so its leases last as long, too.
 */
const leaseSeconds = 150;

/**
 * SQL condition: the request of a row without a status is abandoned. Its lease was released, has expired (`created_at` is the time
 * of the last renewal), or belongs to a process that has died.
 */
const isUnleased = ({ alive, since }: Omit<LeaseOwners, 'self'>, now: RawBuilder<unknown>) => sql<boolean>`(
  idempotency_key.lease is null
  or idempotency_key.created_at at time zone 'UTC' < ${now} - make_interval(secs => ${leaseSeconds}::float8)
  or idempotency_key.leased_by > 0 and idempotency_key.leased_by <> all(${alive}::integer[])
    and idempotency_key.created_at < ${since}::timestamptz)`;

/** Whether a request with the key is running. A request without a commit so far is not seen. */
export async function isKeyInUse(
  db: CompanyQueries,
  owner: string,
  key: string,
  owners: LeaseOwners,
): Promise<boolean> {
  const row = await db
    .selectFrom('idempotencyKey')
    .select(isUnleased(owners, sql`now() at time zone 'UTC'`).as('isUnleased'))
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('status', 'is', null)
    .executeTakeFirst();
  // Null while other processes are unknown.
  return row !== undefined && !row.isUnleased;
}

/** Reserves idempotency keys of one owner and stores their responses, in the transaction of the change. */
export function idempotencyRecords(
  db: CompanyQueries,
  transaction: Transaction<Tables>,
  { companyId, owner, limit, owners, box, isSealed }: KeyOwner,
): IdempotencyRecords {
  /**
   * Reserves a key that is new, expired or held under this lease. Returns false if the key is in use. RETURNING restores `lock_timeout`
   * before the change itself takes locks. Times are compared without time zone because upserts on distributed tables allow only
   * immutable functions.
   *
   * @param maxWait for another transaction that has locked the key; null for the ordinary limit
   */
  async function reserveKey(
    { key, fingerprint }: RequestKey,
    lease: string | undefined,
    maxWait: string | null,
  ): Promise<boolean> {
    const { self, ...others } = owners();
    const { rows } = await sql`
      with bounded_wait as materialized (select set_config('lock_timeout', ${maxWait}::text, true))
      insert into idempotency_key (company_id, owner, key, fingerprint, lease, leased_by)
      select ${companyId}::bigint, ${owner}::text, ${key}::text, ${fingerprint}::text, ${lease ?? null}::uuid,
          ${lease ? self : null}::integer
        from bounded_wait
      on conflict (company_id, owner, key) do update
        set fingerprint = excluded.fingerprint, status = null, body = null, location = null, etag = null,
          lease = excluded.lease, leased_by = excluded.leased_by, created_at = excluded.created_at
        where idempotency_key.created_at at time zone 'UTC' < excluded.created_at at time zone 'UTC' - ${retention}
          or idempotency_key.status is null and idempotency_key.fingerprint = excluded.fingerprint
            and (idempotency_key.lease = excluded.lease
              or ${isUnleased(others, sql`excluded.created_at at time zone 'UTC'`)})
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
        if (await reserveKey(key, lease, '10ms')) {
          await limit.requireSpace(companyId, db);
          return { state: 'new' };
        }
      } catch (error) {
        if (isLockTimeout(error)) throw new KeyInUseError();
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

    // Another request with the key locks the row for a moment, too. A request that has written must not fail because of that.
    renew: (key, lease) => reserveKey(key, lease, null),

    async release(key, lease, keep) {
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
