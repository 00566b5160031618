import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLongerMarkRun } from '../src/request/combining-marks.ts';
import { normalize } from '../src/request/normalize.ts';

test('finds the same runs of marks as a regular expression', () => {
  // Marks of two, three and four bytes in UTF-8, enclosing and spacing marks, and other characters.
  const piece = fc.constantFrom('a', 'ä', '\u0301', '\u20dd', '\u0903', '\u{1d165}', '\u{1f600}', '\u02ff');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (pieces, limit) => {
      const text = pieces.join('');
      expect(hasLongerMarkRun(text, limit)).toBe(new RegExp(`\\p{M}{${limit + 1}}`, 'u').test(text));
    }),
    { numRuns: 2_000 },
  );
});

/** Processor time, which does not depend on other processes. */
function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test('normalizes a text with the longest allowed runs in less than 10 times the usual time', () => {
  const length = 100_000;
  const body = (piece: string) => Array<string>(100).fill(piece.repeat(length / piece.length));
  const marked = body(`a${'\u0301\u0316'.repeat(15)}`);
  const plain = body('Straße für Öl₂');
  const plainMs = processorMs(() => normalize(plain, 'body'));
  expect(processorMs(() => normalize(marked, 'body'))).toBeLessThan(10 * plainMs);
});
