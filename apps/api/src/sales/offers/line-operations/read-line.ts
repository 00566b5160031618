import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { recordId } from '../../../kernel/identifiers/record-id.ts';
import { lineColumnNames, type NarrowColumns } from '../model/line.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { readHeader } from '../records/offer-records.ts';
import { type LineCollection, type ShownLineOfOffer, shownLineOf } from './locked-lines.ts';

const lineById = preparedQuery((db, { offerId, group, id }: { offerId: string; group: string; id: string }) =>
  db
    .selectFrom('offerLine')
    .select(lineColumnNames)
    .where('id', '=', id)
    .where('offerId', '=', offerId)
    .where('lineGroup', '=', group)
    .$narrowType<NarrowColumns>(),
);

/** @throws 404 `not_found` if the offer or the line does not exist */
export async function readLine<Group extends LineGroup>(
  db: CompanyQueries,
  { offerId, group }: LineCollection<Group>,
  lineId: string,
): Promise<ShownLineOfOffer<Group>> {
  const offer = await readHeader(db, offerId);
  const [line] = await lineById(db, { offerId: offer.id, group, id: recordId(lineId) });
  if (!line) throw notFound();
  return shownLineOf(group, offer, line);
}
