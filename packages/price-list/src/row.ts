import type { DecimalMark } from './decimal.ts';
import type { Problem } from './problem.ts';

/**
 * What the price list wants done. CSV and JSON rows always say UPSERT. CHANGE without a name comes from
 * records beside that of the article itself, which cannot create a product.
 */
export type Action = 'UPSERT' | 'NEW' | 'CHANGE' | 'DELETE' | 'RENUMBER';

export type Unit = 'PIECE' | 'METER' | 'SET' | 'FLAT';

/** Where something stands: the file, and its line counted from 1. Of JSON rows the number of the row, and no file. */
export interface Place {
  file: string | null;
  line: number;
}

/**
 * One article of a price list. What the price list does not say is absent: a price that is absent must not clear a stored one.
 * At least one of `articleNumber`, `manufacturerArticleNumber` and `gtin` is there.
 */
export interface PriceListRow extends Place {
  kind: 'row';
  action: Action;
  /** The supplier's number, leading zeros kept. Of RENUMBER the one until now. */
  articleNumber?: string;
  /** The number that RENUMBER gives; other actions have none. */
  newArticleNumber?: string;
  manufacturerArticleNumber?: string;
  /** 8, 12, 13 or 14 digits with a right check digit. */
  gtin?: string;
  manufacturer?: string;
  /** As written. */
  materialType?: string;
  name?: string;
  /** Lines are separated by \n. */
  description?: string;
  /** Net, euros, exact decimal text, for `priceQuantity` units; `unitPrice` breaks it down to one. */
  purchasePrice?: string;
  /** Net, euros, exact decimal text, for `priceQuantity` units, before any discount. */
  listPrice?: string;
  /** How many units the prices are for. */
  priceQuantity: number;
  unit?: Unit;
  discountGroup?: string;
  /** Cells of mapped columns that are no field of a row, by the name they were mapped to; empty ones are left out. */
  others?: Record<string, string>;
  /** How the numbers in `others` are written, as in all of the file; absent when nothing tells it. */
  decimalMark?: DecimalMark;
  warnings: readonly Problem[];
}

/** A row that cannot be used, with everything that is wrong with it. */
export interface PriceListFailure extends Place {
  kind: 'failed';
  articleNumber?: string;
  errors: readonly Problem[];
}

/** Something in the price list that is left out on purpose. */
export interface PriceListOmission extends Place {
  kind: 'skipped';
  /** How many such records there are; `line` is the first. */
  count: number;
  reason: Problem;
}

/** From here on nothing more can be read of this file. `line` is null when the file as a whole is meant. */
export interface UnreadableFile {
  kind: 'unreadable';
  file: string | null;
  /** Which of the files it is, counted from 0: names may be alike. */
  index: number;
  line: number | null;
  reason: Problem;
}

export interface ReadColumn {
  /** As it stands in the file, in one line. */
  header: string;
  /** A field of a row, another name the column is mapped to, or `currency`; null when the column is left out. */
  field: string | null;
}

/** How a CSV file is read. It comes before its rows. */
export interface ReadColumns {
  kind: 'columns';
  file: string | null;
  /** In the order of the file, the first 1,000. A column that says several fields stands there as often. */
  columns: readonly ReadColumn[];
}

export type PriceListItem =
  | ReadColumns
  | PriceListRow
  | PriceListFailure
  | PriceListOmission
  | UnreadableFile;
