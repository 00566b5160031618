import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const maxAttempts = 6;

/** Serialization failure and deadlock: PostgreSQL has rolled back and asks to try again. */
const retryable = new Set(['40001', '40P01']);

/** Runs `transaction` again, after a short random pause, while PostgreSQL says that it collided with another. */
export async function retryCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const collided = error instanceof DatabaseError && retryable.has(error.code ?? '');
      if (!collided || attempt === maxAttempts) throw error;
    }
    await sleep(Math.random() * 10 * 2 ** attempt);
  }
}
