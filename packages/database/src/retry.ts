import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const maxAttempts = 6;

/** SQLSTATEs of serialization failure and deadlock: the transaction is rolled back and can be retried. */
const retryable = new Set(['40001', '40P01']);

/**
 * Thrown by the work of a transaction if another transaction has changed data that it read. The work then runs again with fresh
 * reads.
 */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError';

  constructor(cause: unknown) {
    super('Another transaction has changed data that this one read.', { cause });
  }
}

function isCollision(error: unknown): boolean {
  return (
    error instanceof StaleReadError || (error instanceof DatabaseError && retryable.has(error.code ?? ''))
  );
}

/**
 * Retries `transaction` after a short random delay if it conflicts with another one, as reported by PostgreSQL or by the work
 * itself.
 */
export async function retryCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isCollision(error) || attempt === maxAttempts) throw error;
    }
    await sleep(Math.random() * 10 * 2 ** attempt);
  }
}
