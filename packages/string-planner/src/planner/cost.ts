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
 * The cost of a wiring. `unwired`: modules. `heavyWarnings`, `lightWarnings`: findings. `spread`: steps of 5 points by which the
 * sizing factors of the inverters differ, beyond 15 points. `parallel`: strings, not counting the first of each tracker.
 * `unevenness`: longest less shortest string, of each module line on each inverter. `distance`: of the hot MPP voltages from the
 * middle of the MPP window, in mV. All are whole numbers, so that equal costs compare as equal.
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

/** A sum of floats slightly above a limit counts as the limit. */
export function spreadSteps({ smallest, largest }: SizingRange): number {
  return Math.max(0, Math.ceil((largest - smallest - freeSpread) / spreadStep - 1e-9));
}
