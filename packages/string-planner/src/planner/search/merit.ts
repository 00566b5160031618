import type { Content } from '../contents.ts';
import { limits } from '../limits.ts';
import type { Slot } from '../slots.ts';

/**
 * Order of merit of wirings, most important first; less is better. All are whole numbers, so that equal wirings compare as equal.
 * The last resort, the lowest (inverter, tracker, ref), is kept apart: see `Order`.
 */
export interface Merit {
  /** Largest less smallest sizing factor of the inverters, in millionths of a percent. */
  spread: number;
  strings: number;
  /** Strings that share their tracker with another, beyond the first of each tracker. */
  parallel: number;
  /** Of all strings, between hot MPP voltage and the middle of the MPP window, in mV. */
  distance: number;
}

/**
 * Decides between wirings of equal merit: their strings are compared one by one in the order of inverter, tracker and ref, and the
 * first lower one wins; when all are alike, the first longer string. Each number is one character, so that texts compare like lists.
 */
export interface Order {
  /** Tracker and module line of each string, then the tracker that is decided next: later strings are not lower. */
  places: string;
  lengths: string;
}

export const noStrings: Order = { places: String.fromCharCode(0), lengths: '' };

export function compareMerit(one: Merit, other: Merit): number {
  return (
    one.spread - other.spread ||
    one.strings - other.strings ||
    one.parallel - other.parallel ||
    one.distance - other.distance
  );
}

export function compareOrder(one: Order, other: Order): number {
  return compareTexts(one.places, other.places) || compareTexts(one.lengths, other.lengths);
}

/** With what one more slot holds, which comes after all before. */
export function extendedOrder(order: Order, { tracker, endsTracker }: Slot, content: Content | null): Order {
  const before = order.places.slice(0, -1);
  const next = String.fromCharCode(endsTracker ? tracker + 1 : tracker);
  if (!content) return { places: before + next, lengths: order.lengths };
  const added = content.groups.map(({ line, count }) =>
    String.fromCharCode(tracker, line.index).repeat(count),
  );
  return {
    places: before + added.join('') + next,
    lengths:
      order.lengths + String.fromCharCode(limits.stringLength - content.length).repeat(content.strings),
  };
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
