import type { OfferString, VatRate } from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type ColumnArrays, columnArrays, unnestedArrays } from '../../sql/unnested-rows.ts';
import type { LineGroup } from './line-groups.ts';

type Table = CompanyTables['offerLine'];

/** Without the columns that PostgreSQL calculates. */
type Row = Omit<Pick<Selectable<Table>, keyof Insertable<Table>>, 'companyId' | 'offerId'>;

/** Columns whose values are of a narrower type, which the code that writes them ensures. */
export interface NarrowColumns {
  lineGroup: LineGroup;
  vatRate: VatRate;
  strings: OfferString[] | null;
}

/**
 * A line as it is stored: the fields of all groups, null where a group does not have them. `targetRef` is `inverterRef` or
 * `forRef`. Of misc materials, `product` is `quantityRule` and `defaultQuantity`. `followsRule`: the quantity still follows the
 * rule of the product; `priceMissing`: added automatically at 0, because the product had no price. `powerKw` is kWp of modules and
 * kW of inverters.
 */
export type StoredLine = Omit<Row, keyof NarrowColumns> & NarrowColumns;

/** What never changes while a line stays. */
const copiedColumns = {
  id: 'bigint',
  lineGroup: 'text',
  ref: 'text',
  unit: 'text',
  materialId: 'bigint',
  materialType: 'text',
  articleNumber: 'text',
  manufacturerName: 'text',
  product: 'json',
  serviceId: 'bigint',
  autoAdded: 'boolean',
  createdAt: 'timestamptz',
} as const;

const changingColumns = {
  position: 'integer',
  name: 'text',
  description: 'text',
  quantity: 'numeric',
  price: 'numeric',
  totalPrice: 'numeric',
  vatRate: 'smallint',
  purchasePrice: 'numeric',
  roofId: 'bigint',
  orientation: 'text',
  rows: 'integer',
  columns: 'integer',
  offsetX: 'double precision',
  offsetY: 'double precision',
  strings: 'json',
  active: 'boolean',
  moduleCount: 'integer',
  coupling: 'text',
  targetRef: 'text',
  followsRule: 'boolean',
  priceMissing: 'boolean',
  powerKw: 'numeric',
  capacityKwh: 'numeric',
  updatedAt: 'timestamptz',
} as const;

const allColumns = { ...copiedColumns, ...changingColumns } as const satisfies Record<
  keyof StoredLine,
  string
>;
const allNames = Object.keys(allColumns) as (keyof typeof allColumns)[];
export const changingNames = Object.keys(changingColumns) as (keyof typeof changingColumns)[];

/** All columns of lines. */
export const lineColumns = allNames;

/** Only what sums and rules are calculated with: most products are long. */
const briefProduct = sql<
  StoredLine['product']
>`case when line_group in ('batteries', 'miscMaterials') then product end`;

/** In the order in which offers show lines. */
const linesOf = preparedQuery((db, { offerId }: { offerId: string }, brief: boolean) =>
  db
    .selectFrom('offerLine')
    .select(allNames.filter((name) => name !== 'product'))
    .select(brief ? briefProduct.as('product') : 'product')
    .where('offerId', '=', offerId)
    .orderBy('lineGroup')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<NarrowColumns>(),
);

/** Reads all lines of an offer, each group by position. */
export function loadLines(db: CompanyQueries, offerId: string): Promise<StoredLine[]> {
  return linesOf(db, { offerId }, false);
}

/** Reads all lines of an offer; only batteries and misc materials with their products. */
export function loadBriefLines(db: CompanyQueries, offerId: string): Promise<StoredLine[]> {
  return linesOf(db, { offerId }, true);
}

function withJsonText(line: StoredLine) {
  return {
    ...line,
    product: line.product && JSON.stringify(line.product),
    strings: line.strings && JSON.stringify(line.strings),
  };
}

/** What a write does to the lines of an offer. */
export interface LineChanges {
  removed: readonly StoredLine[];
  added: readonly StoredLine[];
  /** Their copied fields are not written. */
  changed: readonly StoredLine[];
}

const insertedColumns = { offerId: 'bigint', ...allColumns } as const;
const insertedNames = ['offerId', ...allNames] as const;

const insertLines = preparedQuery((db, arrays: ColumnArrays<typeof insertedColumns>) =>
  db
    .insertInto('offerLine')
    .columns(insertedNames)
    .expression(
      db
        .selectFrom(unnestedArrays<StoredLine, 'given'>('given', insertedColumns, arrays))
        .select(insertedNames as never),
    ),
);

const updatedColumns = { id: 'bigint', ...changingColumns } as const;

const updateLines = preparedQuery(
  (db, { offerId, ...arrays }: ColumnArrays<typeof updatedColumns> & { offerId: string }) =>
    db
      .updateTable('offerLine')
      .from(unnestedArrays<StoredLine, 'given'>('given', updatedColumns, arrays))
      .set(({ ref }) => Object.fromEntries(changingNames.map((name) => [name, ref(`given.${name}`)])))
      .whereRef('offerLine.id', '=', 'given.id')
      .where('offerLine.offerId', '=', offerId),
);

/** Writes changed lines: at most one statement each for removing, adding and changing. The offer's row must be locked. */
export async function writeLines(
  db: CompanyQueries,
  offerId: string,
  { removed, added, changed }: LineChanges,
): Promise<void> {
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await db
      .deleteFrom('offerLine')
      .where('offerId', '=', offerId)
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
      .execute();
  }
  if (changed.length > 0) {
    await updateLines(db, { ...columnArrays(updatedColumns, changed.map(withJsonText)), offerId });
  }
  if (added.length > 0) {
    const rows = added.map((line) => ({ ...withJsonText(line), offerId }));
    await insertLines(db, columnArrays(insertedColumns, rows));
  }
}
