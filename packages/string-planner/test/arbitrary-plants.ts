import fc from 'fast-check';
import type { InverterLine, ModuleLine, Plant, PvModule } from '../src/index.ts';
import { inverter, modules, plainModule, plant, tracker } from '../src/testing.ts';

/**
 * Small plants in which a few modules form a string. Voltage windows, currents, fuses, orientations, module types and power
 * limits are often binding, so that about half of the plants can be wired.
 */

const products: readonly { productId: string; product: PvModule }[] = [
  {
    productId: 'a',
    product: { ...plainModule, voc: 13, vmpp: 10, isc: 10, impp: 9, power: 100, maxSeriesFuse: 13 },
  },
  {
    productId: 'b',
    product: { ...plainModule, voc: 17, vmpp: 13.7, isc: 7, impp: 6, power: 84.5, maxSeriesFuse: null },
  },
  // The same product as the first line, with data that was corrected later.
  {
    productId: 'a',
    product: { ...plainModule, voc: 13, vmpp: 10, isc: 9.5, impp: 8.5, power: 95, maxSeriesFuse: 20 },
  },
];

const moduleLine = (ref: string): fc.Arbitrary<ModuleLine> =>
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 7 }),
      kind: fc.constantFrom(...products, ...products.slice(0, 1)),
      azimuth: fc.constantFrom(180, 180, 176, 184, 0, null),
    })
    .map(({ quantity, kind, azimuth }) => modules(ref, quantity, { ...kind, azimuth, tilt: 30 }));

const mppTracker = fc
  .record({
    inputCount: fc.constantFrom(1, 2, 2),
    mppVoltageMin: fc.constantFrom(10, 20, 25),
    mppVoltageMax: fc.constantFrom(41, 60),
    maxInputCurrent: fc.constantFrom(9, 18, 18),
    maxShortCircuitCurrent: fc.constantFrom(20, 20, 10, null),
    maxPower: fc.constantFrom(null, null, 500),
  })
  .map(tracker);

const inverterLine = (ref: string): fc.Arbitrary<InverterLine> =>
  fc
    .record({
      acPower: fc.constantFrom(300, 400, 500, 800),
      maxDcPower: fc.constantFrom(null, null, 450),
      maxDcVoltage: fc.constantFrom(52, 70),
      startVoltage: fc.constantFrom(20, null),
      optimizerRequired: fc.constantFrom(false, false, false, true),
      minModulesPerString: fc.constantFrom(null, null, 2),
      maxModulesPerString: fc.constantFrom(null, 3, 5),
      maxPowerPerString: fc.constantFrom(null, null, 400),
      maxInputCurrentTotal: fc.constantFrom(null, null, 20),
      maxShortCircuitCurrentTotal: fc.constantFrom(null, null, 30),
      mppTrackers: fc.array(mppTracker, { minLength: 1, maxLength: 2 }),
    })
    .map((over) => inverter(ref, { ...over, acApparentPower: null }));

/** A tracker with one input and few other features, so that an exhaustive search can handle four inverters. */
const simpleInverter = (ref: string): fc.Arbitrary<InverterLine> =>
  fc.record({ acPower: fc.constantFrom(200, 300, 400), maxDcVoltage: fc.constantFrom(52, 70) }).map((over) =>
    inverter(ref, {
      ...over,
      maxDcPower: null,
      mppTrackers: [tracker({ mppVoltageMin: 10, mppVoltageMax: 60 })],
    }),
  );

/** One to four inverters, identical in some runs. */
const inverters: fc.Arbitrary<InverterLine[]> = fc.oneof(
  fc.tuple(inverterLine('x')),
  fc.tuple(inverterLine('y'), inverterLine('x')),
  inverterLine('x').map((one) => [one, { ...one, ref: 'y', lineId: 'y' }]),
  inverterLine('x').map((one) => [one, { ...one, ref: 'y', lineId: 'y' }, { ...one, ref: 'z', lineId: 'z' }]),
  fc.tuple(simpleInverter('w'), simpleInverter('x'), simpleInverter('y'), simpleInverter('z')),
);

function countInputs(lines: readonly InverterLine[]): number {
  return lines.reduce(
    (total, { product }) => total + product.mppTrackers.reduce((sum, { inputCount }) => sum + inputCount, 0),
    0,
  );
}

export const smallPlant: fc.Arbitrary<Plant> = fc
  .tuple(
    fc.oneof(
      fc.tuple(moduleLine('m')),
      fc.tuple(moduleLine('m'), moduleLine('l')),
      fc.tuple(moduleLine('m'), moduleLine('l'), moduleLine('k')),
    ),
    inverters.filter((lines) => countInputs(lines) <= 5),
  )
  .map(([moduleLines, inverterLines]) => plant(moduleLines, inverterLines));
