import type { Database } from '@pv-planning/database';
import { type Authenticate, notFound, type RequestHead } from '@pv-planning/server-kit';
import type { PageCaller } from '../../kernel/company-caller.ts';
import type { LinkPurpose, LinkTokens, TokenPurpose } from '../../kernel/links/link-tokens.ts';
import { accountHandle, accountOfHandle } from '../../kernel/payment-accounts/account-handle.ts';
import type { Clock } from '../../kernel/records/change-time.ts';
import { companyOfHandle } from './company-handle.ts';
import type { CompanyLookup } from './company-lookup.ts';
import { knownHandles } from './known-handles.ts';
import { linkLookup } from './link-lookup.ts';
import type { LookUp } from './look-up.ts';

/** In characters. The header is sent by the client. */
const maxUserAgentLength = 500;

interface PageAuthentication {
  database: Database;
  clock: Clock;
  tokens: Pick<LinkTokens, 'targetOf'>;
  lookUp: LookUp;
  findCompany: CompanyLookup;
  handlePauseMs: number;
  /** Returns the link purpose of an operation; undefined if its path has the public name of a company instead. */
  purposeOf: (operationId: string) => TokenPurpose | undefined;
}

/**
 * Authenticates customers by the path: the token of a link, or the public name of a company. A path with an account is for the
 * payment provider. Requests with a link, requests of anybody, and events of the provider do not wait for each other.
 *
 * @throws 404 `not_found`, which does not tell why; otherwise as `LookUp` does
 */
export function pageAuthentication({
  database,
  clock,
  tokens,
  lookUp,
  findCompany,
  handlePauseMs,
  purposeOf,
}: PageAuthentication): Authenticate<PageCaller> {
  const { kysely } = database;
  const isAccount = knownHandles(async () => {
    const accounts = await lookUp('payment accounts', () =>
      kysely.selectFrom('paymentAccount').select(['companyId', 'id']).execute(),
    );
    return new Map(accounts.map((account) => [accountHandle(account), true]));
  }, handlePauseMs);

  const isOpen = linkLookup({ database, clock, lookUp });

  async function byToken(token: string, purpose: LinkPurpose) {
    const target = tokens.targetOf(token, purpose);
    if (!target) throw notFound();
    const { companyId, recordId, version: linkVersion } = target;
    if (!(await isOpen(target))) throw notFound();
    const id = `${purpose} ${companyId} ${recordId} ${linkVersion}`;
    return { companyId, owner: `link:${id}`, share: 'links', id, recordId, linkVersion };
  }

  /** No look-up: the kept slot decides whether the appointment can be confirmed. */
  async function byConfirmation(token: string) {
    const target = tokens.targetOf(token, 'confirmation');
    if (!target) throw notFound();
    const { companyId, recordId } = target;
    const id = `confirmation ${companyId} ${recordId}`;
    return { companyId, owner: `link:${id}`, share: 'links', id, recordId, linkVersion: null };
  }

  async function byHandle(handle: string, operationId: string) {
    const companyId = companyOfHandle(handle);
    if (companyId === undefined || !(await findCompany(handle))) throw notFound();
    const owner = `page:${operationId}`;
    return { companyId, owner, share: 'page', id: 'page', recordId: companyId, linkVersion: null };
  }

  /** The payment provider, which signs its body. The handler verifies the signature. */
  async function byAccount(handle: string, operationId: string) {
    const account = accountOfHandle(handle);
    if (!account || !(await isAccount(accountHandle(account)))) throw notFound();
    const { companyId, id: recordId } = account;
    const owner = `page:${operationId}`;
    return { companyId, owner, share: 'payments', id: 'provider', recordId, linkVersion: null };
  }

  function identify({ operationId, params }: RequestHead) {
    const purpose = purposeOf(operationId);
    if (purpose === 'confirmation') return byConfirmation(params.token ?? '');
    if (purpose !== undefined) return byToken(params.token ?? '', purpose);
    return params.account === undefined
      ? byHandle(params.handle ?? '', operationId)
      : byAccount(params.account, operationId);
  }

  return async (request) => {
    const { headers, clientAddress } = request;
    const { companyId, owner, share, ...visitor } = await identify(request);
    return {
      tenant: companyId,
      owner,
      rateLimitKey: owner,
      isAnonymous: true,
      share,
      logFields: { companyId },
      hasScope: () => false,
      actor: {
        kind: 'customer',
        ...visitor,
        clientAddress: clientAddress ?? null,
        userAgent: headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
      },
    };
  };
}
