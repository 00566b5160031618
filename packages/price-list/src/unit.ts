import type { Unit } from './row.ts';

/** As written by suppliers, in small letters without points; the codes of UN/ECE and EDIFACT among them. */
const spellings: Record<Unit, readonly string[]> = {
  PIECE: 'st stk stck stück stueck piece pieces pc pcs pce ea each c62 h87'.split(' '),
  METER: 'm mtr lfm lfdm meter metre meters metres'.split(' '),
  SET: 'set sets satz gar garnitur kit'.split(' '),
  FLAT: 'psch pausch pauschal pauschale pau psl flat ls'.split(' '),
};

interface KnownUnit {
  unit: Unit;
  /** How many of `unit` one of it is: a kilometre is 1,000 metres. */
  times: number;
}

const units = new Map<string, KnownUnit>(
  Object.entries(spellings).flatMap(([unit, texts]) =>
    texts.map((text) => [text, { unit: unit as Unit, times: 1 }] as const),
  ),
);
for (const text of ['km', 'kmt', 'kilometer', 'kilometre', 'kilometers', 'kilometres']) {
  units.set(text, { unit: 'METER', times: 1_000 });
}
for (const text of ['hm', 'hmt']) units.set(text, { unit: 'METER', times: 100 });
units.set('tm', { unit: 'METER', times: 1_000 });
units.set('t3', { unit: 'PIECE', times: 1_000 });
for (const piece of ['st', 'stk', 'stck', 'stück', 'stueck']) {
  units.set(`h${piece}`, { unit: 'PIECE', times: 100 });
  units.set(`t${piece}`, { unit: 'PIECE', times: 1_000 });
}

/** Words for numbers, of UN/ECE too. */
const numberWords = new Map([
  ...['%', 'hundert', 'hundred', 'hdt', 'cen'].map((word) => [word, 100] as const),
  ...['‰', 'tausend', 'thousand', 'tsd', 'mille', 'mil'].map((word) => [word, 1_000] as const),
  ...['dutzend', 'dozen', 'dtz', 'dzn'].map((word) => [word, 12] as const),
]);
const someNumberWord = [...numberWords.keys()].join('|');

function unitOf(text: string): KnownUnit | undefined {
  return units.get(text.toLowerCase().replace(/[.\s]/g, ''));
}

export interface WrittenUnit {
  unit: Unit;
  /** How many of it the price is for, when that is written with it: 100 of "100 m", 1000 of "km". */
  quantity: number | undefined;
}

/** A number that is no part of a word, or a word for one: something is said about a quantity. */
const someQuantity = new RegExp(
  `(?<![\\p{L}\\d])\\d|%|‰|hundert|hundred|tausend|thousand|dutzend|dozen|(?<!\\p{L})(?:${someNumberWord})(?!\\p{L})`,
  'iu',
);

/** Letters of the trade for hundred and thousand; small ones are hours and tonnes. M alone is a metre. */
const numberLetter = /^[HTC](?![\p{L}\d])/u;
const piecesByLetter = /^[cm][.\s]*st(?:c?k|ue?ck|ück)?\.?$/iu;

/** Whether a unit that is not known might say how many the price is for. */
export function hasQuantity(text: string): boolean {
  return [someQuantity, numberLetter, piecesByLetter].some((pattern) => pattern.test(text));
}

// Not "1,000 St": in German lists that is one with three decimals.
const withDigits = /^(\d{1,3}(?:\.\d{3})+|\d{1,7})\s*(\p{L}.*)$/u;
const withWord = new RegExp(`^(${someNumberWord})[.\\s]*(\\p{L}.*)$`, 'iu');

/** What a supplier writes for a unit, undefined when it is not known. */
export function writtenUnit(text: string): WrittenUnit | undefined {
  const alone = unitOf(text);
  if (alone) return { unit: alone.unit, quantity: alone.times === 1 ? undefined : alone.times };
  const [, number = '', rest = ''] = withDigits.exec(text) ?? withWord.exec(text) ?? [];
  const counted = unitOf(rest);
  const count = numberWords.get(number.toLowerCase()) ?? Number(number.replaceAll('.', ''));
  return counted && { unit: counted.unit, quantity: count * counted.times };
}
