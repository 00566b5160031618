import path from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export const superuser = 'postgres';

export interface DataDirectory {
  /** The directory that the caller named; contains everything below. */
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

/** Everything needed to run a server on a data directory. */
export interface Server {
  directory: DataDirectory;
  binaries: PostgresBinaries;
  runAs: RunAs;
  /** Settings in addition to ours. */
  settings: Readonly<Record<string, string>>;
  connectTimeout: number;
  lostSocketTimeout: number;
}
