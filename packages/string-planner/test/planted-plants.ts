import fc from 'fast-check';
import type { InverterLine, ModuleLine, MppTracker, Plant, WiredString } from '../src/index.ts';
import { inverter, module440, modules, plant, tracker } from '../src/testing.ts';

/** A plant of realistic size that was generated around a known feasible wiring. */
export interface PlantedPlant {
  plant: Plant;
  strings: WiredString[];
}

interface PlantedTracker {
  inputs: number;
  /** Number of parallel strings, at most one for each input. */
  count: number;
  length: number;
  roof: number;
}

const plantedTracker: fc.Arbitrary<PlantedTracker> = fc
  .record({
    inputs: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 1, max: 3 }),
    length: fc.integer({ min: 6, max: 23 }),
    roof: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ count, ...rest }) => ({ ...rest, count: Math.min(count, rest.inputs) }));

/** The sizing factors in percent for which the inverters are dimensioned. */
const factor = fc.constantFrom(95, 110, 125, 130);

export const plantedPlant: fc.Arbitrary<PlantedPlant> = fc
  .array(fc.tuple(factor, fc.array(plantedTracker, { minLength: 1, maxLength: 4 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((inverters) => {
    const strings = inverters.flatMap(([, trackers], index) =>
      trackers.flatMap(({ count, length, roof }, position) =>
        Array.from({ length: count }, (_, input) => ({
          inverterRef: `wr-${index}`,
          mppTracker: position + 1,
          label: `${index}.${position}.${input}`,
          moduleRef: `roof-${roof}`,
          moduleCount: length,
        })),
      ),
    );
    const lines = inverters.map(([percent, trackers], index) =>
      inverterFor(`wr-${index}`, percent, trackers),
    );
    return { plant: plant(roofsOf(strings), lines), strings };
  });

function inverterFor(ref: string, percent: number, trackers: readonly PlantedTracker[]): InverterLine {
  const modulesOf = trackers.reduce((sum, { count, length }) => sum + count * length, 0);
  return inverter(ref, {
    acPower: (modulesOf * module440.power * 100) / percent,
    maxDcPower: null,
    mppTrackers: trackers.map(
      ({ inputs }): MppTracker =>
        tracker({ inputCount: inputs, maxInputCurrent: 14 * inputs, maxShortCircuitCurrent: 14 * inputs }),
    ),
  });
}

/** Each roof has its own orientation. */
function roofsOf(strings: readonly WiredString[]): ModuleLine[] {
  const quantities = new Map<string, number>();
  for (const { moduleRef, moduleCount } of strings) {
    quantities.set(moduleRef ?? '', (quantities.get(moduleRef ?? '') ?? 0) + moduleCount);
  }
  return [...quantities].map(([ref, quantity]) =>
    modules(ref, quantity, {
      azimuth: Number(ref.at(-1)) * 60,
      product: { ...module440, maxSeriesFuse: 40 },
    }),
  );
}
