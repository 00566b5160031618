import { type ApiError, invalidRequest } from '../errors/api-error.ts';

/** Far more than requests need. Above this number, time and memory of parsing grow superlinearly. */
const maxValues = 500_000;

/** Far more than any schema has. Larger objects are slow to create, to iterate and to report. */
const maxKeys = 1_000;

const [quote, backslash, comma, colon, openingBracket, openingBrace, closingBrace] = Buffer.from('"\\,:[{}');

function tooMany(code: 'values' | 'keys', content: string): ApiError {
  return invalidRequest({ in: 'body', path: '', code, message: `has ${content}` });
}

/**
 * Limits the number of values in a JSON text, and of keys in each of its objects, before it is parsed, since parsing blocks
 * other requests. Outside of strings, each value follows a comma or an opening bracket, and each key precedes a colon.
 *
 * @throws 400 `invalid_request` if there are too many
 */
export function requireJsonWithinLimits(json: Buffer): void {
  let isInString = false;
  let values = 0;
  let keys = 0;
  /** The numbers of keys of the enclosing objects. */
  const outerKeys: number[] = [];
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === quote) isInString = !isInString;
    else if (isInString) {
      if (byte === backslash) index += 1;
    } else if (byte === comma || byte === openingBracket) values += 1;
    else if (byte === colon) {
      keys += 1;
      if (keys > maxKeys)
        throw tooMany('keys', `an object with more than ${maxKeys.toLocaleString('en')} keys`);
    } else if (byte === openingBrace) {
      values += 1;
      outerKeys.push(keys);
      keys = 0;
    } else if (byte === closingBrace) keys = outerKeys.pop() ?? 0;
    if (values > maxValues) throw tooMany('values', `more than ${maxValues.toLocaleString('en')} values`);
  }
}
