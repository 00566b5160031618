import { formats } from '@pv-planning/contract';
import { limitAddresses, methodNotAllowed } from '@pv-planning/server-kit';
import express from 'express';
import { pagesContract } from '../../kernel/contract/pages-contract.ts';
import type { TokenPurpose } from '../../kernel/links/link-tokens.ts';
import { linkPaths } from '../../kernel/links/links.ts';
import { toConfirmationPage } from './confirmation-page.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';
import { linkHeaders } from './response-headers.ts';
import { pageSender } from './sites/page-files.ts';
import { wayToRoot } from './sites/way-to-root.ts';

const { getOfferPage, getBookingByLink, getConfirmation, getCompanyPage, getBookingPage } =
  pagesContract.operations;

/** Targets of customers: a link, or the pages of a company under its public name. */
type Opened = TokenPurpose | 'company';

/** The operations behind links. */
const reads = {
  offer: getOfferPage,
  booking: getBookingByLink,
  confirmation: getConfirmation,
  company: getCompanyPage,
} as const satisfies Record<Opened, unknown>;

const basePaths: Readonly<Record<Opened, string>> = { ...linkPaths, company: linkPaths.confirmation };

/** The part after the company's name in the address of its configurator, in place of a booking type. */
const requestSlug = 'request';

const isOrigin = new RegExp(formats.origin.pattern);

/**
 * Serves the addresses of links: browsers get a page, other callers the path of the record.
 *
 * @param pagesFolder default: that of the built pages
 */
export function customerLinks(
  { admission, findCompany }: Pick<SharedParts, 'admission' | 'findCompany'>,
  opened: Opened,
  pagesFolder?: string,
): MountedApi {
  const basePath = basePaths[opened];
  const { limits: pageLimits, path: recordPath } = reads[opened];
  // The limits of the pages, counted apart from the operations behind links.
  const limits = pageLimits
    .filter(({ by }) => by === 'address')
    .map((limit) => ({ ...limit, name: 'links' }));
  // Pages of confirmations need no script.
  const send = opened === 'confirmation' ? undefined : pageSender(opened, pagesFolder);
  const isCompany = opened === 'company';
  const sendRequest = isCompany ? pageSender('request', pagesFolder) : undefined;
  const path = isCompany ? `${basePath}:name{/:slug}` : `${basePath}:name`;
  /** If the database is unavailable, no website can embed the page, which then shows the failure. */
  async function embedOriginsOf(handle: string) {
    const company = isCompany ? await findCompany(handle).catch(() => undefined) : undefined;
    return company?.embedOrigins.filter((origin) => isOrigin.test(origin)) ?? [];
  }
  const handler = express.Router({ caseSensitive: true });
  if (opened === 'confirmation') handler.use(toConfirmationPage);
  // Tokens have dots, names of companies have none.
  if (isCompany) handler.use(({ path }, _response, next) => next(path.includes('.') ? 'router' : undefined));
  handler
    .all(path, ...limits.map((limit) => limitAddresses(admission.counterOf(limit))))
    .get(path, async (request, response) => {
      const { name = '', slug } = request.params as Record<string, string>;
      const root = wayToRoot(request.path);
      response.vary('Accept');
      const sendPage = slug === requestSlug ? sendRequest : send;
      if (sendPage && request.accepts(['json', 'html']) === 'html')
        return sendPage(response, { root, token: name, embedOrigins: await embedOriginsOf(name) });
      const { path: target } =
        slug === undefined || slug === requestSlug ? { path: recordPath } : getBookingPage;
      response.redirect(
        root +
          target
            .replace(/\{(?:token|handle)\}/, encodeURIComponent(name))
            .replace('{slug}', encodeURIComponent(slug ?? '')),
      );
    })
    .all(path, ({ method }) => {
      throw methodNotAllowed(method, ['GET', 'HEAD']);
    });
  return {
    handler,
    basePath,
    contract: pagesContract,
    // Pages of any origin follow links.
    headers: { ...linkHeaders, 'Access-Control-Allow-Origin': '*' },
    takesRawBody: () => false,
    warmUp: async () => {},
  };
}
