import { expect, test } from 'vitest';
import { checkWiring, planWiring, type WiredString } from '../src/index.ts';
import { inverter, module440, modules, plant, string } from '../src/testing.ts';

const house = plant([modules('a', 10)], [inverter('wr')]);

test.each<[string, WiredString]>([
  ['String 1.1.a: there is no inverter other.', string(1, 'a', 10, { inverterRef: 'other' })],
  ['String 1.3.a: inverter wr has no MPP tracker 3.', string(3, 'a', 10)],
  ['MPP tracker of string 1.0.a must be a positive integer, not 0.', string(0, 'a', 10)],
  ['String 1.1.b: there is no module line b.', string(1, 'b', 10)],
  ['Module count of string 1.1.a must be a positive integer, not 0.', string(1, 'a', 0)],
  ['Module count of string 1.1.a must be a positive integer, not 1.5.', string(1, 'a', 1.5)],
])('rejects a string: %s', (message, wired) => {
  expect(() => checkWiring(house, [wired])).toThrow(new RangeError(message));
});

test.each([
  ['Duplicate module line a.', plant([modules('a', 10), modules('a', 5)], [inverter('wr')])],
  ['Duplicate inverter wr.', plant([modules('a', 10)], [inverter('wr'), inverter('wr')])],
  [
    'Quantity of module line a must be a positive integer, not 0.',
    plant([modules('a', 0)], [inverter('wr')]),
  ],
  [
    'voc of module line a must be above 0, not 0.',
    plant([modules('a', 1, { product: { ...module440, voc: 0 } })], []),
  ],
  ['acPower of inverter wr must be above 0, not -1.', plant([], [inverter('wr', { acPower: -1 })])],
  ['Inverter wr has no MPP tracker.', plant([], [inverter('wr', { mppTrackers: [] })])],
  ['designTempMin must be a number, not NaN.', plant([], [], { designTempMin: Number.NaN })],
])('rejects a plant: %s', (message, wrong) => {
  expect(() => checkWiring(wrong, [])).toThrow(new RangeError(message));
  expect(() => planWiring(wrong)).toThrow(new RangeError(message));
});
