import { randomInt } from 'node:crypto';
import { type ApiError, invalidRequest } from '../errors/api-error.ts';

/** Far more than requests need: per MiB of the maximum body, and in all. */
const maxValuesPerMebibyte = 100_000;
const maxValues = 500_000;

/** Far more than any schema has. Larger objects are slow to create, to iterate and to report. */
const maxKeys = 200;

/** Far more names than schemas have. Parsing blocks other requests for about a microsecond per distinct key. */
const maxDistinctKeys = 2_000;

/** Parameters of the FNV-1a hash. The random start keeps clients from choosing keys with equal hashes. */
const hashPrime = 0x01000193;
const hashStart = randomInt(2 ** 32);

/** More than any operation accepts, so that the operation itself rejects a list that is only a little too long. */
const maxItems = 20_000;

/** More than the depth of any schema. */
const maxDepth = 16;

/** Number of bytes to scan in one slice, which takes about a millisecond. */
const sliceBytes = 256 * 1024;

const [quote, backslash, comma, colon, openingBracket, closingBracket, openingBrace, closingBrace] =
  Buffer.from('"\\,:[]{}');

function tooMany(code: string, message: string): ApiError {
  return invalidRequest({ in: 'body', path: '', code, message });
}

const inWords = (number: number) => number.toLocaleString('en');

/**
 * Limits the depth of a JSON text and the numbers of its values, of keys in each object and in all, and of items in each list, before it is
 * parsed, since parsing blocks other requests. Outside of strings, each value follows a comma or an opening bracket, and each key
 * precedes a colon. Yields after each slice of a long text.
 *
 * @param maxMebibytes maximum size of the body
 * @throws 400 `invalid_request` if there are too many, as soon as one is too many
 */
export function* requireJsonWithinLimits(json: Buffer, maxMebibytes: number): Generator<void, void> {
  const maxOfBody = Math.min(maxValues, maxMebibytes * maxValuesPerMebibyte);
  let isInString = false;
  let values = 0;
  let depth = 0;
  let nextBreak = sliceBytes;
  /** By depth, the number of keys of the object or the number of commas in the list. */
  const keys = new Uint32Array(maxDepth + 1);
  const commas = new Uint32Array(maxDepth + 1);
  /** Hash of the latest string, and hashes of the keys. */
  let hash = hashStart;
  const hashes = new Set<number>();
  for (let index = 0; index < json.length; index += 1) {
    if (index >= nextBreak) {
      nextBreak = index + sliceBytes;
      yield;
    }
    const byte = json[index] ?? 0;
    if (byte === quote) {
      isInString = !isInString;
      if (isInString) hash = hashStart;
    } else if (isInString) {
      hash = Math.imul(hash ^ byte, hashPrime);
      // The next byte may be a quote.
      if (byte === backslash) index += 1;
    } else if (byte === comma) {
      values += 1;
      commas[depth] = (commas[depth] ?? 0) + 1;
      if ((commas[depth] ?? 0) >= maxItems)
        throw tooMany('items', `has a list with more than ${inWords(maxItems)} items`);
    } else if (byte === colon) {
      keys[depth] = (keys[depth] ?? 0) + 1;
      if ((keys[depth] ?? 0) > maxKeys) throw tooMany('keys', `has an object with more than ${maxKeys} keys`);
      hashes.add(hash);
      if (hashes.size > maxDistinctKeys)
        throw tooMany('keys', `has more than ${inWords(maxDistinctKeys)} different keys`);
    } else if (byte === openingBrace || byte === openingBracket) {
      values += 1;
      depth += 1;
      if (depth > maxDepth) throw tooMany('depth', `nests deeper than ${maxDepth} levels`);
      keys[depth] = 0;
      commas[depth] = 0;
    } else if ((byte === closingBrace || byte === closingBracket) && depth > 0) depth -= 1;
    if (values > maxOfBody) throw tooMany('values', `has more than ${inWords(maxOfBody)} values`);
  }
}
