import type { Unit } from './row.ts';

/** How suppliers write units, in lower case without points, with the codes of UN/ECE. */
const spellings: Record<Unit, string> = {
  PIECE: 'st stk stck stück stueck piece pieces pc pcs pce ea each c62 h87',
  METER: 'm mtr lfm lfdm meter metre meters metres',
  SET: 'set sets satz gar garnitur kit',
  FLAT: 'psch pausch pauschal pauschale pau psl flat ls',
};

const kilometre = 'km kmt kilometer kilometre kilometers kilometres';

export interface WrittenUnit {
  unit: Unit;
  /** How many of `unit` the price is for: 100 of "100 m", 1000 of "km". */
  quantity: number;
}

const units = new Map<string, WrittenUnit>();
for (const [unit, texts] of Object.entries(spellings))
  for (const text of texts.split(' ')) units.set(text, { unit: unit as Unit, quantity: 1 });
for (const text of kilometre.split(' ')) units.set(text, { unit: 'METER', quantity: 1_000 });

// Not "1,000 St": in German lists that is one with three decimals.
const withNumber = /^(\d{1,3}(?:\.\d{3})+|\d{1,7})\s*(\p{L}.*)$/u;

/** A unit, alone or after a number; undefined when it is not known. */
export function writtenUnit(text: string): WrittenUnit | undefined {
  const [, number = '1', rest = text] = withNumber.exec(text) ?? [];
  const known = units.get(rest.toLowerCase().replace(/[.\s]/g, ''));
  return known && { unit: known.unit, quantity: Number(number.replaceAll('.', '')) * known.quantity };
}
