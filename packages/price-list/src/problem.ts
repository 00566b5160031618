/**
 * The messages of all problems in a price list, by code. A message completes a sentence whose subject is the field, or the file if
 * there is no field. {placeholders} are filled in.
 */
export const problemTexts = {
  // Row errors
  missing_article_number:
    'is missing: a row needs an article number, a manufacturer with its article number, or a GTIN',
  invalid_price:
    'must be an amount in euros that, per unit and rounded to five decimals, is above zero and below a billion, or 0 for no price, not {value}',
  ambiguous_number: 'can mean {first} or {second}: send csv.decimalMark',
  invalid_number: 'must be a number, not {value}',
  invalid_text: 'must be a text',
  spreadsheet_error: 'is {value}, a spreadsheet error: correct the cell in the spreadsheet',
  invalid_price_quantity: 'must be a whole number from 1 to 1,000,000, not {value}',
  conflicting_price_quantity: 'contradicts the price quantity stated elsewhere: {value}',
  unclear_unit:
    'is unknown, so the price basis is ambiguous: {value}. Known units are Stk, m, km, Set and psch, alone or after a number as in 100 m',
  price_quantity_unknown:
    'is missing: only the article record states whether the price is for 1 or for 1,000 units; send it in the same import',
  invalid_discount: 'must be a discount from 0 to below 100 %, not {value}',
  unclear_discount:
    'is a surcharge, which some suppliers state in percent and others in hundredths of a percent: {value}. Ask the supplier for net prices',
  too_long: 'must not be longer than {limit} characters',
  too_many_cells: 'has more cells than the header has columns: check quotes and separator',
  duplicate_row: 'is already in the price list, in line {line}',
  invalid_action: 'must be an action that DATANORM defines for this record, not {value}',
  invalid_renumbering: 'must be the new article number, and the only field after the old one',
  invalid_price_mark: 'must be 1 (list price) or 2 (net price), not {value}',
  line_too_long: 'is longer than {limit} characters',
  // Row errors or warnings
  invalid_characters: 'has characters that cannot be read: check the encoding of the file',
  shortened_number: 'is {value}, a number shortened by a spreadsheet: format its column as text',
  // Row or file errors
  unsupported_currency: 'has prices in {value}; only euros are supported',
  // Row warnings
  invalid_gtin: 'must be a GTIN with a valid check digit, not {value}; it is ignored',
  unknown_unit: 'is ignored: the unit {value} is unknown',
  text_shortened: 'is truncated to {limit} characters',
  price_rounded: 'is {exact} per unit, rounded to {rounded}',
  purchase_price_unknown: 'is unknown: there is neither a price above zero nor a list price with a discount',
  surcharge_not_included: 'does not include the surcharge of {value}',
  discount_ignored: 'is ignored, because a discount applies to a list price, and there is none',
  unusual_discount: 'is calculated with a multiplier, which suppliers use in different ways: check it',
  second_price: 'is stated twice with different values; the last one is used',
  factory_price_ignored: 'is not taken from the factory price in the list',
  // Skipped records
  record_ignored: 'has records of kind {kind} ({count}), which are not read',
  row_without_article: 'has rows with neither a number nor a name ({count}), such as totals',
  // Files that cannot be read completely
  empty_file: 'is empty',
  too_large: 'is larger than {limit} bytes after unpacking, together with the files before it',
  too_many_records: 'has more than {limit} records, together with the files before it',
  too_many_articles: 'has more than {limit} articles, together with the files before it',
  invalid_gzip: 'is compressed, and damaged or incomplete',
  not_text: 'is not a text file: save a spreadsheet as CSV, and compress a file only once',
  no_header:
    'has no header with columns for an article number and a price in euros. It has {columns}. Map the columns in csv.columns',
  unclear_column:
    'has the column {value}, which may change the price: list the columns to read in csv.columns. Of two columns with the same name, rename one',
  unknown_column: 'does not have the column {value}',
  invalid_csv: 'has a quote that is not closed, or a record that is too long',
  no_records: 'has no DATANORM article record',
  unsupported_version: 'is DATANORM {version}; versions 4 and 5 are supported',
} as const;

export type ProblemCode = keyof typeof problemTexts;

export interface Problem {
  code: ProblemCode;
  /** The field of the row; null if the problem concerns the whole row or file. */
  field: string | null;
  message: string;
}

const maxQuotedLength = 60;

/** Quotes text from a file: short and without control characters, because it appears in logs and responses. */
export function quoted(value: string): string {
  const short = value.length > maxQuotedLength ? `${value.slice(0, maxQuotedLength).toWellFormed()}…` : value;
  return JSON.stringify(short.replace(/[\u007F-\u009F]/g, '\uFFFD'));
}

/** The beginning of a text, on one line. */
export function oneLine(text: string, limit: number): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\p{Cc}/gu, '\uFFFD');
  return line.slice(0, limit).toWellFormed();
}

/** Fills in the placeholders of a problem's message; {value} is quoted. */
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
