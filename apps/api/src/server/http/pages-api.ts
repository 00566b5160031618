import { contractApi } from '@pv-planning/server-kit';
import { pageAuthentication } from '../../company/authentication/page-authentication.ts';
import type { PageCaller } from '../../kernel/company-caller.ts';
import { formatValidators } from '../../kernel/contract/format-validators.ts';
import { type PagesContract, pagesContract } from '../../kernel/contract/pages-contract.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { linkTokens, type TokenPurpose } from '../../kernel/links/link-tokens.ts';
import { pageHandlers } from '../handlers.ts';
import { confirmationPages } from './confirmation-page.ts';
import { corsOptions } from './cors-options.ts';
import { presenterOfFile } from './file-presenter.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';
import { linkHeaders } from './response-headers.ts';

const basePath = '/pages/v1/';

/** Link purpose of each path prefix. */
const purposes: Readonly<Record<string, TokenPurpose>> = {
  offers: 'offer',
  bookings: 'booking',
  confirmations: 'confirmation',
};

const operations: Readonly<Record<string, { path: string }>> = pagesContract.operations;

function purposeOf(operationId: string): TokenPurpose | undefined {
  const [root = ''] = operations[operationId]?.path.slice(basePath.length).split('/') ?? [];
  return purposes[root];
}

/** If strangers confirm bookings, nobody can use up the bookings of a company. */
const withoutCompanyLimit: PagesContract = {
  ...pagesContract,
  operations: Object.fromEntries(
    Object.entries(pagesContract.operations).map(([id, operation]) => [
      id,
      { ...operation, limits: operation.limits.filter(({ name }) => name !== 'company-creations') },
    ]),
  ) as unknown as PagesContract['operations'],
};

/** The API of the customers' pages, for callers with a link or the public name of a company. */
export function pagesApi({
  settings,
  database,
  secretKeys,
  lookUp,
  findCompany,
  clock,
  handlePauseMs,
  ...shared
}: SharedParts): MountedApi {
  const toConfirmation = confirmationPages(settings);
  const api = contractApi<PagesContract, PageCaller, CustomerContext>({
    contract: settings.confirmBookings ? withoutCompanyLimit : pagesContract,
    formatValidators,
    authenticate: pageAuthentication({
      database,
      clock,
      tokens: linkTokens(secretKeys),
      lookUp,
      findCompany,
      handlePauseMs,
      purposeOf,
    }),
    handlers: pageHandlers,
    // The contract limits requests by address and by link.
    requestsPerMinute: 0,
    presenterOf: (request) => toConfirmation(request) ?? presenterOfFile(request),
    validateResponses: !settings.production,
    ...shared,
  });
  return {
    ...api,
    basePath,
    contract: pagesContract,
    headers: linkHeaders,
    // Pages of any origin: no request depends on cookies or other credentials of a browser.
    cors: corsOptions(pagesContract, '*'),
  };
}
