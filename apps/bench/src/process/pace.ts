import type { Pace } from '../measure/figure.ts';
import type { Postgres } from './postgres.ts';

/** Measures some work of a process and of PostgreSQL. @param work returns the number of its parts */
export async function paceOf(
  usage: () => Promise<{ cpuMicroseconds: number }>,
  postgres: Postgres,
  work: () => Promise<number>,
): Promise<Pace> {
  const [before, databaseBefore] = [await usage(), await postgres.cpuMicroseconds()];
  const begun = performance.now();
  const count = await work();
  const milliseconds = performance.now() - begun;
  const [after, databaseAfter] = [await usage(), await postgres.cpuMicroseconds()];
  return {
    perSecond: (count * 1000) / milliseconds,
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / count,
    databaseMicroseconds: (databaseAfter - databaseBefore) / count,
  };
}
