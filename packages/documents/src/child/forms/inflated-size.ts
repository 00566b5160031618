import { inflateSync } from 'node:zlib';

/** A stream can be compressed several times. */
const maxLayers = 4;

/** Returns the inflated bytes; as many as allowed if there are more, none if they are not compressed or with another method. */
function inflated(bytes: Buffer, maxBytes: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && Reflect.get(error, 'code') === 'ERR_BUFFER_TOO_LARGE';
    return Buffer.alloc(isTooLarge ? maxBytes : 0);
  }
}

/**
 * Whether all compressed streams of a PDF have at most this size together. Streams are found by their keyword alone, so that a file
 * cannot hide one behind its structure.
 */
export function inflatesWithin(file: Buffer, maxBytes: number): boolean {
  let left = maxBytes;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 1)) {
    const isWindowsLine = file[at + 6] === 0x0d && file[at + 7] === 0x0a;
    let bytes = file.subarray(at + (isWindowsLine ? 8 : 7));
    for (let layer = 0; layer < maxLayers && bytes.length > 0; layer += 1) {
      bytes = inflated(bytes, left + 1);
      left -= bytes.length;
      if (left < 0) return false;
    }
  }
  return true;
}
