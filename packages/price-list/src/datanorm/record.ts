import type { Version } from './header.ts';

/** How many units a price is for: as written, and as a number; null when what is written means nothing. */
export interface Quantity {
  written: string;
  value: number | null;
}

/** Fields are kept as written, without surrounding spaces; empty when absent. */
export interface ArticleRecord {
  kind: 'article';
  /** N or A. */
  action: string;
  articleNumber: string;
  /** Selects the texts of the description; DATANORM 4 only. */
  textCode: string | null;
  shortTexts: readonly [string, string];
  priceMark: string;
  quantity: Quantity;
  unit: string;
  cents: string;
  discountGroup: string;
  gtin: string;
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
  /** Null in DATANORM 4, where only the article record states it. */
  quantity: Quantity | null;
  discounts: readonly DiscountStep[];
  discountGroup: string;
}

export interface TextLine {
  number: number;
  text: string;
}

export type DatanormRecord =
  | ArticleRecord
  | { kind: 'renumbering'; articleNumber: string; newNumbers: readonly string[] }
  | { kind: 'deletion'; articleNumber: string }
  | { kind: 'invalidAction'; articleNumber: string; action: string }
  | { kind: 'supplement'; articleNumber: string; gtin: string; hasCopper: boolean }
  | { kind: 'surcharge'; articleNumber: string }
  | { kind: 'prices'; entries: readonly PriceEntry[] }
  | { kind: 'text'; key: string; lines: readonly TextLine[] }
  | { kind: 'dimension'; articleNumber: string; lines: readonly TextLine[] }
  | { kind: 'discountGroup'; name: string; discount: DiscountStep }
  | { kind: 'end' }
  | { kind: 'ignored'; letter: string }
  | { kind: 'unknown' };

type At = (index: number) => string;

const isZero = (field: string) => /^0*$/.test(field);

/** DATANORM 4 writes a code. */
const quantityCodes = new Map([
  ['', 1],
  ['0', 1],
  ['1', 10],
  ['2', 100],
  ['3', 1_000],
]);

function codedQuantity(written: string): Quantity {
  return { written, value: quantityCodes.get(written) ?? null };
}

/** DATANORM 5 writes the number itself; 0 and nothing mean 1. */
function plainQuantity(written: string): Quantity {
  return { written, value: /^\d{0,7}$/.test(written) ? Number(written) || 1 : null };
}

function discountSteps(at: At, first: number): DiscountStep[] {
  return [0, 2, 4].map((offset) => ({ kind: at(first + offset), value: at(first + offset + 1) }));
}

/** Keeps the spaces inside, which make tables. */
function textLines(raw: readonly string[], pairs: readonly (readonly [number, number])[]): TextLine[] {
  return pairs
    .map(([number, text]) => ({
      number: Number.parseInt(raw[number] ?? '', 10),
      text: (raw[text] ?? '').trimEnd(),
    }))
    .filter(({ number }) => number >= 0);
}

function articleAction(at: At, article: ArticleRecord): DatanormRecord {
  const { action, articleNumber } = article;
  if (action === 'N' || action === 'A') return article;
  return action === 'L'
    ? { kind: 'deletion', articleNumber }
    : { kind: 'invalidAction', articleNumber, action: at(1) };
}

/** Step 1 is a scale price; the others are surcharges, mostly of raw materials. */
function surcharge(at: At): DatanormRecord {
  const articleNumber = at(2);
  const isScalePrice = at(4) === '1';
  return articleNumber === '' || isScalePrice
    ? { kind: 'ignored', letter: 'Z' }
    : { kind: 'surcharge', articleNumber };
}

const version4: Record<string, (at: At, raw: readonly string[]) => DatanormRecord> = {
  A: (at, raw) =>
    at(1) === 'X'
      ? {
          kind: 'renumbering',
          articleNumber: at(2),
          newNumbers: raw
            .slice(3)
            .map((field) => field.trim())
            .filter((field) => field !== ''),
        }
      : articleAction(at, {
          kind: 'article',
          action: at(1),
          articleNumber: at(2),
          textCode: at(3),
          shortTexts: [at(4), at(5)],
          priceMark: at(6),
          quantity: codedQuantity(at(7)),
          unit: at(8),
          cents: at(9),
          discountGroup: at(10),
          gtin: '',
          textKey: at(12),
        }),
  B: (at) => ({
    kind: 'supplement',
    articleNumber: at(2),
    gtin: at(9),
    hasCopper: [6, 7, 8].some((index) => !isZero(at(index))),
  }),
  P: (at) => ({
    kind: 'prices',
    entries: [2, 11, 20]
      .map((first) => ({
        articleNumber: at(first),
        mark: at(first + 1),
        cents: at(first + 2),
        quantity: null,
        discounts: discountSteps(at, first + 3),
        discountGroup: '',
      }))
      // Unused places may be filled with zeros.
      .filter(({ articleNumber, cents }) => articleNumber !== '' || !isZero(cents)),
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
  Z: surcharge,
};

const version5: typeof version4 = {
  A: (at) =>
    articleAction(at, {
      kind: 'article',
      action: at(1),
      articleNumber: at(2),
      textCode: null,
      shortTexts: [at(3), at(4)],
      unit: at(5),
      priceMark: at(6),
      quantity: plainQuantity(at(7)),
      cents: at(8),
      discountGroup: at(9),
      gtin: at(18),
      textKey: at(23),
    }),
  B: (at) => {
    const articleNumber = at(2);
    if (at(1) === 'L') return { kind: 'deletion', articleNumber };
    if (at(1) !== 'A') return { kind: 'invalidAction', articleNumber, action: at(1) };
    return { kind: 'renumbering', articleNumber, newNumbers: [at(3)].filter((field) => field !== '') };
  },
  P: (at) => ({
    kind: 'prices',
    entries: [
      {
        articleNumber: at(1),
        mark: at(2),
        quantity: plainQuantity(at(3)),
        cents: at(4),
        discountGroup: at(5),
        discounts: discountSteps(at, 6),
      },
    ],
  }),
  T: (at, raw) => ({ kind: 'text', key: at(2), lines: textLines(raw, [[4, 5]]) }),
  R: (at) => ({ kind: 'discountGroup', name: at(1), discount: { kind: at(2), value: at(3) } }),
  Z: surcharge,
  E: () => ({ kind: 'end' }),
};

/** A line of DATANORM other than V, in the layout of its version. */
export function readRecord(line: string, version: Version): DatanormRecord {
  const letter = /^([A-Z]);/.exec(line)?.[1];
  if (letter === undefined) return { kind: 'unknown' };
  const raw = line.split(';');
  const read = (version === 4 ? version4 : version5)[letter];
  return read ? read((index) => raw[index]?.trim() ?? '', raw) : { kind: 'ignored', letter };
}
