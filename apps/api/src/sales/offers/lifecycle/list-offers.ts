import type { Offer, OfferListItem, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { idOrNone, uuidOrNone } from '../../../kernel/identifiers/record-id.ts';
import { completeItems } from '../../../kernel/lists/complete-items.ts';
import { type ListPage, pagesOf, type SingleValues } from '../../../kernel/lists/list-pages.ts';
import {
  containsShortText,
  type LowercaseSearch,
  lowercaseSearch,
} from '../../../kernel/lists/text-search.ts';
import { recordSelection } from '../../../kernel/records/record-selection.ts';
import { converted, utc } from '../../../kernel/records/stored-values.ts';
import { countLines } from '../lines/line-records.ts';
import { readOffers } from '../records/offer-records.ts';

const selection = recordSelection<'offer', 'OfferListItem'>('offer', 'OfferListItem', {});

type Filters = SingleValues<Query<'listOffers'>> & LowercaseSearch;

const offerPages = pagesOf((db, filters: Filters) => {
  const { state, projectId, customerId, siteId, plannerId, offerRequestId, isIndicationPrice } = filters;
  const { externalId, number, q, shortText, validFrom, validTo, createdFrom, createdTo } = filters;
  const { publishedFrom, publishedTo, acceptedFrom, acceptedTo } = filters;
  let matches = db.selectFrom('offer');
  if (state !== undefined) matches = matches.where('state', '=', state);
  if (projectId !== undefined) matches = matches.where('projectId', '=', projectId);
  if (customerId !== undefined) matches = matches.where('customerId', '=', customerId);
  if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
  if (plannerId !== undefined) matches = matches.where('plannerId', '=', plannerId);
  if (offerRequestId !== undefined) matches = matches.where('offerRequestId', '=', offerRequestId);
  // Offers of earlier versions can have null, which is no indication.
  if (isIndicationPrice !== undefined)
    matches = matches.where(({ eb, fn, lit }) =>
      eb(fn.coalesce('isIndicationPrice', lit(false)), '=', isIndicationPrice),
    );
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (number !== undefined) matches = matches.where('number', '=', number);
  if (q !== undefined) matches = matches.where('searchText', 'like', q);
  if (shortText !== undefined) matches = matches.where(containsShortText(shortText));
  if (validFrom !== undefined) matches = matches.where('validTo', '>=', validFrom);
  if (validTo !== undefined) matches = matches.where('validTo', '<=', validTo);
  if (createdFrom !== undefined) matches = matches.where('createdAt', '>=', createdFrom);
  if (createdTo !== undefined) matches = matches.where('createdAt', '<', createdTo);
  if (publishedFrom !== undefined) matches = matches.where('publishedAt', '>=', publishedFrom);
  if (publishedTo !== undefined) matches = matches.where('publishedAt', '<', publishedTo);
  if (acceptedFrom !== undefined) matches = matches.where('acceptedAt', '>=', acceptedFrom);
  if (acceptedTo !== undefined) matches = matches.where('acceptedAt', '<', acceptedTo);
  return { matches, items: selection.of(matches) };
});

export function listOffers(
  db: CompanyQueries,
  { q, include: _include, ...query }: Query<'listOffers'>,
  page: Page,
): Promise<ListPage<OfferListItem>> {
  const filters = converted(query, {
    projectId: idOrNone,
    customerId: idOrNone,
    siteId: idOrNone,
    plannerId: uuidOrNone,
    offerRequestId: idOrNone,
    createdFrom: utc,
    createdTo: utc,
    publishedFrom: utc,
    publishedTo: utc,
    acceptedFrom: utc,
    acceptedTo: utc,
  });
  return offerPages(db, { ...filters, ...lowercaseSearch(q) }, page);
}

/** Returns a page of offers with their lines. */
export async function listCompleteOffers(
  db: CompanyQueries,
  query: Query<'listOffers'>,
  page: Page,
): Promise<ListPage<Offer>> {
  return completeItems(await listOffers(db, query, page), page, {
    countParts: (ids) => countLines(db, ids),
    read: (ids) => readOffers(db, ids),
  });
}
