import { type Scope, scopes } from '@pv-planning/contract';
import type { Database } from '@pv-planning/database';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CompanyCaller } from '../../kernel/company-caller.ts';
import { type ApiKeys, keyHash } from './api-key.ts';
import type { LookUp } from './look-up.ts';

/** Time for which a key is accepted without another look-up. */
const acceptedMs = 3_000;
/** Time for which a key is rejected without another look-up. Revoking is final. */
const rejectedMs = 60_000;
const maxRememberedKeys = 10_000;
/** Minimum time between two updates of `lastUsedAt`. */
const lastUsedIntervalMs = 60_000;

/** Returns the granted scopes and the scopes that they include: a write scope includes reading, `*` includes every scope. */
function effectiveScopes(granted: readonly string[]): ReadonlySet<string> {
  const known = Object.keys(scopes) as Scope[];
  if (granted.includes('*')) return new Set(known);
  return new Set(
    known.filter((scope) => granted.includes(scope) || granted.includes(scope.replace(/^read:/, 'write:'))),
  );
}

function keyCaller(companyId: string, keyId: string, granted: readonly string[]): CompanyCaller {
  const scopes = effectiveScopes(granted);
  const owner = `key:${keyId}`;
  return {
    tenant: companyId,
    owner,
    rateLimitKey: owner,
    logFields: { companyId, keyId },
    hasScope: (scope) => scopes.has(scope),
    actor: { kind: 'key', id: keyId },
  };
}

/**
 * Returns the caller that owns a key, or undefined if the key is made up or revoked. Only keys that this service has made are looked up.
 *
 * @throws as `LookUp` does
 */
export type ApiKeyLookup = (apiKey: string) => Promise<CompanyCaller | undefined>;

interface ApiKeyLookupParts {
  database: Database;
  keys: Pick<ApiKeys, 'companyOf'>;
  lookUp: LookUp;
  logger: Logger;
}

export function apiKeyLookup({ database, keys, lookUp, logger }: ApiKeyLookupParts): ApiKeyLookup {
  /** By hash, so that no key stays in memory. Concurrent requests share a look-up. */
  const remembered = new LRUCache<string, { caller?: CompanyCaller }, string>({
    max: maxRememberedKeys,
    ttl: acceptedMs,
    async fetchMethod(hash, _previous, { options, context: companyId }) {
      const caller = await lookUp(`keys of ${companyId}`, () => read(companyId, hash));
      if (caller) return { caller };
      options.ttl = rejectedMs;
      return {};
    },
  });

  async function read(companyId: string, hash: string): Promise<CompanyCaller | undefined> {
    const key = await database.kysely
      .selectFrom('apiKey')
      .select(['id', 'scopes', 'lastUsedAt'])
      .where('companyId', '=', companyId)
      .where('hash', '=', Buffer.from(hash, 'base64'))
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (!key) return undefined;
    const { id, scopes, lastUsedAt } = key;
    if (Date.now() - Date.parse(lastUsedAt ?? '1970-01-01') >= lastUsedIntervalMs)
      // Not awaited: the update may have to wait for the lock of a concurrent revocation.
      recordUse(companyId, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'failed to record the use of an API key'),
      );
    return keyCaller(companyId, id, scopes);
  }

  function recordUse(companyId: string, keyId: string): Promise<unknown> {
    return lookUp(`use of keys of ${companyId}`, () =>
      database.kysely
        .updateTable('apiKey')
        .set({ lastUsedAt: sql<string>`now()` })
        .where('companyId', '=', companyId)
        .where('id', '=', keyId)
        .execute(),
    );
  }

  return async (apiKey) => {
    const companyId = keys.companyOf(apiKey);
    if (companyId === undefined) return undefined;
    const found = await remembered.fetch(keyHash(apiKey), { context: companyId });
    return found?.caller;
  };
}
