/**
 * Limits of the planner's effort. They count steps, not time, so that the same plant always has the same result. Together they
 * allow one to two seconds on a desktop computer; a house takes a few milliseconds.
 */
export const limits = {
  /** Modules in a string; real ones have up to about 60. */
  stringLength: 200,
  /** Parallel strings on a tracker. */
  parallelStrings: 100,
  /** Ways to fill the trackers of one kind each, and the least of these for each module line. */
  contents: 60_000,
  contentsOfLine: 100,
  /** Types of modules × kinds of trackers for which costs are forecast, and the steps of that. */
  typesAndKinds: 1_000,
  forecast: 20_000_000,
  /** Partial wirings that are weighed in one search. */
  weighed: 600_000,
  /** Partial wirings that are kept for each tracker: first few, for a good wiring, then more, for the best one. */
  widths: [4, 32, 256, 2_048],
} as const;
