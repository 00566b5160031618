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
  /** Number of strings checked by the rules, in total over all contents of trackers. */
  checkedStrings: 500_000,
  /** Number of contents per kind of tracker, and the minimum of these for each module line. */
  contents: 60_000,
  contentsOfLine: 100,
  /** Steps of forecasting costs. */
  forecast: 20_000_000,
  /** Number of partial wirings evaluated in one search; one with many module lines counts as several. */
  weighed: 600_000,
  linesOfWeight: 50,
  /** Minimum number of contents of a tracker tried for a partial wiring. */
  contentsOfWiring: 20,
  /** Number of slots compared between wirings of equal cost, from the last one backwards. */
  comparedSlots: 200,
  /** Number of partial wirings kept per tracker (beam width): first few, for a good wiring, then more, for the best one. */
  widths: [4, 32, 256, 2_048],
  /** Beam width for replanned inverters, and the cost of replanning in evaluated partial wirings. */
  widthOfPart: 8,
  weighedOfPart: 1_000,
} as const;
