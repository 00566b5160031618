import { expect } from 'vitest';

/** Repeats a request of a process that was killed, until nobody thinks any more that it is working on it. */
export async function untilFree<Answer>(repeat: () => Promise<Answer>): Promise<Answer> {
  let last: Answer | undefined;
  const isInProgress = async () => {
    last = await repeat();
    return JSON.stringify(last).includes('idempotency_in_progress');
  };
  await expect.poll(isInProgress, { timeout: 10_000 }).toBe(false);
  return last ?? expect.fail();
}
