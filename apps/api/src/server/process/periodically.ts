import type { Logger } from 'pino';

/**
 * Runs a job immediately and then periodically, but not while it is still running. Failures are logged. The returned function stops
 * the job and waits for the current run.
 */
export function every(
  milliseconds: number,
  job: () => Promise<unknown>,
  logger: Logger,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= job()
      .catch((error: unknown) => logger.error({ err: error }, 'periodic job failed'))
      .then(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, milliseconds);
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
