import type { DecimalMark } from './decimal.ts';
import type { Problem } from './problem.ts';

/**
 * CSV and JSON rows are always UPSERT. A CHANGE without a name comes from records other than the article record and creates no
 * product.
 */
export type Action = 'UPSERT' | 'NEW' | 'CHANGE' | 'DELETE' | 'RENUMBER';

export type Unit = 'PIECE' | 'METER' | 'SET' | 'FLAT';

/** File and line, counted from 1. For JSON rows, `file` is null and `line` is the row number. */
export interface SourceLine {
  file: string | null;
  line: number;
}

/**
 * An article of a price list. Fields missing from the list are absent: an absent price must not clear a stored price. At least one
 * of `articleNumber`, `manufacturerArticleNumber` and `gtin` is present.
 */
export interface PriceListRow extends SourceLine {
  kind: 'row';
  action: Action;
  /** The supplier's article number with its leading zeros; for RENUMBER, the old one. */
  articleNumber?: string;
  /** Only for RENUMBER. */
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
  /** Net amount in euros as exact decimal text, for `priceQuantity` units; `unitPrice` converts it to one unit. */
  purchasePrice?: string;
  /** Net amount in euros as exact decimal text, for `priceQuantity` units, before discounts. */
  listPrice?: string;
  /** The number of units that the prices apply to. */
  priceQuantity: number;
  unit?: Unit;
  discountGroup?: string;
  /** Non-empty cells of mapped columns that are not fields of a row, by the name given in the mapping. */
  others?: Record<string, string>;
  /** The decimal mark of the numbers in `others`; absent if unknown. */
  decimalMark?: DecimalMark;
  warnings: readonly Problem[];
}

/** A row with errors. */
export interface PriceListFailure extends SourceLine {
  kind: 'failed';
  articleNumber?: string;
  errors: readonly Problem[];
}

/** Skipped records. */
export interface PriceListOmission extends SourceLine {
  kind: 'skipped';
  /** Number of records; `line` is that of the first record. */
  count: number;
  reason: Problem;
}

/** A file that cannot be read, either from `line` on or at all. */
export interface UnreadableFile {
  kind: 'unreadable';
  file: string | null;
  /** Index among the files, counted from 0. File names need not be unique. */
  index: number;
  line: number | null;
  reason: Problem;
}

export interface ReadColumn {
  /** On one line. */
  header: string;
  /** A field of a row, another name in the mapping, `currency` or `surcharge`; null if the column is not read. */
  field: string | null;
}

/** The columns of a CSV file, yielded before its rows. */
export interface ReadColumns {
  kind: 'columns';
  file: string | null;
  /** The first 1,000, in file order. A column mapped to several fields appears once for each. */
  columns: readonly ReadColumn[];
}

export type PriceListItem =
  | ReadColumns
  | PriceListRow
  | PriceListFailure
  | PriceListOmission
  | UnreadableFile;
