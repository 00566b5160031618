import type { Version } from './header.ts';

/** Everything as written, without spaces around it; empty when the record does not say it. */
export interface ArticleRecord {
  kind: 'article';
  /** N, A, L or X. */
  mark: string;
  articleNumber: string;
  /** Which texts make the description; of DATANORM 4 only. */
  textCode: string | null;
  shortTexts: readonly [string, string];
  priceMark: string;
  priceUnit: string;
  /** How many units the price is for; null when the price unit means nothing. */
  priceQuantity: string | null;
  unit: string;
  cents: string;
  discountGroup: string;
  textKey: string;
}

export interface DiscountStep {
  /** 0 group, 1 rate, 2 multiplier, 3 surcharge. */
  kind: string;
  value: string;
}

export interface PriceEntry {
  articleNumber: string;
  mark: string;
  cents: string;
  discounts: readonly DiscountStep[];
}

export interface TextLine {
  number: number;
  text: string;
}

export type DatanormRecord =
  | ArticleRecord
  | { kind: 'renumbering'; articleNumber: string; rest: readonly string[] }
  | { kind: 'deletion'; articleNumber: string }
  | { kind: 'details'; articleNumber: string; gtin: string }
  | { kind: 'prices'; entries: readonly PriceEntry[] }
  | { kind: 'unverifiedPrice' }
  | { kind: 'text'; key: string; lines: readonly TextLine[] }
  | { kind: 'dimension'; articleNumber: string; lines: readonly TextLine[] }
  | { kind: 'discountGroup'; name: string; discount: DiscountStep }
  | { kind: 'end' }
  | { kind: 'ignored'; letter: string }
  | { kind: 'unknown' };

type At = (index: number) => string;

/** DATANORM 4 writes the price unit as a code. */
const priceUnitCodes = new Map([
  ['', '1'],
  ['0', '1'],
  ['1', '10'],
  ['2', '100'],
  ['3', '1000'],
]);

function priceEntry(at: At, first: number): PriceEntry {
  return {
    articleNumber: at(first),
    mark: at(first + 1),
    cents: at(first + 2),
    discounts: [3, 5, 7].map((offset) => ({ kind: at(first + offset), value: at(first + offset + 1) })),
  };
}

/** Texts keep the spaces inside, which make tables, and lose those at the end. */
function textLines(raw: readonly string[], pairs: readonly (readonly [number, number])[]): TextLine[] {
  return pairs
    .map(([number, text]) => ({
      number: Number.parseInt(raw[number] ?? '', 10),
      text: (raw[text] ?? '').trimEnd(),
    }))
    .filter(({ number }) => number >= 0);
}

const version4: Record<string, (at: At, raw: readonly string[]) => DatanormRecord> = {
  A: (at) => ({
    kind: 'article',
    mark: at(1),
    articleNumber: at(2),
    textCode: at(3),
    shortTexts: [at(4), at(5)],
    priceMark: at(6),
    priceUnit: at(7),
    priceQuantity: priceUnitCodes.get(at(7)) ?? null,
    unit: at(8),
    cents: at(9),
    discountGroup: at(10),
    textKey: at(12),
  }),
  B: (at) => ({ kind: 'details', articleNumber: at(2), gtin: at(9) }),
  P: (at) => ({
    kind: 'prices',
    entries: [2, 11, 20]
      .map((first) => priceEntry(at, first))
      // Places that are left empty may be filled with zeros.
      .filter(({ articleNumber, cents }) => articleNumber !== '' || !/^0*$/.test(cents)),
  }),
  T: (at, raw) => ({
    kind: 'text',
    key: at(2),
    lines: textLines(raw, [
      [4, 6],
      [7, 9],
    ]),
  }),
  D: (at, raw) => ({
    kind: 'dimension',
    articleNumber: at(2),
    lines: textLines(raw, [
      [3, 6],
      [7, 10],
    ]),
  }),
  R: (at) => ({ kind: 'discountGroup', name: at(2), discount: { kind: at(3), value: at(4) } }),
};

const version5: typeof version4 = {
  A: (at) => ({
    kind: 'article',
    mark: at(1),
    articleNumber: at(2),
    textCode: null,
    shortTexts: [at(3), at(4)],
    unit: at(5),
    priceUnit: at(6),
    priceQuantity: /^0*$/.test(at(6)) ? '1' : /^\d{1,7}$/.test(at(6)) ? at(6) : null,
    priceMark: at(7),
    cents: at(8),
    discountGroup: at(9),
    textKey: at(23),
  }),
  B: (at) => ({ kind: 'deletion', articleNumber: at(2) }),
  P: () => ({ kind: 'unverifiedPrice' }),
  T: (at, raw) => ({ kind: 'text', key: at(2), lines: textLines(raw, [[4, 5]]) }),
  E: () => ({ kind: 'end' }),
};

/** A line of DATANORM, other than V, by the layout of its version. */
export function readRecord(line: string, version: Version): DatanormRecord {
  const letter = /^([A-Z]);/.exec(line)?.[1];
  if (letter === undefined) return { kind: 'unknown' };
  const raw = line.split(';');
  const at = (index: number) => raw[index]?.trim() ?? '';
  if (letter === 'A' && at(1) === 'X')
    return { kind: 'renumbering', articleNumber: at(2), rest: raw.slice(3) };
  if (letter === 'A' && at(1) === 'L') return { kind: 'deletion', articleNumber: at(2) };
  const read = (version === 4 ? version4 : version5)[letter];
  return read ? read(at, raw) : { kind: 'ignored', letter };
}
