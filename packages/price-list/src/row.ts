import type { DecimalMark } from './decimal.ts';
import type { Problem } from './problem.ts';

/** CSV and JSON rows are always UPSERT. CHANGE without a name comes from other records than the article, and creates no product. */
export type Action = 'UPSERT' | 'NEW' | 'CHANGE' | 'DELETE' | 'RENUMBER';

export type Unit = 'PIECE' | 'METER' | 'SET' | 'FLAT';

/** The file and the line, counted from 1. JSON rows have their number and no file. */
export interface SourceLine {
  file: string | null;
  line: number;
}

/**
 * An article of a price list. Fields that the list does not have are absent: an absent price must not clear a stored one.
 * At least one of `articleNumber`, `manufacturerArticleNumber` and `gtin` is present.
 */
export interface PriceListRow extends SourceLine {
  kind: 'row';
  action: Action;
  /** The supplier's number with its leading zeros. With RENUMBER, the old one. */
  articleNumber?: string;
  /** Only with RENUMBER. */
  newArticleNumber?: string;
  manufacturerArticleNumber?: string;
  /** 8, 12, 13 or 14 digits with a valid check digit. */
  gtin?: string;
  manufacturer?: string;
  /** As written in the list. */
  materialType?: string;
  name?: string;
  /** Lines are separated by \n. */
  description?: string;
  /** Net, euros, exact decimal text, for `priceQuantity` units; `unitPrice` is the price of one. */
  purchasePrice?: string;
  /** Net, euros, exact decimal text, for `priceQuantity` units, before any discount. */
  listPrice?: string;
  /** How many units the prices are for. */
  priceQuantity: number;
  unit?: Unit;
  discountGroup?: string;
  /** Cells of mapped columns that are not fields of a row, by the name that the mapping gives; without empty ones. */
  others?: Record<string, string>;
  /** The decimal mark of the numbers in `others`; absent when it is unknown. */
  decimalMark?: DecimalMark;
  warnings: readonly Problem[];
}

/** A row with errors. */
export interface PriceListFailure extends SourceLine {
  kind: 'failed';
  articleNumber?: string;
  errors: readonly Problem[];
}

/** Records that are skipped. */
export interface PriceListOmission extends SourceLine {
  kind: 'skipped';
  /** How many records; `line` is the first. */
  count: number;
  reason: Problem;
}

/** A file that cannot be read, from `line` on or as a whole. */
export interface UnreadableFile {
  kind: 'unreadable';
  file: string | null;
  /** The source among the files, counted from 0: names may be equal. */
  index: number;
  line: number | null;
  reason: Problem;
}

export interface ReadColumn {
  /** In one line. */
  header: string;
  /** A field of a row, another name of the mapping, `currency` or `surcharge`; null when the column is not read. */
  field: string | null;
}

/** The columns of a CSV file. They come before its rows. */
export interface ReadColumns {
  kind: 'columns';
  file: string | null;
  /** The first 1,000 in the order of the file. A column of several fields appears once for each. */
  columns: readonly ReadColumn[];
}

export type PriceListItem =
  | ReadColumns
  | PriceListRow
  | PriceListFailure
  | PriceListOmission
  | UnreadableFile;
