// Reads /proc. Linux only; elsewhere nothing is measured.
import { readdir, readFile } from 'node:fs/promises';

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function parents(): Promise<Map<string, string>> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const pairs = pids.map(async (pid) => {
    const parent = /^PPid:\s+(\d+)/m.exec(await textOf(`/proc/${pid}/status`))?.[1] ?? '';
    return [pid, parent] as const;
  });
  return new Map(await Promise.all(pairs));
}

/** Returns the sum over all descendants of a process. */
async function sumBelow(pid: number, each: (descendant: string) => Promise<number>): Promise<number> {
  const parentOf = await parents();
  const isBelow = (candidate: string): boolean => {
    const parent = parentOf.get(candidate);
    return parent !== undefined && (parent === String(pid) || isBelow(parent));
  };
  const values = await Promise.all([...parentOf.keys()].filter(isBelow).map(each));
  return values.reduce((sum, value) => sum + value, 0);
}

/** Linux counts processor time in hundredths of a second. */
const tickMicroseconds = 10_000;

/** Processor time of all descendants of a process and of their children that have ended, in microseconds. */
export const processorTimeBelow = (pid: number): Promise<number> =>
  sumBelow(pid, async (descendant) => {
    const stat = await textOf(`/proc/${descendant}/stat`);
    // The name of the process, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMicroseconds;
  });

/** Reads a field of a /proc file, given in kB, as bytes. */
async function bytesIn(path: string, field: string): Promise<number> {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(await textOf(path))?.[1] ?? 0) * 1024;
}

/** Memory of all descendants of a process in bytes. Shared memory counts once. */
export const memoryBelow = (pid: number): Promise<number> =>
  sumBelow(pid, (descendant) => bytesIn(`/proc/${descendant}/smaps_rollup`, 'Pss'));

/** The sum of the peaks of all descendants of a process in bytes. */
export const peakMemoryBelow = (pid: number): Promise<number> =>
  sumBelow(pid, (descendant) => bytesIn(`/proc/${descendant}/status`, 'VmHWM'));
