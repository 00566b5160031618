/**
 * Everything that can be said about a price list, by code. The texts continue a sentence that begins with the field, or with
 * the file when there is none; {placeholders} are filled in.
 */
export const problemTexts = {
  // Errors of a row
  missing_article_number:
    'is missing: a row needs an article number, a manufacturer with its article number or a GTIN',
  invalid_price:
    'must be an amount of euros that for one unit, rounded to five decimals, is above zero and below a billion, not {value}',
  ambiguous_number: 'can mean {first} or {second}: say which decimal mark the price list uses',
  invalid_number: 'must be a number, not {value}',
  invalid_text: 'must be a text',
  invalid_price_quantity: 'must be a whole number from 1 to 1,000,000, not {value}',
  conflicting_price_quantity: 'must be for as many as the quantity that is stated beside it, not {value}',
  unclear_unit:
    'must be a unit such as Stk, m or 100 m, not {value}, which leaves open what the price is for',
  price_quantity_unknown:
    'is not stated beside this price, which may be for 1 or for 1,000 units: the record of the article tells, and must be in the same import',
  invalid_discount: 'must be a discount from 0 to below 100 %, not {value}',
  invalid_characters: 'holds characters that cannot be read; check the encoding of the file',
  shortened_number: 'is {value}, a number that a spreadsheet has shortened: have the column written as text',
  too_long: 'must not be longer than {limit} characters',
  too_many_cells: 'has more cells than the header has columns; check quotes and separator',
  duplicate_row: 'stands in the price list already, in line {line}',
  invalid_action: 'must be N (new), A (change), L (delete) or X (renumber), not {value}',
  invalid_renumbering: 'must be followed by the new article number and nothing else',
  invalid_price_mark: 'must be 1 (list price) or 2 (net price), not {value}',
  line_too_long: 'is longer than {limit} characters',
  // Of a file too
  unsupported_currency: 'has prices in {value}; only euros are read',
  // Warnings of a row
  invalid_gtin: 'is left out: {value} is no GTIN with a right check digit',
  unknown_unit: 'is left out: the unit {value} is not known',
  text_shortened: 'is cut to {limit} characters',
  price_rounded: 'is {exact} for one unit, rounded to {rounded}',
  purchase_price_unknown: 'is unknown: there is only a list price, without a discount',
  discount_ignored:
    'is not taken off the purchase price, which counts as it stands: a discount is off a list price',
  unusual_discount:
    'is made by a multiplier or a surcharge, which suppliers write in different ways; check it',
  second_price: 'is stated more than once in different ways; the last one is taken',
  factory_price_ignored: 'is not taken from a factory price',
  // Left out on purpose
  unverified_price_record: 'holds price records of DATANORM 5 ({count}), whose layout is not settled',
  record_ignored: 'holds records of kind {kind} ({count}), which are not read',
  texts_dropped: 'holds more texts than are kept; the rest is left out',
  // A file that cannot be read, or not further
  empty_file: 'is empty',
  too_large: 'is larger than {limit} bytes after unpacking, together with the files before it',
  too_many_records: 'has more than {limit} records, together with the files before it',
  invalid_gzip: 'is compressed and damaged or cut off',
  not_text: 'is no text: a spreadsheet must be saved as CSV, and nothing be packed twice',
  no_header:
    'has no line of column names that tells where article number and price stand; say it by a mapping of columns',
  unclear_column:
    'has the column {value}, which may change what a price is; name the columns to read in csv.columns, and rename one of two that are named alike',
  unknown_column: 'names the column {value}, which the file does not have',
  invalid_csv: 'has a quote that is not closed, or a record that is too long',
  no_records: 'has no record of DATANORM that says something about an article',
  unsupported_version: 'is DATANORM {version}; versions 4 and 5 are read',
} as const;

export type ProblemCode = keyof typeof problemTexts;

export interface Problem {
  code: ProblemCode;
  /** Field of the row, null for the row or the file as a whole. */
  field: string | null;
  message: string;
}

const quotedLength = 60;

/** What a file holds goes into logs and answers: short, and without control characters. */
function quoted(value: string): string {
  const short = value.length > quotedLength ? `${value.slice(0, quotedLength).toWellFormed()}…` : value;
  return JSON.stringify(short.replace(/[\u007F-\u009F]/g, '\uFFFD'));
}

/** The beginning of what a file holds as it can be shown in one line. */
export function oneLine(text: string, limit: number): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\p{Cc}/gu, '\uFFFD');
  return line.slice(0, limit).toWellFormed();
}

/** The text of a code with its placeholders filled; {value} is quoted. */
export function problem(
  code: ProblemCode,
  field: string | null,
  values: Record<string, string | number> = {},
): Problem {
  const text = problemTexts[code].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : name === 'value' ? quoted(String(value)) : String(value);
  });
  return { code, field, message: text };
}
