/**
 * Limits of the planner's effort. They count steps, not time, so that the same plant always has the same result. Together they
 * allow about two seconds on a desktop computer; a house takes a few milliseconds.
 */
export const limits = {
  /** Modules in a string; real ones have up to about 60. */
  stringLength: 200,
  /** Parallel strings on a tracker. */
  parallelStrings: 100,
  /** Strings on an inverter, shared equally by its trackers; an offer stores as many. */
  stringsOfInverter: 200,
  /** Strings that the rules are asked about, in all ways to fill a tracker together. */
  checkedStrings: 500_000,
  /** Ways to fill the trackers of one kind each, and the least of these for each module line. */
  contents: 60_000,
  contentsOfLine: 100,
  /** Steps of forecasting costs. */
  forecast: 20_000_000,
  /** Partial wirings that are weighed in one search; one of many module lines counts as several. */
  weighed: 600_000,
  linesOfWeight: 50,
  /** Ways to fill a tracker that a partial wiring tries at least. */
  contentsOfWiring: 20,
  /** Slots by which wirings of equal cost are compared, from the last one backwards. */
  comparedSlots: 200,
  /** Partial wirings that are kept for each tracker: first few, for a good wiring, then more, for the best one. */
  widths: [4, 32, 256, 2_048],
  /** The same for the inverters that are planned again, and what doing so counts beside the partial wirings weighed. */
  widthOfPart: 8,
  weighedOfPart: 1_000,
} as const;
