import type { Database } from '@pv-planning/database';
import {
  type Authenticate,
  addressBucket,
  notFound,
  type RequestHead,
  tenantSlots,
} from '@pv-planning/server-kit';
import { recordOfHash } from '../links/link-records.ts';
import { companyOfToken, type LinkPurpose, tokenHash } from '../links/link-tokens.ts';
import { accountOfHandle } from '../payment-accounts/account-handle.ts';
import { findAccount } from '../payment-accounts/account-records.ts';
import type { Clock } from '../records/change-time.ts';
import { asApiError } from '../sql/database-errors.ts';
import type { PageCaller } from './company-caller.ts';
import { companyOfHandle, companySlug } from './company-handle.ts';
import { lookupLimits } from './lookup-limits.ts';

/** Maximum number of connections for lookups. */
export const linkLookupConnections = lookupLimits.maxRunning;

/** No company has this id. A text that is no token is looked up there, so that its response takes as long as that of an unknown token. */
const nobody = '9223372036854775807';

/** The payment provider, as an actor. Its events and the requests of customers do not wait for each other. */
const providerId = 'provider';

/** In characters. The header is sent by the client. */
const maxUserAgentLength = 500;

interface PageAuthentication {
  database: Database;
  clock: Clock;
  /** Returns what the links of an operation are for; undefined if its callers have no link, but name the company. */
  purposeOf: (operationId: string) => LinkPurpose | undefined;
}

/**
 * Authenticates customers by what is in the path: the token of a link, or the public name of a company. An account of the path belongs to
 * the payment provider.
 *
 * @throws 404 `not_found`, which does not tell why; 429 `too_many_concurrent`, 503 `service_unavailable`
 */
export function pageAuthentication({
  database,
  clock,
  purposeOf,
}: PageAuthentication): Authenticate<PageCaller> {
  const slots = tenantSlots(lookupLimits);

  async function lookUp<T>(clientAddress: string | undefined, read: () => Promise<T>): Promise<T> {
    const { signal } = new AbortController();
    try {
      return await slots.run(addressBucket(clientAddress ?? ''), signal, read);
    } catch (error) {
      throw asApiError(error);
    }
  }

  async function byToken(token: string, purpose: LinkPurpose, clientAddress: string | undefined) {
    const companyId = companyOfToken(token) ?? nobody;
    const id = tokenHash(token);
    const db = database.forCompany(companyId);
    const recordId = await lookUp(clientAddress, async () => recordOfHash(db, purpose, id, await clock(db)));
    if (recordId === undefined) throw notFound();
    return { companyId, owner: `link:${id}`, id, recordId };
  }

  async function byHandle(handle: string, { operationId, clientAddress }: RequestHead) {
    const named = companyOfHandle(handle);
    if (!named) throw notFound();
    const { companyId } = named;
    const slug = await lookUp(clientAddress, () => companySlug(database.forCompany(companyId)));
    if (slug !== named.slug) throw notFound();
    return { companyId, owner: `page:${operationId}`, id: 'page', recordId: companyId };
  }

  /** The payment provider, which signs its body. The handler verifies the signature. */
  async function byAccount(handle: string, { operationId, clientAddress }: RequestHead) {
    const account = accountOfHandle(handle);
    if (!account) throw notFound();
    const { companyId, id: recordId } = account;
    const db = database.forCompany(companyId);
    if (!(await lookUp(clientAddress, () => findAccount(db, recordId)))) throw notFound();
    return { companyId, owner: `page:${operationId}`, id: providerId, recordId };
  }

  async function identify(request: RequestHead) {
    const { operationId, params, clientAddress } = request;
    const purpose = purposeOf(operationId);
    if (purpose !== undefined) return byToken(params.token ?? '', purpose, clientAddress);
    return params.account === undefined
      ? byHandle(params.handle ?? '', request)
      : byAccount(params.account, request);
  }

  return async (request) => {
    const { headers, clientAddress } = request;
    const { companyId, owner, id, recordId } = await identify(request);
    return {
      tenant: companyId,
      owner,
      rateLimitKey: owner,
      isAnonymous: true,
      ...(id === providerId && { share: 'payment provider' }),
      logFields: { companyId },
      hasScope: () => false,
      actor: {
        kind: 'customer',
        id,
        recordId,
        clientAddress: clientAddress ?? null,
        userAgent: headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
      },
    };
  };
}
