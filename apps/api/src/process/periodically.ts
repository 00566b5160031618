import type { Logger } from 'pino';

/** Runs a job at once and then periodically, until the returned function stops it. A failure is logged; the next run tries again. */
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
