import { type ErrorDetail, invalidRequest } from './api-error.ts';

/** Deeper than any contract nests, and far from what a call stack holds. */
const deepest = 64;

/** No script needs more marks on a letter (UAX #15, stream-safe text), and the time to order a run grows with its square. */
const tooManyMarks = /\p{M}{31}/u;

type Key = string | number;

function jsonPointer(keys: readonly Key[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Brings a part of a request to the form in which equal values are equal: every text in Unicode NFC, zero without a sign.
 * Changes objects in place.
 *
 * @throws 400 `invalid_request` for a text that is no Unicode or holds NUL, which no database stores, and for nonsense in
 *   depth or in marks
 */
export function normalized(whole: unknown, place: ErrorDetail['in']): unknown {
  /** Leads to the value at hand. */
  const keys: Key[] = [];

  function refused(code: string, message: string) {
    const path = place === 'body' ? jsonPointer(keys) : String(keys[0] ?? '');
    return invalidRequest({ in: place, path, code, message });
  }

  function normalizedText(text: string): string {
    if (!text.isWellFormed() || text.includes('\0'))
      throw refused('text', 'is not well-formed Unicode without NUL');
    if (tooManyMarks.test(text)) throw refused('text', 'has more than 30 combining marks in a row');
    return text.normalize('NFC');
  }

  function normal(value: unknown): unknown {
    if (typeof value === 'string') return normalizedText(value);
    if (value === 0) return 0;
    if (typeof value !== 'object' || value === null) return value;
    if (keys.length === deepest) throw refused('depth', `nests deeper than ${deepest} levels`);
    const members = value as Record<Key, unknown>;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      keys.push(key);
      members[key] = normal(members[key]);
      keys.pop();
    }
    return value;
  }

  return normal(whole);
}
