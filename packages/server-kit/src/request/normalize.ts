import { type ApiError, type ErrorDetail, invalidRequest } from '../errors/api-error.ts';
import { hasLongerMarkRun } from './combining-marks.ts';

/** No script needs more marks per letter (UAX #15, stream-safe text). Normalizing a run of marks takes quadratic time. */
const maxMarks = 30;

/** Without NUL, surrogates and combining marks, and in NFC. Quickly recognized. */
const simpleText = /^[\t\n\r -\u02ff]*$/;

/**
 * UTF-16 code units. Longer texts are rejected unless they are simple, because normalizing 1 MiB takes tens of milliseconds. A text that
 * a contract accepts with up to 20,000 characters is shorter: NFC composes a character of four at most, each of two code units. Only
 * files in base64 are longer, which are simple.
 */
const maxTextLength = 160_000;

/** After this time, other requests are served. */
const sliceMs = 2;

/** Length from which a text takes long enough to check the time afterwards. */
const longText = 1_000;

type Key = string | number;

function jsonPointer(keys: readonly Key[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** An object or a list whose members are being normalized. */
interface Frame {
  members: Record<Key, unknown>;
  /** Undefined for a list. */
  keys: readonly string[] | undefined;
  length: number;
  /** The index of the next key or item. */
  next: number;
}

function frameOf(container: object): Frame {
  const keys = Array.isArray(container) ? undefined : Object.keys(container);
  const { length } = keys ?? (container as unknown[]);
  return { members: container as Record<Key, unknown>, keys, length, next: 0 };
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
 * place, unless a key changes. Yields after each slice of the work.
 *
 * @throws 400 `invalid_request` for text that is not well-formed Unicode or contains NUL, which PostgreSQL cannot store; for too
 *   many combining marks in a row; for a text that is far too long
 */
export function* normalizeInSlices(part: unknown, location: ErrorDetail['in']): Generator<void, unknown> {
  /** The containers of the current value, outermost first. */
  const frames: Frame[] = [frameOf([part])];

  function invalid(code: string, message: string): ApiError {
    const [, ...keys] = frames.map(({ keys, next }) => keys?.[next - 1] ?? next - 1);
    const path = location === 'body' ? jsonPointer(keys) : String(keys[0] ?? '');
    return invalidRequest({ in: location, path, code, message });
  }

  function normalizeText(text: string, subject = ''): string {
    if (simpleText.test(text)) return text;
    if (text.length > maxTextLength)
      throw invalid('maxLength', `${subject}has more than ${maxTextLength.toLocaleString('en')} characters`);
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

  let sliceStart = performance.now();
  const [outermost] = frames as [Frame];
  let frame: Frame | undefined = outermost;
  while (frame) {
    const { members, keys, length } = frame;
    if (frame.next === length) {
      frames.pop();
      frame = frames.at(-1);
      continue;
    }
    const key = keys?.[frame.next] ?? frame.next;
    frame.next += 1;
    const value = members[key];
    if (value === 0) members[key] = 0;
    else if (typeof value === 'string') {
      members[key] = normalizeText(value);
      if (value.length < longText) continue;
    } else if (typeof value === 'object' && value !== null) {
      const normalized = Array.isArray(value) ? value : normalizeKeys(value);
      members[key] = normalized;
      frame = frameOf(normalized);
      frames.push(frame);
    } else continue;
    if (performance.now() - sliceStart < sliceMs) continue;
    yield;
    sliceStart = performance.now();
  }
  return outermost.members[0];
}
