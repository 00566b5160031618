import type { OperationId, Scope } from '@pv-planning/contract';
import type { CompanyPage, PageSlots } from '@pv-planning/contract/pages';
import type { TestDatabase } from '@pv-planning/database/testing';
import { apiKeys } from '../../src/company/authentication/api-key.ts';
import { type ApiClient, type ApiResponse, apiClient } from './api-client.ts';
import { publicContract } from './contract-document.ts';
import type { Visitor } from './page-visitor.ts';
import { eventWatch, type RaisedBy } from './raised-events.ts';
import { storedBookings } from './stored-bookings.ts';

export const secretKey = Buffer.alloc(32, 7);

export type Grant = readonly (Scope | '*')[];

export interface TestCompany<Id extends string = OperationId> {
  id: string;
  /** With every scope. */
  api: ApiClient<Id>;
  /** Returns a client whose key has these scopes. The same scopes use the same key. */
  withScopes(...grant: Grant): Promise<ApiClient<Id>>;
  /** Creates another key. */
  newKey(...grant: Grant): Promise<{ id: string; key: string }>;
  /** Creates a site in the database. The API has no operation for it. */
  newSite(): Promise<string>;
  raisedBy: RaisedBy;
  stored: ReturnType<typeof storedBookings>;
  /** The public name of the company. */
  handle: string;
  /** The page on which customers book. */
  page(): Promise<ApiResponse<CompanyPage>>;
  slots(slug: string, query: Readonly<Record<string, string>>): Promise<ApiResponse<PageSlots>>;
}

/** Returns a company for tests. */
export async function testCompany(
  { database, url, visitor }: { database: TestDatabase; url: string; visitor: Visitor },
  companyId: string,
): Promise<TestCompany> {
  const clients = new Map<string, Promise<ApiClient>>();
  async function newKey(...grant: Grant) {
    const { key, prefix, hash } = apiKeys({ secretKey }).generate(companyId);
    const stored = { companyId, name: grant.join(' '), prefix, hash, scopes: [...grant] };
    const { id } = await database.kysely
      .insertInto('apiKey')
      .values(stored)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key };
  }
  const withScopes = (...grant: Grant) => {
    const name = [...grant].sort().join(' ');
    const client =
      clients.get(name) ?? newKey(...grant).then(({ key }) => apiClient(publicContract, url, { key }));
    clients.set(name, client);
    return client;
  };
  async function newSite() {
    const { id } = await database.kysely
      .insertInto('site')
      .values({ companyId, name: 'Nordhausen' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const handle = `company-${companyId}`;
  return {
    id: companyId,
    api: await withScopes('*'),
    withScopes,
    newKey,
    newSite,
    raisedBy: eventWatch(database, companyId),
    stored: storedBookings(database.kysely, companyId),
    handle,
    page: () => visitor()<CompanyPage>('getCompanyPage', { handle }),
    slots: (slug, query) => visitor()<PageSlots>('getPageSlots', { handle, slug }, { query }),
  };
}
