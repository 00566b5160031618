import type { OfferString, VatRate } from '@pv-planning/contract';
import type { CompanyTables } from '@pv-planning/database';
import type { Insertable, Selectable } from 'kysely';
import type { LineGroup } from './line-groups.ts';
import type { LineInput } from './requested-lines.ts';

type Table = CompanyTables['offerLine'];

/** A row without the columns that PostgreSQL calculates. */
type Row = Omit<Pick<Selectable<Table>, keyof Insertable<Table>>, 'companyId' | 'offerId'>;

/** Columns with a narrower type than in the database. The code that writes the values ensures the type. */
export interface NarrowColumns {
  lineGroup: LineGroup;
  /** Null for an additional cost whose amount is apportioned over the rates of the other lines. */
  vatRate: VatRate | null;
  strings: OfferString[] | null;
}

/**
 * A line of an offer: the fields of all groups, null where a group does not have them. The id of a line that is not stored yet is
 * empty. `targetRef` is `inverterRef` or `forRef`. For equipment and misc materials, `product` contains `quantityRule` and
 * `defaultQuantity`. `quantityFrozen`: the quantity was automatic until the line that it counted was removed; `priceFromCatalog`
 * and `purchasePriceFromCatalog`: the price was taken from the product or service; `priceMissing`: added or duplicated at 0, because the
 * product had no price. `standardRated`: the product or service is of a kind that is not part of a PV system.
 * `powerKw` is in kWp for modules and in kW for inverters.
 */
export type Line = Omit<Row, keyof NarrowColumns> & NarrowColumns;

/** Technical data of a product. */
export type ProductData = Readonly<Record<string, unknown>>;

/** Columns that never change once a line has been added, with their SQL types. */
const fixedColumns = {
  id: 'bigint',
  lineGroup: 'text',
  ref: 'text',
  unit: 'text',
  materialId: 'bigint',
  materialType: 'text',
  supplier: 'text',
  articleNumber: 'text',
  manufacturerArticleNumber: 'text',
  gtin: 'text',
  manufacturerName: 'text',
  product: 'json',
  serviceId: 'bigint',
  standardRated: 'boolean',
  autoAdded: 'boolean',
  createdAt: 'timestamptz',
} as const;

export const changingColumns = {
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
  quantityIsAutomatic: 'boolean',
  quantityFrozen: 'boolean',
  priceFromCatalog: 'boolean',
  purchasePriceFromCatalog: 'boolean',
  priceMissing: 'boolean',
  powerKw: 'numeric',
  capacityKwh: 'numeric',
  updatedAt: 'timestamptz',
} as const;

export const lineColumns = { ...fixedColumns, ...changingColumns } as const satisfies Record<
  keyof Line,
  string
>;

export const lineColumnNames = Object.keys(lineColumns) as (keyof typeof lineColumns)[];

/** The fields that a line copies from its product or service when it is added. */
export const copiedFields = [
  'name',
  'description',
  'unit',
  'purchasePrice',
  'materialType',
  'supplier',
  'articleNumber',
  'manufacturerArticleNumber',
  'gtin',
  'manufacturerName',
  'product',
  'standardRated',
] as const satisfies readonly (keyof Line)[];

export type CopiedFields = Pick<Line, (typeof copiedFields)[number]>;

/** The fields that a line stores as sent, or as null if they were omitted. */
export const sentFields = [
  'materialId',
  'serviceId',
  'roofId',
  'orientation',
  'rows',
  'columns',
  'offsetX',
  'offsetY',
  'moduleCount',
] as const satisfies readonly (keyof Line & keyof LineInput)[];

export type SentFields = Pick<Line, (typeof sentFields)[number]>;
