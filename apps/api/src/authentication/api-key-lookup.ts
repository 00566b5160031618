import { type Scope, scopes } from '@pv-planning/contract';
import type { Database } from '@pv-planning/database';
import { type SlotLimits, tenantSlots } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asApiError } from '../sql/database-errors.ts';
import { companyOfKey, keyHash } from './api-key.ts';
import type { CompanyCaller } from './company-caller.ts';

/** How long a lookup is cached, and thus how long a revoked key may still be accepted. The API guarantees at most 5 s. */
const cacheMs = 3_000;
/** Minimum time between two updates of `lastUsedAt`. */
const lastUsedIntervalMs = 60_000;

/** Returns the granted scopes and those that they include: a write scope includes reading, `*` includes every scope. */
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
 * Limits of concurrent lookups, which run before a request acquires a slot. A flood of unknown keys occupies at most two connections,
 * and clients take turns.
 */
const limits: SlotLimits = {
  maxRunning: 2,
  maxRunningPerTenant: 2,
  maxWaiting: 500,
  maxWaitingPerTenant: 100,
  maxWaitMs: 5_000,
  retryAfterSeconds: 5,
};

/**
 * Returns the caller that owns a key, or null if the key is unknown or revoked.
 *
 * @throws 429 `rate_limited` or 503 `service_unavailable` if too many lookups are waiting, for this client or in total
 */
export type ApiKeyLookup = (apiKey: string, clientAddress: string) => Promise<CompanyCaller | null>;

interface CachedLookup {
  /** May be pending; concurrent requests share one lookup. */
  caller: Promise<CompanyCaller | null>;
  until: number;
}

/**
 * Looks up API keys and caches the callers for a short time. The cache is indexed by hash, so that no key stays in memory. Unknown
 * keys are not cached, so that they cannot fill the cache.
 */
export function apiKeyLookup(database: Database, logger: Logger): ApiKeyLookup {
  const slots = tenantSlots(limits);
  const cache = new Map<string, CachedLookup>();
  const usedAt = new Map<string, number>();

  async function lookUp(companyId: string, hash: string): Promise<CompanyCaller | null> {
    const found = await database.kysely
      .selectFrom('apiKey')
      .select(['id', 'scopes'])
      .where('companyId', '=', companyId)
      .where('hash', '=', Buffer.from(hash, 'base64'))
      .where('revokedAt', 'is', null)
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw asApiError(error);
      });
    if (!found) return null;
    // Not awaited: the update may have to wait for the lock of a concurrent revocation.
    recordUse(companyId, found.id).catch((error: unknown) => {
      usedAt.delete(found.id);
      logger.warn({ err: error }, 'failed to record the use of an API key');
    });
    return keyCaller(companyId, found.id, found.scopes);
  }

  async function recordUse(companyId: string, keyId: string): Promise<void> {
    const last = usedAt.get(keyId) ?? 0;
    if (Date.now() - last < lastUsedIntervalMs) return;
    usedAt.set(keyId, Date.now());
    await database.kysely
      .updateTable('apiKey')
      .set({ lastUsedAt: sql<string>`now()` })
      .where('companyId', '=', companyId)
      .where('id', '=', keyId)
      .execute();
  }

  return async (apiKey, clientAddress) => {
    const companyId = companyOfKey(apiKey);
    if (companyId === undefined) return null;
    const hash = keyHash(apiKey);
    const cached = cache.get(hash);
    if (cached && cached.until > performance.now()) return cached.caller;
    const { signal } = new AbortController();
    const caller = slots.run(clientAddress, signal, () => lookUp(companyId, hash));
    const lookup = { caller, until: performance.now() + cacheMs };
    cache.set(hash, lookup);
    const found = await caller.catch(() => null);
    if (!found && cache.get(hash) === lookup) cache.delete(hash);
    return caller;
  };
}
