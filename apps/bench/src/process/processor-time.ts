import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

/** Linux counts processor time in hundredths of a second. */
const tickMicroseconds = 10_000;

/** User and system time of a process and of its children that have ended. */
async function ticksOf(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the process, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** Processor time of all descendants of a process, in microseconds. Linux only; elsewhere 0. */
export async function processorTimeBelow(pid: number): Promise<number> {
  const ticks = await Promise.all((await descendants(pid)).map(ticksOf));
  return ticks.reduce((sum, one) => sum + one, 0) * tickMicroseconds;
}
