import { expect, test } from 'vitest';
import { windowCounter } from '../src/index.ts';

test('forgets the window that ends first when there are too many, and keeps the others', () => {
  const { add, read } = windowCounter(600_000, 3);
  for (const key of ['first', 'first', 'second', 'third']) add(key);
  expect(add('second').count).toBe(2);
  expect(read('fourth').count).toBe(0);
  expect(read('first').count).toBe(2);
  expect(add('fourth').count).toBe(1);
  expect(['first', 'second', 'third', 'fourth'].map((key) => read(key).count)).toEqual([0, 2, 1, 1]);
});

test('counts 100,000 addresses, and no more', () => {
  const { add, read } = windowCounter(3_600_000);
  const networks = Array.from({ length: 100_001 }, (_, index) => `2001:db8:${index.toString(16)}:0::/64`);
  for (const network of networks) add(network);
  const counted = networks.filter((network) => read(network).count > 0);
  expect(counted).toHaveLength(100_000);
  expect(counted).not.toContain(networks[0]);
});
