import { type ErrorDetail, invalidRequest } from './api-error.ts';

/** Deeper than any contract nests, and far from what a call stack holds. */
const deepest = 64;

/** No script needs more marks on a letter (UAX #15, stream-safe text), and the time to order a run grows with its square. */
const tooManyMarks = /\p{M}{31}/u;

/** @throws 400 `invalid_request` */
function normalizedText(text: string, place: ErrorDetail['in'], path: string): string {
  const refused = (message: string) => invalidRequest({ in: place, path, code: 'text', message });
  if (!text.isWellFormed() || text.includes('\0')) throw refused('is not well-formed Unicode without NUL');
  if (tooManyMarks.test(text)) throw refused('has more than 30 combining marks in a row');
  return text.normalize('NFC');
}

/**
 * Brings a part of a request to the form in which equal values are equal: every text in Unicode NFC, zero without a sign.
 * Changes objects in place.
 *
 * @throws 400 `invalid_request` for a text that is no Unicode or holds NUL, which no database stores, and for nonsense in
 *   depth or in marks
 */
export function normalized(value: unknown, place: ErrorDetail['in'], path = '', depth = 0): unknown {
  if (typeof value === 'string') return normalizedText(value, place, path);
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
