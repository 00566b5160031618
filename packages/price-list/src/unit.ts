import type { Unit } from './row.ts';

/** As written by suppliers, in small letters without points; the codes of UN/ECE and EDIFACT among them. */
const spellings: Record<Unit, readonly string[]> = {
  PIECE: 'st stk stck stück stueck piece pieces pc pcs pce ea each c62 h87'.split(' '),
  METER: 'm mtr lfm lfdm meter metre meters metres'.split(' '),
  SET: 'set sets satz gar garnitur kit'.split(' '),
  FLAT: 'psch pausch pauschal pauschale pau psl flat ls'.split(' '),
};

const units = new Map(
  Object.entries(spellings).flatMap(([unit, texts]) => texts.map((text) => [text, unit as Unit] as const)),
);

function unitOf(text: string): Unit | undefined {
  return units.get(text.toLowerCase().replace(/[.\s]/g, ''));
}

export interface WrittenUnit {
  unit: Unit;
  /** How many of it the price is for, when that is written with it: 100 of "100 m". */
  quantity: number | undefined;
}

/** A number that is no part of a word: something is said about a quantity. */
const someQuantity = /(?<![\p{L}\d])\d/u;

/** Whether a unit that is not known might say how many the price is for. */
export function hasQuantity(text: string): boolean {
  return someQuantity.test(text);
}

const withQuantity = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,7})\s*(\p{L}.*)$/u;

/** What a supplier writes for a unit, undefined when it is not known. */
export function writtenUnit(text: string): WrittenUnit | undefined {
  const [, digits, rest = text] = withQuantity.exec(text) ?? [];
  const unit = unitOf(rest);
  return unit && { unit, quantity: digits === undefined ? undefined : Number(digits.replace(/[.,]/g, '')) };
}
