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
 * Normalizes a part of a request so that equal values compare equal: texts and keys to Unicode NFC, -0 to 0. Changes objects in
 * place, unless a key changes.
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

  function normalizedText(text: string, subject = ''): string {
    if (!text.isWellFormed() || text.includes('\0'))
      throw refused('text', `${subject}is not well-formed Unicode without NUL`);
    if (hasLongerMarkRun(text, maxMarks))
      throw refused('text', `${subject}has more than ${maxMarks} combining marks in a row`);
    return text.normalize('NFC');
  }

  /** Of keys that become equal, the last one counts, as in JSON. */
  function withNormalKeys(value: object): object {
    const sent = Object.keys(value);
    const named = sent.map((key) => normalizedText(key, 'has a key that '));
    if (sent.every((key, index) => key === named[index])) return value;
    const values = Object.values(value);
    return Object.fromEntries(named.map((key, index) => [key, values[index]]));
  }

  function normal(value: unknown): unknown {
    if (typeof value === 'string') return normalizedText(value);
    if (value === 0) return 0;
    if (typeof value !== 'object' || value === null) return value;
    if (keys.length === maxDepth) throw refused('depth', `nests deeper than ${maxDepth} levels`);
    const members = (Array.isArray(value) ? value : withNormalKeys(value)) as Record<Key, unknown>;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(members)) {
      keys.push(key);
      members[key] = normal(members[key]);
      keys.pop();
    }
    return members;
  }

  return normal(whole);
}
