import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const maxAttempts = 6;

/** Serialization failure and deadlock: PostgreSQL has rolled back and asks to try again. */
const retryable = new Set(['40001', '40P01']);

/**
 * Thrown by the work of a transaction when it wrote on the basis of a read that another transaction has made stale. The work
 * runs again and reads anew.
 */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError';

  constructor(cause: unknown) {
    super('Another transaction has changed what this one had read.', { cause });
  }
}

function isCollision(error: unknown): boolean {
  return (
    error instanceof StaleReadError || (error instanceof DatabaseError && retryable.has(error.code ?? ''))
  );
}

/** Runs `transaction` again, after a short random pause, while it collides with others, as PostgreSQL or the work itself says. */
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
