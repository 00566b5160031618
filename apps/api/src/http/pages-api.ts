import { contractApi } from '@pv-planning/server-kit';
import type { LinkCaller } from '../authentication/company-caller.ts';
import { linkAuthentication } from '../authentication/link-authentication.ts';
import { formatValidators } from '../contract/format-validators.ts';
import { type PagesContract, pagesContract } from '../contract/pages-contract.ts';
import type { CustomerContext } from '../handler-context.ts';
import { pageHandlers } from '../handlers.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';
import { linkHeaders } from './response-headers.ts';

/** The customers' pages, for everybody who has a link. */
export function pagesApi({ settings, database, ...shared }: SharedParts): MountedApi {
  const api = contractApi<PagesContract, LinkCaller, CustomerContext>({
    contract: pagesContract,
    formatValidators,
    authenticate: linkAuthentication(database, 'offer'),
    handlers: pageHandlers,
    // The contract limits requests by address and by link.
    requestsPerMinute: 0,
    validateResponses: !settings.production,
    ...shared,
  });
  return {
    ...api,
    basePath: '/pages/v1/',
    errors: pagesContract.errors,
    headers: linkHeaders,
    // Pages of any origin: no request depends on cookies or other credentials of a browser.
    cors: {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST'],
      exposedHeaders: Object.keys(pagesContract.document.components.headers ?? {}),
      maxAge: 600,
    },
  };
}
