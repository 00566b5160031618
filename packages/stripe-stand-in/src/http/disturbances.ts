import type { Operation } from './routes.ts';

/** When a response is sent. */
type Late = { lateMs: number } | { until: Promise<unknown> };

/** Ends when a late response is sent. */
export const endOf = (late: Late): Promise<unknown> =>
  'until' in late ? late.until : new Promise((resolve) => setTimeout(resolve, late.lateMs));

/**
 * What happens to a request.
 *
 * - `hang`: never a response, nothing is done
 * - `drop`: it is done, and the connection is closed without a response
 * - `refuse`: 400, nothing is done
 * - `rate-limit`: 429, nothing is done
 * - `500`: nothing is done
 * - `500-after`: it is done
 * - `lateMs`, `until`: it is done, the response is late
 * - `pending`: as usual, but the bank has not yet accepted the refund
 */
export type Disturbance =
  | 'none'
  | 'hang'
  | 'drop'
  | 'refuse'
  | 'rate-limit'
  | '500'
  | '500-after'
  | 'pending'
  | Late;

/** What happens to the next requests, by operation. */
export class Disturbances {
  readonly #queues = new Map<Operation, Disturbance[]>();

  /** The next requests in this order; then `none` again. */
  set(operation: Operation, disturbances: readonly Disturbance[]): void {
    if (disturbances.includes('pending') && operation !== 'refunds.create')
      throw new Error('Only refunds can be pending.');
    this.#queues.set(operation, [...disturbances]);
  }

  /** How many requests are still to be disturbed. */
  left(operation: Operation): number {
    return this.#queues.get(operation)?.length ?? 0;
  }

  next(operation: Operation): Disturbance {
    return this.#queues.get(operation)?.shift() ?? 'none';
  }
}
