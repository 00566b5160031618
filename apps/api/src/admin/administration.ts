import { type MemberRole, type Scope, scopes } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { generateApiKey } from '../api-keys.ts';
import { isRecordId } from '../records/record-id.ts';

/** What was asked cannot be done; the message is for the operator. */
export class AdministrationError extends Error {}

export interface ApiKeySummary {
  id: string;
  name: string;
  /** The beginning of the key. */
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** What the planner's settings will do one day: companies, their API keys, members and sites. */
export interface Administration {
  createCompany(company: { name: string }): Promise<{ id: string }>;
  /** @param grant names of scopes, or `*` for all, now and later */
  createKey(key: { companyId: string; name: string; grant: readonly string[] }): Promise<{
    id: string;
    /** Shown here and never again. */
    key: string;
    scopes: string[];
  }>;
  listKeys(companyId: string): Promise<ApiKeySummary[]>;
  /** The key is refused everywhere within 5 s. */
  revokeKey(key: { companyId: string; id: string }): Promise<ApiKeySummary>;
  createMember(member: {
    companyId: string;
    firstName: string;
    lastName: string;
    email: string;
    role: MemberRole;
    siteIds: readonly string[];
  }): Promise<{ id: string }>;
  /** @param site.isDefault takes the place of the present default site */
  createSite(site: { companyId: string; name: string; isDefault: boolean }): Promise<{ id: string }>;
}

function knownScopes(grant: readonly string[]): string[] {
  const unknown = grant.filter((scope) => scope !== '*' && !(scope in scopes));
  if (unknown.length > 0 || grant.length === 0) {
    const known = Object.keys(scopes) as Scope[];
    throw new AdministrationError(
      `Unknown scope "${unknown.join(', ')}". Use * or some of: ${known.join(', ')}.`,
    );
  }
  return [...new Set(grant)];
}

const keySummary = ['id', 'name', 'prefix', 'scopes', 'createdAt', 'lastUsedAt', 'revokedAt'] as const;

/** The transaction under way, or a new one. */
function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely) : kysely.transaction().execute(work);
}

/** @throws {AdministrationError} from every method, in words for the operator */
export function administration(kysely: Kysely<Tables>): Administration {
  async function requireCompany(companyId: string): Promise<string> {
    const company =
      isRecordId(companyId) &&
      (await kysely
        .selectFrom('company')
        .select('companyId')
        .where('companyId', '=', companyId)
        .executeTakeFirst());
    if (!company) throw new AdministrationError(`There is no company ${companyId}.`);
    return companyId;
  }

  return {
    async createCompany({ name }) {
      const { id } = await kysely
        .insertInto('company')
        .values({ name })
        .returning('companyId as id')
        .executeTakeFirstOrThrow();
      return { id };
    },

    async createKey({ companyId, name, grant }) {
      const granted = knownScopes(grant);
      const { key, hash, prefix } = generateApiKey(await requireCompany(companyId));
      const { id } = await kysely
        .insertInto('apiKey')
        .values({ companyId, name, prefix, hash, scopes: granted })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, key, scopes: granted };
    },

    async listKeys(companyId) {
      return kysely
        .selectFrom('apiKey')
        .select(keySummary)
        .where('companyId', '=', await requireCompany(companyId))
        .orderBy('id')
        .execute();
    },

    async revokeKey({ companyId, id }) {
      const revoked = await kysely
        .updateTable('apiKey')
        .set({ revokedAt: sql<string>`coalesce(revoked_at, now())` })
        .where('companyId', '=', await requireCompany(companyId))
        .where('id', '=', isRecordId(id) ? id : '0')
        .returning(keySummary)
        .executeTakeFirst();
      if (!revoked) throw new AdministrationError(`Company ${companyId} has no key ${id}.`);
      return revoked;
    },

    async createMember({ companyId, siteIds, ...member }) {
      await requireCompany(companyId);
      return inTransaction(kysely, async (transaction) => {
        const sites = siteIds.filter(isRecordId);
        const found = sites.length
          ? await transaction
              .selectFrom('site')
              .select('id')
              .where('companyId', '=', companyId)
              .where('id', 'in', sites)
              .execute()
          : [];
        const missing = siteIds.filter((siteId) => !found.some(({ id }) => id === siteId));
        if (missing.length > 0)
          throw new AdministrationError(`Company ${companyId} has no site ${missing.join(', ')}.`);
        const id = uuidv7();
        await transaction
          .insertInto('member')
          .values({ companyId, id, ...member })
          .execute();
        if (siteIds.length > 0) {
          const places = [...new Set(siteIds)].map((siteId) => ({ companyId, memberId: id, siteId }));
          await transaction.insertInto('memberSite').values(places).execute();
        }
        return { id };
      });
    },

    async createSite({ companyId, name, isDefault }) {
      await requireCompany(companyId);
      return inTransaction(kysely, async (transaction) => {
        if (isDefault) {
          await transaction
            .updateTable('site')
            .set({ isDefault: false, updatedAt: sql<string>`now()` })
            .where('companyId', '=', companyId)
            .where('isDefault', '=', true)
            .execute();
        }
        return transaction
          .insertInto('site')
          .values({ companyId, name, isDefault })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
    },
  };
}
