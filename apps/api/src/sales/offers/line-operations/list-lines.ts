import type { Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { type ListPage, pagesOf, type SingleValues } from '../../../kernel/lists/list-pages.ts';
import { shownLine } from '../lines/show-lines.ts';
import { lineColumnNames, type NarrowColumns } from '../model/line.ts';
import type { LineGroup, ShownLine } from '../model/line-groups.ts';
import { readHeader } from '../records/offer-records.ts';
import type { LineCollection } from './locked-lines.ts';

type LineFilters = SingleValues<Query<'listOfferServices'>> & { offerId: string; group: string };

const linePages = pagesOf((db, { offerId, group }: LineFilters) => {
  const matches = db.selectFrom('offerLine').where('offerId', '=', offerId).where('lineGroup', '=', group);
  return { matches, items: matches.select(lineColumnNames).$narrowType<NarrowColumns>() };
});

/** @throws 404 `not_found` if the offer does not exist */
export async function listLines<Group extends LineGroup>(
  db: CompanyQueries,
  { offerId, group }: LineCollection<Group>,
  query: Query<'listOfferServices'>,
  page: Page,
): Promise<ListPage<ShownLine<Group>>> {
  const header = await readHeader(db, offerId);
  const list = await linePages(db, { ...query, offerId: header.id, group }, page);
  return { ...list, body: { ...list.body, data: list.body.data.map(shownLine(group, header)) } };
}
