import type { Content } from './capacity.ts';
import { limits } from './limits.ts';
import type { Slot } from './problem.ts';

/** The order of merit: the criteria in descending order of importance. Less is better. */
export const criteria = [
  'unwired',
  'heavyWarnings',
  'lightWarnings',
  'spread',
  'strings',
  'parallel',
  'unevenness',
  'distance',
] as const;

export type Criterion = (typeof criteria)[number];

/**
 * What a wiring costs. `unwired`: modules. `heavyWarnings`, `lightWarnings`: findings. `spread`: steps of 5 points by which the sizing
 * factors of the inverters differ, beyond 15 points. `parallel`: strings, not counting the first of each tracker. `unevenness`:
 * longest less shortest string, of each module line on each inverter. `distance`: of the hot MPP voltages from the middle of the MPP
 * window, in mV. All are whole numbers, so that equal costs compare as equal.
 */
export type Cost = Record<Criterion, number>;

export const noCost: Cost = {
  unwired: 0,
  heavyWarnings: 0,
  lightWarnings: 0,
  spread: 0,
  strings: 0,
  parallel: 0,
  unevenness: 0,
  distance: 0,
};

export function compareCosts(one: Cost, other: Cost): number {
  return (
    one.unwired - other.unwired ||
    one.heavyWarnings - other.heavyWarnings ||
    one.lightWarnings - other.lightWarnings ||
    one.spread - other.spread ||
    one.strings - other.strings ||
    one.parallel - other.parallel ||
    one.unevenness - other.unevenness ||
    one.distance - other.distance
  );
}

/** Smallest and largest sizing factor of inverters, in percent. */
export interface SizingRange {
  smallest: number;
  largest: number;
}

export const noInverter: SizingRange = { smallest: Number.POSITIVE_INFINITY, largest: 0 };

export function widened({ smallest, largest }: SizingRange, factor: number): SizingRange {
  return { smallest: Math.min(smallest, factor), largest: Math.max(largest, factor) };
}

const freeSpread = 15;
const spreadStep = 5;

/** A sum of floats just above a limit is the limit. */
export function spreadSteps({ smallest, largest }: SizingRange): number {
  return Math.max(0, Math.ceil((largest - smallest - freeSpread) / spreadStep - 1e-9));
}

/**
 * Decides between wirings of equal cost: their strings are compared one by one in the order of inverter, tracker and ref, and the
 * first lower one wins; when all are alike, the first longer string. Each number is one character, so that texts compare like lists.
 */
export interface Order {
  /** Tracker and module line of each string, then the tracker that is decided next: later strings are not lower. */
  places: string;
  lengths: string;
}

export const noStrings: Order = { places: String.fromCharCode(0), lengths: '' };

export function compareOrders(one: Order, other: Order): number {
  return compareTexts(one.places, other.places) || compareTexts(one.lengths, other.lengths);
}

/** With what one more slot holds. */
export function extendedOrder(
  order: Order,
  slot: Slot,
  next: Slot | undefined,
  content: Content | null,
): Order {
  const nextTracker = String.fromCharCode(next?.trackerIndex ?? slot.trackerIndex + 1);
  const before = order.places.slice(0, -1);
  if (!content) return { places: before + nextTracker, lengths: order.lengths };
  const places = content.groups.map(({ line, count }) =>
    String.fromCharCode(slot.trackerIndex, line.index).repeat(count),
  );
  const length = String.fromCharCode(limits.stringLength - content.length);
  return {
    places: before + places.join('') + nextTracker,
    lengths: order.lengths + length.repeat(content.strings),
  };
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
