import { type ApiError, type ErrorDetail, invalidRequest } from '../errors/api-error.ts';
import { hasLongerMarkRun } from './combining-marks.ts';

/** No script needs more marks per letter (UAX #15, stream-safe text). Normalizing a run of marks takes quadratic time. */
const maxMarks = 30;

/** Without NUL, surrogates and combining marks, and in NFC. Quickly recognized. */
const simpleText = /^[\t\n\r -\u02ff]*$/;

/** Items of a list in a body that are normalized without a break, in about a millisecond. */
const itemsPerSlice = 250;

type Key = string | number;

function jsonPointer(keys: readonly Key[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Normalizes a part of a request as `normalizeInSlices` does, without yielding. */
export function normalize(part: unknown, location: ErrorDetail['in']): unknown {
  const slices = normalizeInSlices(part, location);
  let slice = slices.next();
  while (!slice.done) slice = slices.next();
  return slice.value;
}

/**
 * Normalizes a part of a request so that equal values compare equal: texts and keys to Unicode NFC, -0 to 0. Changes objects in
 * place, unless a key changes. Yields between items of long lists in an object.
 *
 * @throws 400 `invalid_request` for text that is not well-formed Unicode or contains NUL, which PostgreSQL cannot store; for too
 *   many combining marks in a row
 */
export function* normalizeInSlices(part: unknown, location: ErrorDetail['in']): Generator<void, unknown> {
  /** The path to the current value. */
  const keys: Key[] = [];

  function invalid(code: string, message: string): ApiError {
    const path = location === 'body' ? jsonPointer(keys) : String(keys[0] ?? '');
    return invalidRequest({ in: location, path, code, message });
  }

  function normalizeText(text: string, subject = ''): string {
    if (simpleText.test(text)) return text;
    if (!text.isWellFormed() || text.includes('\0'))
      throw invalid('text', `${subject}is not well-formed Unicode without NUL`);
    if (hasLongerMarkRun(text, maxMarks))
      throw invalid('text', `${subject}has more than ${maxMarks} combining marks in a row`);
    return text.normalize('NFC');
  }

  /** If keys become equal, the last value wins, as in JSON. */
  function normalizeKeys(value: object): object {
    const sent = Object.keys(value);
    if (sent.every((key) => simpleText.test(key))) return value;
    const normalized = sent.map((key) => normalizeText(key, 'has a key that '));
    if (sent.every((key, index) => key === normalized[index])) return value;
    const values = Object.values(value);
    return Object.fromEntries(normalized.map((key, index) => [key, values[index]]));
  }

  function normalizeValue(value: unknown): unknown {
    if (typeof value === 'string') return normalizeText(value);
    if (value === 0) return 0;
    if (typeof value !== 'object' || value === null) return value;
    const members = (Array.isArray(value) ? value : normalizeKeys(value)) as Record<Key, unknown>;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(members)) {
      keys.push(key);
      members[key] = normalizeValue(members[key]);
      keys.pop();
    }
    return members;
  }

  if (typeof part !== 'object' || part === null || Array.isArray(part)) return normalizeValue(part);
  const members = normalizeKeys(part) as Record<string, unknown>;
  for (const [key, member] of Object.entries(members)) {
    keys.push(key);
    if (Array.isArray(member)) {
      for (const [index, item] of member.entries()) {
        if (index % itemsPerSlice === itemsPerSlice - 1) yield;
        keys.push(index);
        member[index] = normalizeValue(item);
        keys.pop();
      }
    } else members[key] = normalizeValue(member);
    keys.pop();
  }
  return members;
}
