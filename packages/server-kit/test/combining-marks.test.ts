import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLongerMarkRun } from '../src/request/combining-marks.ts';
import { normalize } from '../src/request/normalize.ts';

test('a run of marks is found wherever a regular expression finds it', () => {
  // Marks of two and three bytes and of another plane, enclosing and spacing ones, and letters in between.
  const piece = fc.constantFrom('a', 'ä', '\u0301', '\u20dd', '\u0903', '\u{1d165}', '\u{1f600}', '\u02ff');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (pieces, limit) => {
      const text = pieces.join('');
      expect(hasLongerMarkRun(text, limit)).toBe(new RegExp(`\\p{M}{${limit + 1}}`, 'u').test(text));
    }),
    { numRuns: 2_000 },
  );
});

/** Processor time, to which other processes do not add. */
function processorMs(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

test('a text full of the longest allowed runs takes hardly longer than any other', () => {
  const length = 10_000_000;
  const marked = `a${'\u0301\u0316'.repeat(15)}`.repeat(length / 31);
  const plain = 'Straße für Öl '.repeat(length / 14);
  const plainMs = processorMs(() => normalize([plain], 'body'));
  expect(processorMs(() => normalize([marked], 'body'))).toBeLessThan(10 * plainMs);
});
