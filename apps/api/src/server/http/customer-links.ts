import { limitAddresses, methodNotAllowed } from '@pv-planning/server-kit';
import express from 'express';
import { pagesContract } from '../../kernel/contract/pages-contract.ts';
import type { TokenPurpose } from '../../kernel/links/link-tokens.ts';
import { linkPaths } from '../../kernel/links/links.ts';
import { toConfirmationPage } from './confirmation-page.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';
import { linkHeaders } from './response-headers.ts';

/** The operations to which links lead, by purpose. */
const reads = {
  offer: pagesContract.operations.getOfferPage,
  booking: pagesContract.operations.getBookingByLink,
  confirmation: pagesContract.operations.getConfirmation,
} as const satisfies Record<TokenPurpose, unknown>;

/** Leads from the addresses of links to the records that they open. Relative, because a proxy may add a path in front. */
export function customerLinks(
  { admission }: Pick<SharedParts, 'admission'>,
  purpose: TokenPurpose,
): MountedApi {
  const basePath = linkPaths[purpose];
  const { limits: pageLimits, path: pagePath } = reads[purpose];
  // The limits of the pages, counted apart from the reads to which links lead.
  const limits = pageLimits
    .filter(({ by }) => by === 'address')
    .map((limit) => ({ ...limit, name: 'links' }));
  const handler = express
    .Router({ caseSensitive: true })
    .use(toConfirmationPage)
    .use(basePath, ...limits.map((limit) => limitAddresses(admission.counterOf(limit))))
    .get(`${basePath}:token`, ({ params, path }, response) => {
      const root = path.endsWith('/') ? '../../..' : '..';
      response.redirect(root + pagePath.replace('{token}', encodeURIComponent(params.token)));
    })
    .all(`${basePath}:token`, ({ method }) => {
      throw methodNotAllowed(method, ['GET', 'HEAD']);
    });
  return {
    handler,
    basePath,
    errors: pagesContract.errors,
    // Pages of any origin follow links.
    headers: { ...linkHeaders, 'Access-Control-Allow-Origin': '*' },
    takesRawBody: () => false,
    warmUp: async () => {},
  };
}
