import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AdministrationError } from '../company/administration-error.ts';
import { reasonOf } from '../settings/reason.ts';

/** Reads a file that a command names. */
export type ReadInput = (path: string) => Promise<Buffer>;

/**
 * Returns a reader of files and, for `-`, of standard input. A relative path starts in the directory in which npm was called; npm
 * itself changes to the root of the repository.
 */
export function inputReader(
  { INIT_CWD = '.' }: NodeJS.ProcessEnv,
  readStandardInput: () => Promise<Buffer>,
): ReadInput {
  return (path) => {
    if (path === '-') return readStandardInput();
    return readFile(resolve(INIT_CWD, path)).catch((cause: unknown) => {
      throw new AdministrationError('unreadable_file', `${path} cannot be read: ${reasonOf(cause)}.`);
    });
  };
}
