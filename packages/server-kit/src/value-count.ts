import { invalidRequest } from './api-error.ts';

/** A price list of 10,000 rows has far fewer values. Above this number, time and memory of parsing grow superlinearly. */
const maxValues = 500_000;

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{');

/**
 * Limits the number of values in a JSON text before it is parsed, since parsing blocks other requests. Each value follows a
 * comma or an opening bracket outside of strings.
 *
 * @throws 400 `invalid_request` if there are too many values
 */
export function refuseTooManyValues(json: Buffer): void {
  let isText = false;
  let values = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === quote) isText = !isText;
    else if (isText) {
      if (byte === backslash) index += 1;
    } else if (byte === comma || byte === list || byte === object) values += 1;
  }
  if (values > maxValues) {
    const message = `has more than ${maxValues.toLocaleString('en')} values`;
    throw invalidRequest({ in: 'body', path: '', code: 'values', message });
  }
}
