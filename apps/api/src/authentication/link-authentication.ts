import type { Database } from '@pv-planning/database';
import { type Authenticate, addressBucket, notFound, tenantSlots } from '@pv-planning/server-kit';
import { recordOfHash } from '../links/link-records.ts';
import { companyOfToken, type LinkPurpose, tokenHash } from '../links/link-tokens.ts';
import { asApiError } from '../sql/database-errors.ts';
import type { LinkCaller } from './company-caller.ts';
import { lookupLimits } from './lookup-limits.ts';

/** Maximum number of connections for lookups. */
export const linkLookupConnections = lookupLimits.maxRunning;

/** No company has this id. A text that is no token is looked up there, so that its response takes as long as that of an unknown token. */
const nobody = '9223372036854775807';

/** In characters. The header is sent by the client. */
const maxUserAgentLength = 500;

/**
 * Authenticates customers by the token of a link in the path.
 *
 * @param purpose what the links of these operations are for
 * @throws 404 `not_found`, which does not tell why; 429 `rate_limited`, 503 `service_unavailable`
 */
export function linkAuthentication(database: Database, purpose: LinkPurpose): Authenticate<LinkCaller> {
  const slots = tenantSlots(lookupLimits);

  async function lookUp(companyId: string, hash: string, clientAddress: string): Promise<string | undefined> {
    const { signal } = new AbortController();
    try {
      return await slots.run(addressBucket(clientAddress), signal, () =>
        recordOfHash(database.forCompany(companyId), purpose, hash),
      );
    } catch (error) {
      throw asApiError(error);
    }
  }

  return async ({ params: { token = '' }, headers, clientAddress }) => {
    const companyId = companyOfToken(token) ?? nobody;
    const id = tokenHash(token);
    const recordId = await lookUp(companyId, id, clientAddress ?? '');
    if (recordId === undefined) throw notFound();
    const owner = `link:${id}`;
    return {
      tenant: companyId,
      owner,
      rateLimitKey: owner,
      isAnonymous: true,
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
