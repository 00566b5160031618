import path from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export const superuser = 'postgres';

/** The role of the service: it owns its database and is not a superuser. */
export const serviceRole = 'pv_planning';

export interface DataDirectory {
  /** The directory given by the caller; contains everything below. */
  root: string;
  /** PostgreSQL's own directory. */
  pgData: string;
  /** In a directory of its own, because others may enter `root`, and whoever can read the file can lock it. */
  lockFile: string;
  /** The password of both roles. */
  passwordFile: string;
  logFile: string;
}

export function dataDirectory(root: string): DataDirectory {
  return {
    root,
    pgData: path.join(root, 'pg'),
    lockFile: path.join(root, 'lock', 'postgres.lock'),
    passwordFile: path.join(root, 'postgres.password'),
    logFile: path.join(root, 'postgres.log'),
  };
}

/** Everything needed to run a server on a data directory. */
export interface Server {
  directory: DataDirectory;
  binaries: PostgresBinaries;
  runAs: RunAs;
  password: string;
  /** Settings in addition to the defaults. */
  settings: Readonly<Record<string, string>>;
  connectTimeout: number;
  lostSocketTimeout: number;
}
