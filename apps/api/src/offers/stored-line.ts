import type { OfferString, VatRate } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { type ColumnArrays, columnArrays, unnestedArrays } from '../records/unnested-rows.ts';
import type { LineGroup } from './line-groups.ts';

type Json = Readonly<Record<string, unknown>>;

/** A line as it is stored: the fields of all groups, null where a group does not have them. */
export interface StoredLine {
  id: string;
  lineGroup: LineGroup;
  ref: string;
  position: number;
  name: string;
  description: string | null;
  unit: string;
  quantity: number;
  price: number;
  totalPrice: number;
  vatRate: VatRate;
  purchasePrice: number;
  materialId: string | null;
  materialType: string | null;
  articleNumber: string | null;
  manufacturerName: string | null;
  /** Of misc materials `quantityRule` and `defaultQuantity`. */
  product: Json | null;
  serviceId: string | null;
  roofId: string | null;
  orientation: string | null;
  rows: number | null;
  columns: number | null;
  offsetX: number | null;
  offsetY: number | null;
  strings: readonly OfferString[] | null;
  active: boolean | null;
  moduleCount: number | null;
  coupling: string | null;
  /** `inverterRef` or `forRef`. */
  targetRef: string | null;
  autoAdded: boolean | null;
  /** The quantity still follows the rule of the product. */
  followsRule: boolean | null;
  /** Added automatically at 0, because the product had no price. */
  priceMissing: boolean | null;
  /** kWp of modules, kW of inverters. */
  powerKw: number | null;
  capacityKwh: number | null;
  createdAt: string;
  updatedAt: string;
}

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

const allColumns = { ...copiedColumns, ...changingColumns } as const;
const allNames = Object.keys(allColumns) as (keyof typeof allColumns)[];
export const changingNames = Object.keys(changingColumns) as (keyof typeof changingColumns)[];

/** All columns of lines. */
export const lineColumns = allNames;

/** Only what sums and rules are calculated with: most products are long. */
const briefProduct = sql<Json | null>`case when line_group in ('batteries', 'miscMaterials') then product end`;

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
    .$castTo<StoredLine>(),
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
