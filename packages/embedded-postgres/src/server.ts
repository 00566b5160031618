import path from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export const superuser = 'postgres';

export interface DataDirectory {
  /** What the caller named; holds everything below. */
  root: string;
  /** PostgreSQL's own directory. */
  pgData: string;
  lockFile: string;
  logFile: string;
}

export function dataDirectory(root: string): DataDirectory {
  return {
    root,
    pgData: path.join(root, 'pg'),
    lockFile: path.join(root, 'postgres.lock'),
    logFile: path.join(root, 'postgres.log'),
  };
}

/** What there is to know for running a server on a data directory. */
export interface Server {
  directory: DataDirectory;
  binaries: PostgresBinaries;
  runAs: RunAs;
  /** Settings besides our own. */
  settings: Readonly<Record<string, string>>;
}
