import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { countedBy } from '../../lists/counted-by.ts';
import { type Line, lineColumnNames, type NarrowColumns } from '../model/line.ts';

/** Only the products that sums and rules depend on, because most products have a lot of data. */
const briefProduct = sql<
  Line['product']
>`case when line_group in ('batteries', 'equipment', 'miscMaterials') then product end`;

const linesOf = preparedQuery((db, { offerId }: { offerId: string }, brief: boolean) =>
  db
    .selectFrom('offerLine')
    .select(lineColumnNames.filter((name) => name !== 'product'))
    .select(brief ? briefProduct.as('product') : 'product')
    .where('offerId', '=', offerId)
    .orderBy('lineGroup')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<NarrowColumns>(),
);

/** Reads all lines of an offer, sorted by position within each group. */
export function readLines(db: CompanyQueries, offerId: string): Promise<Line[]> {
  return linesOf(db, { offerId }, false);
}

/** Reads all lines of an offer. Only batteries, equipment and misc materials include their products. */
export function readBriefLines(db: CompanyQueries, offerId: string): Promise<Line[]> {
  return linesOf(db, { offerId }, true);
}

const linesOfOffers = preparedQuery((db, { offerIds }: { offerIds: readonly string[] }) =>
  db
    .selectFrom('offerLine')
    .select([...lineColumnNames, 'offerId'])
    .where(({ eb, fn, val }) => eb('offerId', '=', fn.any(val(offerIds))))
    .$narrowType<NarrowColumns>(),
);

/** Reads all lines of several offers, by the ids of the offers. */
export async function readLinesOfOffers(
  db: CompanyQueries,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, Line[]>> {
  return Map.groupBy(await linesOfOffers(db, { offerIds }), ({ offerId }) => offerId);
}

/** Counts the lines of offers. Offers without lines are missing. */
export const countLines = countedBy('offerLine', 'offerId');
