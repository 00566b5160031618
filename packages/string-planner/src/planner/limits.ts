/**
 * Bounds of the planner's effort. They count steps, not time, so that the same plant always gets the same answer. Together they
 * allow about a second on a desktop computer; a house or a farm takes a hundredth of them.
 */
export const limits = {
  /** Modules in a string that is considered; real ones have up to about 60. */
  stringLength: 200,
  lines: 1_000,
  /** Trackers, or inputs with optimizers. */
  slots: 3_000,
  /** Module types × inputs of different trackers, for each of which the rules say which strings fit. */
  typesAndInputs: 5_000,
  /** Ways to fill one tracker. Many module lines that may share trackers lead to very many. */
  contents: 5_000,
  /** Steps of the forecasts. */
  forecasts: 20_000_000,
  /** Ways to fill a tracker that are weighed in the search for the best wiring, then in those for a good and for any one. */
  weighedForBest: 1_000_000,
  weighedForGood: 4_000_000,
  weighedForAny: 1_000_000,
  /** Partial wirings that wait in the search for the best. */
  queue: 60_000,
  /** Partial wirings that the search for a good one carries from tracker to tracker. */
  width: 24,
  /** Ways to fill each tracker that the search for any wiring pursues. */
  waysEach: 8,
} as const;
