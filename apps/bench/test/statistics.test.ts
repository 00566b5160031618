import { expect, test } from 'vitest';
import { figure, figureAlone } from '../src/measure/figure.ts';
import { interleave } from '../src/measure/interleave.ts';
import { table } from '../src/measure/report.ts';
import { median, pairedRatios, quantile, spread, withinNoise } from '../src/measure/statistics.ts';

test('interpolates quantiles of an unsorted sample', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([10, 20], 0.25)).toBe(12.5);
  expect(spread([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  expect(spread([7])).toEqual({ median: 7, low: 7, high: 7 });
  expect(() => median([])).toThrow(RangeError);
});

test('pairs the readings of a round, so that a slow round does not count as a difference', () => {
  expect(pairedRatios([100, 50, 100], [200, 100, 200])).toEqual([0.5, 0.5, 0.5]);
  expect(() => pairedRatios([1, 2], [1])).toThrow(RangeError);
});

test('returns a ratio below 1 for a figure worse than its yardstick, whether higher or lower is better', () => {
  const readings = { ours: [60, 66], yardstick: [100, 110], yardstickAgain: [100, 121] };
  const rate = figure({ name: 'rate', unit: 'requests/s', better: 'more' }, readings);
  expect(rate).toMatchObject({ ours: 63, yardstick: 105, goal: null });
  expect(rate.ratio.median).toBeCloseTo(0.6);
  expect(rate.noise?.median).toBeCloseTo(1.05);

  const time = figure({ name: 'time', unit: 'ms', better: 'less' }, { ours: [200], yardstick: [100] });
  expect(time.ratio.median).toBe(0.5);
  expect(time.noise).toBeNull();
});

test('evaluates a goal by the ratio', () => {
  const goal = ({ median: ratio }: { median: number }) => ({ text: '≥ 0.6', reached: ratio >= 0.6 });
  const of = (ours: number) =>
    figure({ name: 'rate', unit: 'requests/s', better: 'more' }, { ours: [ours], yardstick: [100] }, goal)
      .goal?.reached;
  expect([of(60), of(59)]).toEqual([true, false]);
});

test('prints a figure without a yardstick and with its goal', () => {
  const goal = { text: 'none', reached: false };
  const alone = figureAlone({ name: 'duplicates', unit: 'deliveries', better: 'less' }, 3, goal);
  expect(alone).toMatchObject({ yardstick: null, ratio: null, noise: null });
  expect(table([alone]).split('\n')[1]).toMatch(/^duplicates +3\.00 deliveries +none: NO$/);
});

test('treats a ratio as noise if repeated measurements of the same thing differ as much', () => {
  const noise = { median: 1, low: 0.97, high: 1.01 };
  const ratio = (middle: number) => ({ median: middle, low: middle, high: middle });
  expect(withinNoise(ratio(1.03), noise)).toBe(true);
  expect(withinNoise(ratio(0.96), noise)).toBe(false);
});

test('takes one reading of each contestant per round and rotates the order', async () => {
  const order: string[] = [];
  const reading = (name: string) => async () => order.push(name);
  const readings = await interleave(
    { rounds: 3, seconds: 60 },
    { a: reading('a'), b: reading('b'), c: reading('c') },
  );
  expect(order.join('')).toBe('abcbcacab');
  expect(readings).toEqual({ a: [1, 6, 8], b: [2, 4, 9], c: [3, 5, 7] });
});

test('starts no round after the time limit, but always takes one reading', async () => {
  const reading = () => new Promise<number>((resolve) => setTimeout(resolve, 20, 1));
  expect(await interleave({ rounds: 9, seconds: 0 }, { a: reading, b: reading })).toEqual({ a: [1], b: [1] });
});
