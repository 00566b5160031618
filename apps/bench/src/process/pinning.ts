import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Where a process runs: `server` has a core to itself, `others` (load, PostgreSQL) share the next one. */
export type Core = 'server' | 'others' | 'any';

const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

/** A command that runs on one core where the machine can do that, else the command as it is. */
export function pinned(core: Core, command: string, parameters: readonly string[]): [string, string[]] {
  if (core === 'any' || !canPin) return [command, [...parameters]];
  return ['taskset', ['-c', core === 'server' ? '0' : '1', command, ...parameters]];
}
