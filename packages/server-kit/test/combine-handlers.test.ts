import { expect, test } from 'vitest';
import { combineHandlers } from '../src/index.ts';

test('combines handlers and rejects two of the same operation', () => {
  const [getThing, listThings] = [() => 1, () => 2];
  expect(combineHandlers({ getThing }, { listThings })).toEqual({ getThing, listThings });
  expect(() => combineHandlers({ getThing }, { listThings, getThing })).toThrow(
    'More than one handler: getThing.',
  );
});
