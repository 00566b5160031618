import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const maxAttempts = 6;

/** Serialization failure and deadlock: PostgreSQL has rolled back and asks to try again. */
const retryable = new Set(['40001', '40P01']);

/**
 * Thrown by the work of a transaction that another one has overtaken: what it read is no longer so. Run again, it reads anew;
 * when that does not help, the cause is thrown.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';

  constructor(cause: unknown) {
    super('Another transaction was faster.', { cause });
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Overtaken || (error instanceof DatabaseError && retryable.has(error.code ?? ''));
}

/** Runs `transaction` again, after a short random pause, while it collides with others, as PostgreSQL or the work itself says. */
export async function retryCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isCollision(error)) throw error;
      if (attempt === maxAttempts) throw error instanceof Overtaken ? error.cause : error;
    }
    await sleep(Math.random() * 10 * 2 ** attempt);
  }
}
