import type { Scope } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { idOrNone } from '../kernel/identifiers/record-id.ts';
import { AdministrationError } from './administration-error.ts';
import type { ApiKeys, KeyOfApiKey } from './authentication/api-key.ts';
import { requireCompany } from './company-administration.ts';

export interface ApiKeySummary {
  companyId: string;
  id: string;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface ListedApiKey extends ApiKeySummary {
  secretKey: KeyOfApiKey;
}

export interface KeyAdministration {
  /** @param key.grant scopes, or `*` for all, including future ones */
  createKey(key: { companyId: string; name: string; grant: readonly (Scope | '*')[] }): Promise<{
    id: string;
    /** Returned only here. */
    key: string;
    scopes: string[];
  }>;
  listKeys(companyId: string): Promise<ListedApiKey[]>;
  /**
   * Revokes a key permanently. All servers reject it within 5 s. Does nothing if the key is already revoked.
   * @param key.companyId if given, must be the company that owns the key
   */
  revokeKey(key: { companyId?: string; id: string }): Promise<ApiKeySummary>;
}

const summary = [
  'companyId',
  'id',
  'name',
  'prefix',
  'scopes',
  'createdAt',
  'lastUsedAt',
  'revokedAt',
] as const;

export function keyAdministration(
  kysely: Kysely<Tables>,
  apiKeys: Pick<ApiKeys, 'generate' | 'keyOf'>,
): KeyAdministration {
  return {
    async createKey({ companyId, name, grant }) {
      const { key, ...made } = apiKeys.generate(await requireCompany(kysely, companyId));
      const { id, scopes } = await kysely
        .insertInto('apiKey')
        .values({ companyId, name, ...made, scopes: [...new Set(grant)] })
        .returning(['id', 'scopes'])
        .executeTakeFirstOrThrow();
      return { id, key, scopes };
    },

    async listKeys(companyId) {
      const keys = await kysely
        .selectFrom('apiKey')
        .select([...summary, 'secretFingerprint'])
        .where('companyId', '=', await requireCompany(kysely, companyId))
        .orderBy('id')
        .execute();
      return keys.map(({ secretFingerprint, ...key }) => ({
        ...key,
        secretKey: apiKeys.keyOf(secretFingerprint),
      }));
    },

    async revokeKey(key) {
      const { companyId, id } = await requireKey(kysely, key);
      await kysely
        .updateTable('apiKey')
        .set({ revokedAt: sql<string>`now()` })
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .execute();
      return requireKey(kysely, { companyId, id });
    },
  };
}

/** @throws {AdministrationError} if there is no such key */
async function requireKey(
  kysely: Kysely<Tables>,
  { companyId, id }: { companyId?: string; id: string },
): Promise<ApiKeySummary> {
  let keys = kysely.selectFrom('apiKey').select(summary).where('id', '=', idOrNone(id));
  if (companyId !== undefined) keys = keys.where('companyId', '=', idOrNone(companyId));
  const found = await keys.executeTakeFirst();
  if (found) return found;
  const inCompany = companyId === undefined ? '' : ` of company ${companyId}`;
  throw new AdministrationError('key_not_found', `There is no key ${id}${inCompany}.`);
}
