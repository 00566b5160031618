import type { Unit } from './row.ts';

/** How suppliers write units, in lower case without dots, including UN/ECE codes. */
const spellings: Record<Unit, string> = {
  PIECE: 'st stk stck stück stueck piece pieces pc pcs pce ea each c62 h87',
  METER: 'm mtr lfm lfdm meter metre meters metres',
  SET: 'set sets satz gar garnitur kit',
  FLAT: 'psch pausch pauschal pauschale pau psl flat ls',
};

const kilometre = 'km kmt kilometer kilometre kilometers kilometres';

export interface WrittenUnit {
  unit: Unit;
  /** Number of units that the price applies to: 100 for "100 m", 1000 for "km". */
  quantity: number;
}

const units = new Map<string, WrittenUnit>();
for (const [unit, texts] of Object.entries(spellings))
  for (const text of texts.split(' ')) units.set(text, { unit: unit as Unit, quantity: 1 });
for (const text of kilometre.split(' ')) units.set(text, { unit: 'METER', quantity: 1_000 });

// Excludes "1,000 St", which in German lists is 1 with three decimals.
const withNumber = /^(\d{1,3}(?:\.\d{3})+|\d{1,7})\s*(\p{L}.*)$/u;

/** Parses a unit, with or without a number before it; undefined if the unit is unknown. */
export function writtenUnit(text: string): WrittenUnit | undefined {
  const [, number = '1', rest = text] = withNumber.exec(text) ?? [];
  const known = units.get(rest.toLowerCase().replace(/[.\s]/g, ''));
  return known && { unit: known.unit, quantity: Number(number.replaceAll('.', '')) * known.quantity };
}
