import { invalidRequest } from './api-error.ts';

/** Far more than requests need. Above this number, time and memory of parsing grow superlinearly. */
const maxValues = 500_000;

/** No contract has an object with nearly as many fields. Objects with more are slow to build, to go through and to refuse. */
const maxKeys = 1_000;

const [quote, backslash, comma, colon, list, object, endOfObject] = Buffer.from('"\\,:[{}');

function tooMany(what: 'values' | 'keys', text: string) {
  return invalidRequest({ in: 'body', path: '', code: what, message: `has ${text}` });
}

/**
 * Limits the number of values in a JSON text, and of keys in each of its objects, before it is parsed, since parsing blocks
 * other requests. Outside of strings, each value follows a comma or an opening bracket, and each key precedes a colon.
 *
 * @throws 400 `invalid_request` if there are too many
 */
export function refuseLargeJson(json: Buffer): void {
  let isText = false;
  let values = 0;
  let keys = 0;
  /** The numbers of keys of the objects around the current one. */
  const outer: number[] = [];
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === quote) isText = !isText;
    else if (isText) {
      if (byte === backslash) index += 1;
    } else if (byte === comma || byte === list) values += 1;
    else if (byte === colon) {
      keys += 1;
      if (keys > maxKeys)
        throw tooMany('keys', `an object with more than ${maxKeys.toLocaleString('en')} keys`);
    } else if (byte === object) {
      values += 1;
      outer.push(keys);
      keys = 0;
    } else if (byte === endOfObject) keys = outer.pop() ?? 0;
    if (values > maxValues) throw tooMany('values', `more than ${maxValues.toLocaleString('en')} values`);
  }
}
