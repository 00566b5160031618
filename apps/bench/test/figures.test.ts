import { expect, test } from 'vitest';
import { figure, figureAlone, median, quantile } from '../src/measure/figure.ts';
import { interleave } from '../src/measure/interleave.ts';
import { table } from '../src/measure/table.ts';

const rate = { name: 'rate', unit: 'requests/s', better: 'more' } as const;
const time = { name: 'time', unit: 'ms', better: 'less' } as const;

test('interpolates quantiles of an unsorted sample', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([10, 20], 0.25)).toBe(12.5);
  expect(() => median([])).toThrow(RangeError);
});

test('pairs the readings of a round, so that a slow round does not count as a difference', () => {
  const { ratio } = figure(rate, { ours: [100, 50, 100], yardstick: [200, 100, 200] });
  expect(ratio).toEqual({ median: 0.5, low: 0.5, high: 0.5 });
  expect(() => figure(rate, { ours: [1, 2], yardstick: [1] })).toThrow(RangeError);
});

test('returns a ratio below 1 for a figure worse than its yardstick, whether higher or lower is better', () => {
  const measured = figure(rate, { ours: [60, 66], yardstick: [100, 110], yardstickAgain: [100, 121] });
  expect(measured).toMatchObject({ ours: 63, yardstick: 105, goal: null });
  expect(measured.ratio.median).toBeCloseTo(0.6);
  expect(measured.noise?.median).toBeCloseTo(1.05);
  const slower = figure(time, { ours: [200], yardstick: [100] });
  expect(slower.ratio.median).toBe(0.5);
  expect(slower.noise).toBeNull();
});

test('evaluates a goal by the ratio, and without a yardstick by the figure', () => {
  const ofRatio = (ours: number) => figure(rate, { ours: [ours], yardstick: [100] }, 0.6).goal?.reached;
  expect([ofRatio(60), ofRatio(59)]).toEqual([true, false]);
  const ofTime = (ours: number) => figureAlone(time, ours, 100).goal?.reached;
  expect([ofTime(100), ofTime(101)]).toEqual([true, false]);
});

test('prints a figure without a yardstick and with its goal', () => {
  const alone = figureAlone({ name: 'duplicates', unit: 'deliveries', better: 'less' }, 3, 0);
  expect(table([alone]).split('\n')[1]).toMatch(/^duplicates +3\.00 deliveries +≤ 0 deliveries: NO$/);
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
