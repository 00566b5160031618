export type { CsvOptions } from './csv/read-csv.ts';
export type { Separator } from './csv/records.ts';
export { type DecimalMark, parseDecimal, roundedUnitPrice, unitPrice, unitPriceLimit } from './decimal.ts';
export type { Encoding } from './files/encoding.ts';
export type { Format } from './format.ts';
export { gtinForms, gtinKey, isGtin } from './gtin.ts';
export { type JsonRow, readRows } from './json-rows.ts';
export { type Problem, type ProblemCode, problem, problemTexts } from './problem.ts';
export { type PriceListFile, type PriceListOptions, readPriceList } from './read-price-list.ts';
export type {
  Action,
  PriceListFailure,
  PriceListItem,
  PriceListOmission,
  PriceListRow,
  ReadColumn,
  ReadColumns,
  SourceLine,
  Unit,
  UnreadableFile,
} from './row.ts';
