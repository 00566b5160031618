import { type Scope, scopes } from '@pv-planning/contract';
import type { Database } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { companyOfKey, keyHash } from '../records/api-key.ts';
import type { CompanyCaller } from './company-caller.ts';

/** How long a look-up is trusted: a revoked key is refused everywhere after this time, and 5 s are promised. */
const trustMs = 3_000;
/** How exactly `lastUsedAt` is kept. */
const lastUsedStepMs = 60_000;

/** The scopes as granted, with what they include: a write scope includes reading. `*` is every scope. */
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
    countedBy: owner,
    logged: { companyId, keyId },
    may: (scope) => scopes.has(scope),
    actor: { kind: 'key', id: keyId },
  };
}

interface Remembered {
  /** Settled or not: requests that come together share a look-up. */
  caller: Promise<CompanyCaller | null>;
  until: number;
}

/**
 * Looks API keys up, and remembers for a short time which exist: by their hash, so that no key stays in memory, and no refusal
 * once it is known, so that made-up keys take none.
 */
export function apiKeyLookup(
  database: Database,
  logger: Logger,
): (apiKey: string) => Promise<CompanyCaller | null> {
  const remembered = new Map<string, Remembered>();
  const usedAt = new Map<string, number>();

  async function lookUp(companyId: string, hash: string): Promise<CompanyCaller | null> {
    const found = await database.kysely
      .selectFrom('apiKey')
      .select(['id', 'scopes'])
      .where('companyId', '=', companyId)
      .where('hash', '=', Buffer.from(hash, 'base64'))
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (!found) return null;
    // The caller does not wait for it, nor for the lock of a revocation under way.
    noteUse(companyId, found.id).catch((error: unknown) => {
      usedAt.delete(found.id);
      logger.warn({ err: error }, 'the use of an API key was not noted');
    });
    return keyCaller(companyId, found.id, found.scopes);
  }

  async function noteUse(companyId: string, keyId: string): Promise<void> {
    const last = usedAt.get(keyId) ?? 0;
    if (Date.now() - last < lastUsedStepMs) return;
    usedAt.set(keyId, Date.now());
    await database.kysely
      .updateTable('apiKey')
      .set({ lastUsedAt: sql<string>`now()` })
      .where('companyId', '=', companyId)
      .where('id', '=', keyId)
      .execute();
  }

  return async (apiKey) => {
    const companyId = companyOfKey(apiKey);
    if (companyId === undefined) return null;
    const hash = keyHash(apiKey);
    const known = remembered.get(hash);
    if (known && known.until > performance.now()) return known.caller;
    const looked = { caller: lookUp(companyId, hash), until: performance.now() + trustMs };
    remembered.set(hash, looked);
    const caller = await looked.caller.catch(() => null);
    if (!caller && remembered.get(hash) === looked) remembered.delete(hash);
    return looked.caller;
  };
}
