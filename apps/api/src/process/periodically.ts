import type { Logger } from 'pino';

/**
 * Runs a job immediately and then periodically. Failures are logged. The returned function stops it and waits for the current
 * run.
 */
export function every(
  milliseconds: number,
  job: () => Promise<unknown>,
  logger: Logger,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = job().catch((error: unknown) => logger.error({ err: error }, 'periodic job failed'));
  };
  const timer = setInterval(run, milliseconds);
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
