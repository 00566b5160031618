import { expect, test } from 'vitest';
import { isSameResponse } from '../src/api/same-responses.ts';

const address = { city: 'Nordhausen', street: null };
const ours = { data: [{ id: '1', name: 'Maria', address, preferredContact: null }], total: 1 };
const record = { id: '1', address: { street: null, city: 'Nordhausen' }, name: 'Maria' };

test('ignores fields of records that the yardstick lacks', () => {
  expect(isSameResponse(ours, { total: 1, data: [record] })).toBe(true);
});

test.each([
  ['another value', { data: [{ ...record, name: null }], total: 1 }],
  ['another value inside', { data: [{ ...record, address: { ...address, city: 'Hof' } }], total: 1 }],
  ['an unknown field', { data: [{ ...record, nickname: null }], total: 1 }],
  ['an incomplete address', { data: [{ ...record, address: { city: 'Nordhausen' } }], total: 1 }],
  ['a different number of records', { data: [record, record], total: 1 }],
  ['a record without fields', { data: [{}], total: 1 }],
  ['an incomplete page', { data: [record] }],
  ['a different type', []],
])('rejects a yardstick response with %s', (_what, yardstick) => {
  expect(isSameResponse(ours, yardstick)).toBe(false);
});
