import { expect, test } from 'vitest';
import { isSameAnswer } from '../src/api/same-answers.ts';

const address = { city: 'Nordhausen', street: null };
const ours = { data: [{ id: '1', name: 'Maria', address, preferredContact: null }], total: 1 };
const record = { id: '1', address: { street: null, city: 'Nordhausen' }, name: 'Maria' };

test('the yardstick may lack fields of records', () => {
  expect(isSameAnswer(ours, { total: 1, data: [record] })).toBe(true);
});

test.each([
  ['another value', { data: [{ ...record, name: null }], total: 1 }],
  ['another value inside', { data: [{ ...record, address: { ...address, city: 'Hof' } }], total: 1 }],
  ['a field that we do not know', { data: [{ ...record, nickname: null }], total: 1 }],
  ['less of an address', { data: [{ ...record, address: { city: 'Nordhausen' } }], total: 1 }],
  ['another number of records', { data: [record, record], total: 1 }],
  ['no record', { data: [{}], total: 1 }],
  ['less of a page', { data: [record] }],
  ['another kind of value', []],
])('it may not answer %s', (_what, yardstick) => {
  expect(isSameAnswer(ours, yardstick)).toBe(false);
});
