import { type ApiError, invalidRequest } from '../errors/api-error.ts';

/** Far more than requests need: per MiB of the maximum body, and in all. */
const maxValuesPerMebibyte = 100_000;
const maxValues = 500_000;

/** Far more than any schema has. Larger objects are slow to create, to iterate and to report. */
const maxKeys = 200;

/** More than any operation accepts, so that the operation itself rejects a list that is only a little too long. */
const maxItems = 20_000;

/** Deeper than any schema nests. */
const maxDepth = 16;

/** Bytes that are scanned without a break, in about a millisecond. */
const sliceBytes = 256 * 1024;

const [quote, backslash, comma, colon, openingBracket, closingBracket, openingBrace, closingBrace] =
  Buffer.from('"\\,:[]{}');

function tooMany(code: string, message: string): ApiError {
  return invalidRequest({ in: 'body', path: '', code, message });
}

const inWords = (number: number) => number.toLocaleString('en');

/**
 * Limits the depth of a JSON text and the numbers of its values, of keys in each object and of items in each list, before it is
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
  for (let index = 0; index < json.length; index += 1) {
    if (index >= nextBreak) {
      nextBreak = index + sliceBytes;
      yield;
    }
    const byte = json[index];
    if (byte === quote) isInString = !isInString;
    else if (isInString) {
      if (byte === backslash) index += 1;
    } else if (byte === comma) {
      values += 1;
      commas[depth] = (commas[depth] ?? 0) + 1;
      if ((commas[depth] ?? 0) >= maxItems)
        throw tooMany('items', `has a list with more than ${inWords(maxItems)} items`);
    } else if (byte === colon) {
      keys[depth] = (keys[depth] ?? 0) + 1;
      if ((keys[depth] ?? 0) > maxKeys) throw tooMany('keys', `has an object with more than ${maxKeys} keys`);
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
