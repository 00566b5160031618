import { type ApiError, type ErrorDetail, invalidRequest } from '../errors/api-error.ts';
import { hasLongerMarkRun } from './combining-marks.ts';

/** Deeper than any schema nests, and well below the limit of the call stack. */
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
export function normalize(part: unknown, location: ErrorDetail['in']): unknown {
  /** The path to the current value. */
  const keys: Key[] = [];

  function invalid(code: string, message: string): ApiError {
    const path = location === 'body' ? jsonPointer(keys) : String(keys[0] ?? '');
    return invalidRequest({ in: location, path, code, message });
  }

  function normalizeText(text: string, subject = ''): string {
    if (!text.isWellFormed() || text.includes('\0'))
      throw invalid('text', `${subject}is not well-formed Unicode without NUL`);
    if (hasLongerMarkRun(text, maxMarks))
      throw invalid('text', `${subject}has more than ${maxMarks} combining marks in a row`);
    return text.normalize('NFC');
  }

  /** If keys become equal, the last value wins, as in JSON. */
  function normalizeKeys(value: object): object {
    const sent = Object.keys(value);
    const normalized = sent.map((key) => normalizeText(key, 'has a key that '));
    if (sent.every((key, index) => key === normalized[index])) return value;
    const values = Object.values(value);
    return Object.fromEntries(normalized.map((key, index) => [key, values[index]]));
  }

  function normalizeValue(value: unknown): unknown {
    if (typeof value === 'string') return normalizeText(value);
    if (value === 0) return 0;
    if (typeof value !== 'object' || value === null) return value;
    if (keys.length === maxDepth) throw invalid('depth', `nests deeper than ${maxDepth} levels`);
    const members = (Array.isArray(value) ? value : normalizeKeys(value)) as Record<Key, unknown>;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(members)) {
      keys.push(key);
      members[key] = normalizeValue(members[key]);
      keys.pop();
    }
    return members;
  }

  return normalizeValue(part);
}
