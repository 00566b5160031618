/** Initial delay in milliseconds before a repeated restart. It doubles with each one. */
const firstPause = 100;
const longestPause = 60_000;

/** Milliseconds of uptime after which a server is restarted without delay. */
const steadyAfter = 60_000;

/** Delays before restarts: none if the server has run for a while, otherwise doubling. */
export function restartPauses() {
  let pause = 0;
  let startedAt = performance.now();
  return {
    next(): number {
      const wasSteady = performance.now() - startedAt > steadyAfter;
      pause = wasSteady ? 0 : Math.min(longestPause, Math.max(firstPause, 2 * pause));
      return pause;
    },
    /** Call this after each attempt, successful or not. */
    restarted(): void {
      startedAt = performance.now();
    },
  };
}
