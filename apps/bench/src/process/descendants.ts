import { readdir, readFile } from 'node:fs/promises';

async function parents(): Promise<Map<string, string>> {
  const names = await readdir('/proc').catch(() => []);
  const pairs = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        return [pid, /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? ''] as const;
      }),
  );
  return new Map(pairs);
}

/** Returns all descendants of a process. Linux only; elsewhere none. */
export async function descendants(pid: number): Promise<string[]> {
  const parentOf = await parents();
  const isBelow = (candidate: string): boolean => {
    const parent = parentOf.get(candidate);
    return parent !== undefined && (parent === String(pid) || isBelow(parent));
  };
  return [...parentOf.keys()].filter(isBelow);
}
