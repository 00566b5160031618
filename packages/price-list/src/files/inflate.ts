import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Budget, spend } from './budget.ts';
import { Unreadable } from './unreadable.ts';

export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** Ends the file as soon as its bytes exceed the budget, which limits decompression bombs. */
export async function* bounded(bytes: AsyncIterable<Uint8Array>, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    spend(budget, chunk.length, 'too_large');
    yield chunk;
  }
}

/** Decompresses bytes into chunks of at most 16 KiB. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip();
  pipeline(Readable.from(bytes, { objectMode: false }), unpacked, () => {});
  try {
    for await (const chunk of unpacked) yield chunk;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new Unreadable('invalid_gzip');
    }
    throw error;
  }
}
