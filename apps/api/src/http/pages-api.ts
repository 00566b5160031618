import { contractApi } from '@pv-planning/server-kit';
import type { PageCaller } from '../authentication/company-caller.ts';
import { pageAuthentication } from '../authentication/page-authentication.ts';
import { formatValidators } from '../contract/format-validators.ts';
import { type PagesContract, pagesContract } from '../contract/pages-contract.ts';
import type { CustomerContext } from '../handler-context.ts';
import { pageHandlers } from '../handlers.ts';
import { type LinkPurpose, linkTokens } from '../links/link-tokens.ts';
import { corsOptions } from './cors-options.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';
import { linkHeaders } from './response-headers.ts';

const basePath = '/pages/v1/';

/** What the links below a path are for. */
const purposes: Readonly<Record<string, LinkPurpose>> = { offers: 'offer', bookings: 'booking' };

const operations: Readonly<Record<string, { path: string }>> = pagesContract.operations;

function purposeOf(operationId: string): LinkPurpose | undefined {
  const [root = ''] = operations[operationId]?.path.slice(basePath.length).split('/') ?? [];
  return purposes[root];
}

/** The customers' pages, for everybody who has a link or knows the public name of a company. */
export function pagesApi({
  settings,
  database,
  secretKeys,
  lookUp,
  clock,
  ...shared
}: SharedParts): MountedApi {
  const api = contractApi<PagesContract, PageCaller, CustomerContext>({
    contract: pagesContract,
    formatValidators,
    authenticate: pageAuthentication({ database, clock, tokens: linkTokens(secretKeys), lookUp, purposeOf }),
    handlers: pageHandlers,
    // The contract limits requests by address and by link.
    requestsPerMinute: 0,
    validateResponses: !settings.production,
    ...shared,
  });
  return {
    ...api,
    basePath,
    errors: pagesContract.errors,
    headers: linkHeaders,
    // Pages of any origin: no request depends on cookies or other credentials of a browser.
    cors: corsOptions(pagesContract, '*'),
  };
}
