const minuteMs = 60_000;

/** Minutes after the first attempt, the second and so on. */
const delays = [1, 5, 15, 60, 240, 720, 1_440] as const;

export const maxAttempts = delays.length + 1;

/** Returns the time until the next attempt; undefined after the last one. */
export function retryDelay(attempts: number): number | undefined {
  const minutes = delays[attempts - 1];
  return minutes && minutes * minuteMs;
}
