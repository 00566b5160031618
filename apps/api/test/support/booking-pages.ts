import type { CompanyPage, OperationId, PageSlots } from '@pv-planning/contract/pages';
import { type ApiResponse, apiClient, type SendOptions } from './api-client.ts';
import { pages } from './offer-pages.ts';
import { storedBookings } from './stored-bookings.ts';
import { openTestApi } from './test-api.ts';

let visitors = 0;

/** Starts the service. Returns it with functions for companies whose customers book appointments. */
export async function openBookingPages(...[settings, options]: Parameters<typeof openTestApi>) {
  const service = await openTestApi({ trustProxy: 1, ...settings }, options);
  const { url, database, addCompany } = service;
  const client = apiClient(pages, url, { key: null });

  /** Returns a function that sends requests from a network address of its own, as requests are limited by address. */
  function visitor(address?: string) {
    visitors += 1;
    const from = address ?? `2001:db8:b:${visitors.toString(16)}::17`;
    return <T>(
      operationId: OperationId,
      params: Readonly<Record<string, string>>,
      { headers, query = '', ...options }: SendOptions = {},
    ) =>
      client.sample(operationId, {
        ...options,
        query,
        params,
        headers: { 'X-Forwarded-For': from, ...headers },
      }) as Promise<ApiResponse<T>>;
  }

  /** Adds a company with a public name, and functions to read what it offers. */
  async function addBookingCompany() {
    const company = await addCompany();
    const stored = storedBookings(database.kysely, company.id);
    const handle = `company-${company.id}`;
    return {
      ...company,
      stored,
      handle,
      page: () => visitor()<CompanyPage>('getCompanyPage', { handle }),
      slots: (slug: string, query: Readonly<Record<string, string>>) =>
        visitor()<PageSlots>('getPageSlots', { handle, slug }, { query }),
    };
  }

  return { ...service, visitor, addBookingCompany };
}
