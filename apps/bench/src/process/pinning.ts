import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The core of a process: `server` has its own; `others` (load generator, PostgreSQL) share the next one. */
export type Core = 'server' | 'others' | 'any';

const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

/** Returns the command pinned to one core if the machine supports it, otherwise unchanged. */
export function pinned(core: Core, command: string, parameters: readonly string[]): [string, string[]] {
  if (core === 'any' || !canPin) return [command, [...parameters]];
  return ['taskset', ['-c', core === 'server' ? '0' : '1', command, ...parameters]];
}
