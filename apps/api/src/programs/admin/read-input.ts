import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AdministrationError } from '../../company/administration-error.ts';
import { reasonOf } from '../../kernel/settings/reason.ts';

/**
 * Reads a file that a command names.
 *
 * @param maxBytes of a longer file, one byte more is read, so that its reader can refuse it
 */
export type ReadInput = (path: string, maxBytes: number) => Promise<Buffer>;

/**
 * Returns a reader of files and, for `-`, of standard input. A relative path starts in the directory in which npm was called; npm
 * itself changes to the root of the repository.
 */
export function inputReader({ INIT_CWD = '.' }: NodeJS.ProcessEnv, standardInput: Readable): ReadInput {
  return async (path, maxBytes) => {
    if (path === '-') return beginning(standardInput, maxBytes + 1);
    try {
      return await buffer(createReadStream(resolve(INIT_CWD, path), { end: maxBytes }));
    } catch (cause) {
      throw new AdministrationError('unreadable_file', `${path} cannot be read: ${reasonOf(cause)}.`);
    }
  };
}

async function beginning(stream: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}
