const [firstMs, factor] = [10_000, 1.5];

/** The longest pause, unless the work has one of its own. */
export const longestPauseMs = 600_000;

/**
 * Returns the time until work that has failed is repeated. Until the longest pause, it is half of the time for which the work has failed,
 * so that a failure is prolonged by at most half.
 *
 * @param attempts how often it has failed
 */
export const retryDelay = (attempts: number, longestMs = longestPauseMs): number =>
  Math.round(Math.min(firstMs * factor ** Math.max(attempts - 1, 0), longestMs));
