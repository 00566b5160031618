import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { type Line, lineColumnNames, type NarrowColumns } from '../model/line.ts';

/** Only what sums and rules are calculated with: most products are long. */
const briefProduct = sql<
  Line['product']
>`case when line_group in ('batteries', 'miscMaterials') then product end`;

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

/** Reads all lines of an offer, each group by position. */
export function readLines(db: CompanyQueries, offerId: string): Promise<Line[]> {
  return linesOf(db, { offerId }, false);
}

/** Reads all lines of an offer; only batteries and misc materials with their products. */
export function readBriefLines(db: CompanyQueries, offerId: string): Promise<Line[]> {
  return linesOf(db, { offerId }, true);
}
