import type { OfferRequestListItem, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { idOrNone, uuidOrNone } from '../../kernel/identifiers/record-id.ts';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containsShortText, type LowercaseSearch, lowercaseSearch } from '../../kernel/lists/text-search.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { converted, utc } from '../../kernel/records/stored-values.ts';
import { bookingId } from './request-booking.ts';

type Filters = SingleValues<Query<'listOfferRequests'>> & LowercaseSearch;

const selection = recordSelection('offerRequest', 'OfferRequestListItem', { bookingId });

const offerRequestPages = pagesOf((db, filters: Filters) => {
  const { status, source, siteId, plannerId, customerId, externalId, q, shortText } = filters;
  const { createdFrom, createdTo } = filters;
  let matches = db.selectFrom('offerRequest');
  if (status !== undefined) matches = matches.where('status', '=', status);
  if (source !== undefined) matches = matches.where('source', '=', source);
  if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
  if (plannerId !== undefined) matches = matches.where('plannerId', '=', plannerId);
  if (customerId !== undefined) matches = matches.where('customerId', '=', customerId);
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'like', q);
  if (shortText !== undefined) matches = matches.where(containsShortText(shortText));
  if (createdFrom !== undefined) matches = matches.where('createdAt', '>=', createdFrom);
  if (createdTo !== undefined) matches = matches.where('createdAt', '<', createdTo);
  return { matches, items: selection.of(matches) };
});

export function listOfferRequests(
  db: CompanyQueries,
  { q, ...query }: Query<'listOfferRequests'>,
  page: Page,
): Promise<ListPage<OfferRequestListItem>> {
  const filters = converted(query, {
    siteId: idOrNone,
    plannerId: uuidOrNone,
    customerId: idOrNone,
    createdFrom: utc,
    createdTo: utc,
  });
  return offerRequestPages(db, { ...filters, ...lowercaseSearch(q) }, page);
}
