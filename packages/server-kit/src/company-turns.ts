import { ApiError } from './api-error.ts';

export type CompanyTurns = <T>(companyId: string, work: () => Promise<T>) => Promise<T>;

/** Of one company; each of them holds its body in memory. */
const mostWaiting = 10;

function tooManyWaiting(): ApiError {
  const seconds = '10';
  return new ApiError('rate_limited', { values: { seconds }, headers: { 'Retry-After': seconds } });
}

/**
 * Runs the work of one company one after the other, as it came, and that of several companies side by side. What would wait
 * for its turn in the database anyway keeps no connection from others meanwhile.
 *
 * @throws 429 `rate_limited` when ten wait already
 */
export function companyTurns(): CompanyTurns {
  /** Those that wait, of every company that has one at work. */
  const queues = new Map<string, (() => void)[]>();
  return async (companyId, work) => {
    const waiting = queues.get(companyId);
    if (!waiting) queues.set(companyId, []);
    else if (waiting.length >= mostWaiting) throw tooManyWaiting();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = queues.get(companyId)?.shift();
      if (next) next();
      else queues.delete(companyId);
    }
  };
}
