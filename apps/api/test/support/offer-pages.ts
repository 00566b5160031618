import type { Offer } from '@pv-planning/contract';
import type { Body, OfferPage, OfferPageDecision } from '@pv-planning/contract/pages';
import { type ApiResponse, apiClient } from './api-client.ts';
import { pages } from './contract-document.ts';
import type { OfferCompany } from './offer-company.ts';

type Decision = 'accept' | 'decline' | 'withdrawal';

type Decided = ApiResponse<OfferPageDecision>;

interface PageOptions {
  headers?: Record<string, string>;
}

/**
 * The actions of a customer by the link of an offer. Each customer has a network address of their own, because requests are limited
 * by address.
 */
export interface Customer {
  token: string;
  address: string;
  read(options?: PageOptions): Promise<ApiResponse<OfferPage>>;
  /** The terms that the customer has read, unless the test gives others. */
  accept(body?: Partial<Body<'acceptOfferPage'>>, options?: PageOptions): Promise<Decided>;
  decline(body?: Body<'declineOfferPage'>, options?: PageOptions): Promise<Decided>;
  withdraw(body?: Body<'withdrawOfferPage'>, options?: PageOptions): Promise<Decided>;
}

let customers = 0;

export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

/** Returns functions for offers of companies, and for their customers. */
export function offerPages(url: string) {
  const client = apiClient(pages, url, { key: null });

  function customer(token: string): Customer {
    customers += 1;
    const address = `2001:db8:${customers.toString(16)}::17`;
    const headers = { 'X-Forwarded-For': address, 'User-Agent': userAgent };
    const path = `/pages/v1/offers/${token}`;
    const send = <T>(method: string, action: string, body?: object, options: PageOptions = {}) =>
      client.send(method, `${path}${action}`, {
        ...(body && { body }),
        headers: { ...headers, ...options.headers },
      }) as Promise<ApiResponse<T>>;
    const post = (action: Decision, body: object, options?: PageOptions) =>
      send<OfferPageDecision>('POST', `/${action}`, body, options);
    const read = (options?: PageOptions) => send<OfferPage>('GET', '', undefined, options);
    return {
      token,
      address,
      read,
      async accept(body = {}, options) {
        const { termsVersion = (await read()).body.termsVersion, ...declared } = body;
        return post('accept', { name: 'Maria Schneider', ...declared, termsVersion }, options);
      },
      decline: (body = {}, options) => post('decline', body, options),
      withdraw: (body = {}, options) => post('withdrawal', body, options),
    };
  }

  async function linkOf({ done }: Pick<OfferCompany, 'done'>, id: string, rotate = false) {
    const link = await done('createOfferLink', { id }, { rotate });
    return { ...link, token: link.url.replace(/^.*\/o\//, '') };
  }

  /** Returns an offer in a state, and its customer. */
  async function offerIn(
    company: OfferCompany,
    state: Exclude<Offer['state'], 'DRAFT'> = 'PUBLISHED',
    body: Parameters<OfferCompany['newOffer']>[0] = {},
  ): Promise<Customer & { id: string }> {
    const { id } = await company.newOffer({ additionalCosts: [{ name: 'Pauschal', price: 100 }], ...body });
    await company.done('publishOffer', { id });
    if (state === 'ACCEPTED') await company.done('acceptOffer', { id });
    if (state === 'DECLINED') await company.done('declineOffer', { id }, {});
    return { id, ...customer((await linkOf(company, id)).token) };
  }

  return { customer, linkOf, offerIn };
}
