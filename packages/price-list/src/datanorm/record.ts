import type { Version } from './header.ts';

export interface DiscountStep {
  /** 0 group, 1 rate, 2 multiplier, 3 surcharge. */
  kind: string;
  value: string;
}

/** Fields are kept as written but trimmed; empty if absent. */
export interface Price {
  /** 1 list price, 2 net price, 3 factory price. */
  mark: string;
  cents: string;
  /** The price quantity. Undefined if only the article record states it. */
  quantity: string | undefined;
  discounts: readonly DiscountStep[];
  discountGroup: string;
}

export interface ArticleRecord {
  kind: 'article';
  /** N or A. */
  action: string;
  articleNumber: string;
  /** Selects the texts of the description; DATANORM 4 only. */
  textCode: string | null;
  shortTexts: readonly [string, string];
  price: Price;
  unit: string;
  gtin: string;
  textKey: string;
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
  | { kind: 'prices'; entries: readonly (Price & { articleNumber: string })[] }
  | { kind: 'text'; key: string; lines: readonly TextLine[] }
  | { kind: 'dimension'; articleNumber: string; lines: readonly TextLine[] }
  | { kind: 'discountGroup'; name: string; discount: DiscountStep }
  | { kind: 'end' }
  | { kind: 'ignored'; letter: string }
  | { kind: 'unknown' };

type At = (index: number) => string;

const isZero = (field: string) => /^0*$/.test(field);

/** DATANORM 4 encodes the price quantity. */
const quantityCodes = new Map([
  ['', '1'],
  ['0', '1'],
  ['1', '10'],
  ['2', '100'],
  ['3', '1000'],
]);

/** DATANORM 5 writes the number itself; 0 and an empty field mean 1. */
function plainQuantity(written: string): string {
  return isZero(written) ? '1' : written;
}

function discountSteps(at: At, first: number): DiscountStep[] {
  return [0, 2, 4].map((offset) => ({ kind: at(first + offset), value: at(first + offset + 1) }));
}

/** `places` contains pairs of field indexes: line number and text. Inner spaces are kept, because texts may contain tables. */
function textLines(raw: readonly string[], ...places: readonly (readonly [number, number])[]): TextLine[] {
  return places
    .map(([number, text]) => ({
      number: Number.parseInt(raw[number] ?? '', 10),
      text: (raw[text] ?? '').trimEnd(),
    }))
    .filter(({ number }) => number >= 0);
}

type Read = (at: At, raw: readonly string[]) => DatanormRecord;

function article4(at: At): ArticleRecord {
  const quantity = quantityCodes.get(at(7)) ?? `code ${at(7)}`;
  return {
    kind: 'article',
    action: at(1),
    articleNumber: at(2),
    textCode: at(3),
    shortTexts: [at(4), at(5)],
    price: { mark: at(6), quantity, cents: at(9), discountGroup: at(10), discounts: [] },
    unit: at(8),
    gtin: '',
    textKey: at(12),
  };
}

function article5(at: At): ArticleRecord {
  return {
    kind: 'article',
    action: at(1),
    articleNumber: at(2),
    textCode: null,
    shortTexts: [at(3), at(4)],
    unit: at(5),
    price: { mark: at(6), quantity: plainQuantity(at(7)), cents: at(8), discountGroup: at(9), discounts: [] },
    gtin: at(18),
    textKey: at(23),
  };
}

function deletion(at: At): DatanormRecord {
  return { kind: 'deletion', articleNumber: at(2) };
}

/** The new number is the only field after the old one. */
function renumbering(at: At, raw: readonly string[]): DatanormRecord {
  const newNumbers = raw.slice(3).map((field) => field.trim());
  return {
    kind: 'renumbering',
    articleNumber: at(2),
    newNumbers: newNumbers.filter((field) => field !== ''),
  };
}

function byAction(actions: ReadonlyMap<string, Read>): Read {
  return (at, raw) =>
    actions.get(at(1))?.(at, raw) ?? { kind: 'invalidAction', articleNumber: at(2), action: at(1) };
}

/** Step 1 is a scale price; the others are surcharges, mostly for raw materials. */
function surcharge(at: At): DatanormRecord {
  const articleNumber = at(2);
  const isScalePrice = at(4) === '1';
  return articleNumber === '' || isScalePrice
    ? { kind: 'ignored', letter: 'Z' }
    : { kind: 'surcharge', articleNumber };
}

function price4(at: At, first: number): Price & { articleNumber: string } {
  return {
    articleNumber: at(first),
    mark: at(first + 1),
    cents: at(first + 2),
    quantity: undefined,
    discounts: discountSteps(at, first + 3),
    discountGroup: '',
  };
}

function price5(at: At): Price & { articleNumber: string } {
  return {
    articleNumber: at(1),
    mark: at(2),
    quantity: plainQuantity(at(3)),
    cents: at(4),
    discountGroup: at(5),
    discounts: discountSteps(at, 6),
  };
}

const version4: Record<string, Read> = {
  A: byAction(
    new Map<string, Read>([
      ['N', article4],
      ['A', article4],
      ['L', deletion],
      ['X', renumbering],
    ]),
  ),
  B: (at) => ({
    kind: 'supplement',
    articleNumber: at(2),
    gtin: at(9),
    hasCopper: [6, 7, 8].some((index) => !isZero(at(index))),
  }),
  P: (at) => ({
    kind: 'prices',
    // Unused fields may be filled with zeros.
    entries: [2, 11, 20]
      .map((first) => price4(at, first))
      .filter(({ articleNumber, cents }) => articleNumber !== '' || !isZero(cents)),
  }),
  T: (at, raw) => ({ kind: 'text', key: at(2), lines: textLines(raw, [4, 6], [7, 9]) }),
  D: (at, raw) => ({ kind: 'dimension', articleNumber: at(2), lines: textLines(raw, [3, 6], [7, 10]) }),
  R: (at) => ({ kind: 'discountGroup', name: at(2), discount: { kind: at(3), value: at(4) } }),
  Z: surcharge,
};

const version5: Record<string, Read> = {
  A: byAction(
    new Map<string, Read>([
      ['N', article5],
      ['A', article5],
      ['L', deletion],
    ]),
  ),
  B: byAction(
    new Map<string, Read>([
      ['A', renumbering],
      ['L', deletion],
    ]),
  ),
  P: (at) => ({ kind: 'prices', entries: [price5(at)] }),
  T: (at, raw) => ({ kind: 'text', key: at(2), lines: textLines(raw, [4, 5]) }),
  R: (at) => ({ kind: 'discountGroup', name: at(1), discount: { kind: at(2), value: at(3) } }),
  Z: surcharge,
  E: () => ({ kind: 'end' }),
};

/** Parses a line, except the V record, according to the layout of the DATANORM version. */
export function readRecord(line: string, version: Version): DatanormRecord {
  const letter = /^([A-Z]);/.exec(line)?.[1];
  if (letter === undefined) return { kind: 'unknown' };
  const raw = line.split(';');
  const read = (version === 4 ? version4 : version5)[letter];
  return read ? read((index) => raw[index]?.trim() ?? '', raw) : { kind: 'ignored', letter };
}
