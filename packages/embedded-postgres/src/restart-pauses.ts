/** Milliseconds before a restart that follows the last one closely. The pause doubles with each of them. */
const firstPause = 100;
const longestPause = 60_000;

/** A server that has run for so many milliseconds is restarted at once. */
const steadyAfter = 60_000;

/** Pauses before restarts: none if the server has run for a while, otherwise twice as long each time. */
export function restartPauses() {
  let pause = 0;
  let startedAt = performance.now();
  return {
    next(): number {
      const wasSteady = performance.now() - startedAt > steadyAfter;
      pause = wasSteady ? 0 : Math.min(longestPause, Math.max(firstPause, 2 * pause));
      return pause;
    },
    /** Call it after each attempt, whether it succeeded or not. */
    restarted(): void {
      startedAt = performance.now();
    },
  };
}
