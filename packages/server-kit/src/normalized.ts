import { type ErrorDetail, invalidRequest } from './api-error.ts';
import { hasLongerMarkRun } from './mark-runs.ts';

/** Deeper than any contract nests, and well below the limit of the call stack. */
const maxDepth = 64;

/** No script needs more marks per letter (UAX #15, stream-safe text). Normalizing a run of marks takes quadratic time. */
const maxMarks = 30;

type Key = string | number;

function jsonPointer(keys: readonly Key[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Normalizes a part of a request so that equal values compare equal: texts to Unicode NFC, -0 to 0. Changes objects in place.
 *
 * @throws 400 `invalid_request` for text that is not well-formed Unicode or contains NUL, which PostgreSQL cannot store; for too
 *   many combining marks in a row; for values nested too deep
 */
export function normalized(whole: unknown, place: ErrorDetail['in']): unknown {
  /** The path to the current value. */
  const keys: Key[] = [];

  function refused(code: string, message: string) {
    const path = place === 'body' ? jsonPointer(keys) : String(keys[0] ?? '');
    return invalidRequest({ in: place, path, code, message });
  }

  function normalizedText(text: string): string {
    if (!text.isWellFormed() || text.includes('\0'))
      throw refused('text', 'is not well-formed Unicode without NUL');
    if (hasLongerMarkRun(text, maxMarks))
      throw refused('text', `has more than ${maxMarks} combining marks in a row`);
    return text.normalize('NFC');
  }

  function normal(value: unknown): unknown {
    if (typeof value === 'string') return normalizedText(value);
    if (value === 0) return 0;
    if (typeof value !== 'object' || value === null) return value;
    if (keys.length === maxDepth) throw refused('depth', `nests deeper than ${maxDepth} levels`);
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
