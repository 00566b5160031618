import { type ErrorDetail, invalidRequest } from './api-error.ts';

/** Deeper than any contract nests, and far from what a call stack holds. */
const deepest = 64;

/**
 * Brings a part of a request to the form in which equal values are equal: every text in Unicode NFC, zero without a sign.
 * Changes objects in place.
 *
 * @throws 400 `invalid_request` for a text that is no Unicode or holds NUL, which no database stores, and for nonsense in depth
 */
export function normalized(value: unknown, place: ErrorDetail['in'], path = '', depth = 0): unknown {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) {
      throw invalidRequest({
        in: place,
        path,
        code: 'text',
        message: 'is not well-formed Unicode without NUL',
      });
    }
    return value.normalize('NFC');
  }
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) {
    throw invalidRequest({
      in: place,
      path: '',
      code: 'depth',
      message: `nests deeper than ${deepest} levels`,
    });
  }
  for (const [key, member] of Object.entries(value)) {
    const normal = normalized(member, place, place === 'body' ? `${path}/${key}` : key, depth + 1);
    if (Object.is(normal, member)) continue;
    // defineProperty, since a member may be called __proto__; the contract's closed objects refuse it later.
    Object.defineProperty(value, key, {
      value: normal,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return value;
}
