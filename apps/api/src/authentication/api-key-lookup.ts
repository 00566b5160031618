import { type Scope, scopes } from '@pv-planning/contract';
import type { Database } from '@pv-planning/database';
import {
  addressBucket,
  rateLimited,
  type SlotLimits,
  tenantSlots,
  windowCounter,
} from '@pv-planning/server-kit';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asApiError } from '../sql/database-errors.ts';
import { companyOfKey, keyHash } from './api-key.ts';
import type { CompanyCaller } from './company-caller.ts';
import { companyRegister } from './company-register.ts';
import { lookupLimits } from './lookup-limits.ts';

/**
 * How long a key is accepted without a lookup, and how long requests wait for a lookup from its start. The sum of both is how long a
 * revoked key may still be accepted while the database responds within that time.
 */
const freshMs = 3_000;
const lookupPatienceMs = 2_000;
/**
 * A key that was not looked up for this time is not accepted before its lookup has ended, if the database has responded to any lookup
 * lately. So many lookups cannot keep a revoked key valid.
 */
const staleMs = 60_000;
const respondingMs = 10_000;
/** How long a key that worked is accepted if lookups fail or take too long. */
const acceptedMs = 3_600_000;
/** Maximum number of unknown keys that are looked up per minute and network address. */
const unknownKeysPerMinute = 60;
/** Minimum time between two warnings about the same key. */
const warningIntervalMs = 60_000;
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

/** Limits on concurrent lookups of keys that worked within the last hour. At most one lookup per key is waiting. */
const knownKeyLimits: SlotLimits = {
  maxRunning: 2,
  maxRunningPerTenant: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitingPerTenant: Number.POSITIVE_INFINITY,
  retryAfterSeconds: 5,
};

/** Maximum number of connections for lookups. */
export const keyLookupConnections = knownKeyLimits.maxRunning + lookupLimits.maxRunning;

/**
 * Returns the caller that owns a key, or null if the key is unknown or revoked. A key that worked within the last hour is never
 * rejected because of too many lookups.
 *
 * @throws for any other key, 429 `rate_limited` or `too_many_concurrent` if this client sends too many, 503 `service_unavailable` if all clients together do
 */
export type ApiKeyLookup = (apiKey: string, clientAddress: string) => Promise<CompanyCaller | null>;

type Lookup = Promise<CompanyCaller | null>;

interface AcceptedKey {
  caller: CompanyCaller;
  /** Start of the last successful lookup. */
  checkedAt: number;
  warnedAt: number;
}

interface RunningLookup {
  startedAt: number;
  result: Lookup;
}

/**
 * Looks up API keys and remembers those that exist. The maps are indexed by hash, so that no key stays in memory. Unknown keys are not
 * remembered, so that they cannot fill the memory.
 */
export function apiKeyLookup(database: Database, logger: Logger): ApiKeyLookup {
  const knownKeySlots = tenantSlots(knownKeyLimits);
  const otherKeySlots = tenantSlots(lookupLimits);
  const unknownKeys = windowCounter(60_000);
  const companyMayExist = companyRegister(database);
  const accepted = new Map<string, AcceptedKey>();
  /** Lookups in progress, which concurrent requests share. */
  const lookups = new Map<string, RunningLookup>();
  /** When the database responded to the latest lookup. */
  let respondedAt = Number.NEGATIVE_INFINITY;
  const usedAt = new Map<string, number>();

  async function lookUp(companyId: string, hash: string): Promise<CompanyCaller | null> {
    const checkedAt = performance.now();
    const found = await database.kysely
      .selectFrom('apiKey')
      .select(['id', 'scopes'])
      .where('companyId', '=', companyId)
      .where('hash', '=', Buffer.from(hash, 'base64'))
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    respondedAt = performance.now();
    if (!found) {
      accepted.delete(hash);
      return null;
    }
    // Not awaited: the update may have to wait for the lock of a concurrent revocation.
    recordUse(companyId, found.id).catch((error: unknown) => {
      usedAt.delete(found.id);
      logger.warn({ err: error }, 'failed to record the use of an API key');
    });
    const caller = keyCaller(companyId, found.id, found.scopes);
    const warnedAt = accepted.get(hash)?.warnedAt ?? Number.NEGATIVE_INFINITY;
    accepted.set(hash, { caller, checkedAt, warnedAt });
    return caller;
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

  async function lookUpOtherKey(companyId: string, hash: string, clientAddress: string): Lookup {
    const bucket = addressBucket(clientAddress);
    const { count, secondsLeft } = unknownKeys.read(bucket);
    // Applies before the company is looked up, because the difference would tell which companies exist.
    if (count >= unknownKeysPerMinute) throw rateLimited(secondsLeft);
    const { signal } = new AbortController();
    const caller = (await companyMayExist(companyId))
      ? await otherKeySlots.run(bucket, signal, () => lookUp(companyId, hash))
      : null;
    if (!caller) unknownKeys.add(bucket);
    return caller;
  }

  function shared(hash: string, begin: () => Lookup): RunningLookup {
    const running = lookups.get(hash);
    if (running) return running;
    const result = begin()
      .catch((error: unknown) => {
        throw asApiError(error);
      })
      .finally(() => lookups.delete(hash));
    const lookup = { startedAt: performance.now(), result };
    lookups.set(hash, lookup);
    return lookup;
  }

  function acceptUnchecked(known: AcceptedKey, fields: { err?: unknown }): CompanyCaller {
    const now = performance.now();
    if (now - known.warnedAt >= warningIntervalMs) {
      known.warnedAt = now;
      const { logFields } = known.caller;
      logger.warn({ ...fields, ...logFields }, 'accepted an API key whose lookup failed or takes too long');
    }
    return known.caller;
  }

  /** Returns the result of a lookup, or the known caller if the lookup fails or takes too long. */
  async function resultOr(known: AcceptedKey, { startedAt, result }: RunningLookup): Lookup {
    const now = performance.now();
    const mustWait = now - known.checkedAt > staleMs && now - respondedAt < respondingMs;
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const timer = mustWait ? undefined : setTimeout(resolve, startedAt + lookupPatienceMs - now, undefined);
    try {
      const caller = await Promise.race([result, timeout]);
      return caller === undefined ? acceptUnchecked(known, {}) : caller;
    } catch (error) {
      return acceptUnchecked(known, { err: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (apiKey, clientAddress) => {
    const companyId = companyOfKey(apiKey);
    if (companyId === undefined) return null;
    const hash = keyHash(apiKey);
    const known = accepted.get(hash);
    const age = performance.now() - (known?.checkedAt ?? Number.NEGATIVE_INFINITY);
    if (!known || age > acceptedMs)
      return shared(hash, () => lookUpOtherKey(companyId, hash, clientAddress)).result;
    if (age < freshMs) return known.caller;
    const { signal } = new AbortController();
    const lookUpAgain = () => knownKeySlots.run(companyId, signal, () => lookUp(companyId, hash));
    return resultOr(known, shared(hash, lookUpAgain));
  };
}
