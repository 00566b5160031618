import { invalidRequest } from './api-error.ts';

/** A price list of 10,000 rows has far fewer; the time and the memory to read more grow faster than their number. */
const maxValues = 500_000;

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{');

/**
 * Counts the values of a JSON text before anything is made of them: each follows a comma or an opening bracket. What is in
 * texts does not count.
 *
 * @throws 400 `invalid_request` when there are too many to be read while others wait
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
