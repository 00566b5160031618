import { readFile } from 'node:fs/promises';
import { descendants } from '../process/descendants.ts';

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Reads a field of a /proc file, given in kB, as bytes. */
function bytesOf(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

/** Returns the memory of all descendants of a process in bytes. Shared memory counts once. Linux only. */
export async function memoryBelow(pid: number): Promise<number> {
  const sizes = await Promise.all(
    (await descendants(pid)).map(async (child) =>
      bytesOf(await textOf(`/proc/${child}/smaps_rollup`), 'Pss'),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the peak resident memory of a process in bytes. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  return bytesOf(await textOf(`/proc/${pid}/status`), 'VmHWM');
}
