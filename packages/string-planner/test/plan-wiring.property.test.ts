import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkWiring, type Plant, planWiring, stringLengthRange, type WiredString } from '../src/index.ts';
import { inverter, module440, modules, plainModule, plant, string, tracker } from '../src/testing.ts';
import { smallPlant } from './arbitrary-plants.ts';
import { bestByTrying, compare, meritOf } from './exhaustive.ts';
import { plantedPlant } from './planted-plants.ts';

const soak = process.env.SOAK === '1';

/** Returns the wired modules by place, in canonical order. */
function wiredWhere(strings: readonly WiredString[] | undefined): string[] | undefined {
  return strings
    ?.map(({ inverterRef, mppTracker, moduleRef, moduleCount }) =>
      JSON.stringify([inverterRef, mppTracker, moduleRef, moduleCount]),
    )
    .sort();
}

function failures(of: Plant, strings: readonly WiredString[]) {
  return checkWiring(of, strings).findings.filter(({ result }) => result === 'FAILED');
}

/** Two of the inverters have wirings that leave the same modules for the others but differ in spread. */
const sameModulesLeftUnlikeLoads = plant(
  [
    modules('m', 3, { product: { ...plainModule, power: 100, voc: 13, vmpp: 10 } }),
    modules('l', 5, { product: { ...plainModule, power: 100, voc: 13, vmpp: 10 } }),
  ],
  [300, 200, 200, 300].map((acPower, index) =>
    inverter(`wr-${index}`, {
      acPower,
      maxDcPower: null,
      mppTrackers: [tracker({ mppVoltageMin: 10, mppVoltageMax: 60 })],
    }),
  ),
);

test('proposes the best of all wirings, with all modules or as many as possible', () => {
  const outcomes = new Map<string, number>();
  const property = fc.property(smallPlant, (small) => {
    const best = bestByTrying(small);
    const { proposal, complete, gap } = planWiring(small);
    const strings = proposal?.strings ?? [];
    expect(meritOf(small, strings)).toEqual(meritOf(small, best));
    expect(wiredWhere(strings)).toEqual(wiredWhere(best));
    expect({ complete, gap }).toEqual({ complete: true, gap: null });
    const failed = (proposal?.plan.findings ?? []).filter(({ result }) => result === 'FAILED');
    const outcome = proposal ? (failed.some(({ rule }) => rule === 'R13') ? 'some' : 'all') : 'none';
    const warned = failed.some(({ rule }) => rule !== 'R13') ? ' with warnings' : '';
    outcomes.set(outcome + warned, (outcomes.get(outcome + warned) ?? 0) + 1);
  });
  fc.assert(property, { numRuns: soak ? 5_000 : 500, examples: [[sameModulesLeftUnlikeLoads]] });
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining(['all', 'all with warnings', 'some', 'some with warnings']),
  );
});

test('proposes at least as good a wiring as the known one of a plant of realistic size', () => {
  const property = fc.property(plantedPlant, ({ plant: planted, strings }) => {
    const { proposal, complete, gap } = planWiring(planted);
    expect(proposal?.plan).toEqual(checkWiring(planted, proposal?.strings ?? []));
    const [found, known] = [meritOf(planted, proposal?.strings ?? []), meritOf(planted, strings)];
    expect(found).not.toBeNull();
    expect(complete).toBe(gap === null);
    if (complete && found && known) expect(compare(found, known)).toBeLessThanOrEqual(0);
  });
  fc.assert(property, { numRuns: soak ? 1_000 : 10 });
});

test('is independent of the order of module lines', () => {
  const property = fc.property(smallPlant, fc.infiniteStream(fc.nat()), (small, numbers) => {
    const shuffled = small.modules
      .map((line) => ({ line, number: numbers.next().value }))
      .sort((a, b) => a.number - b.number);
    const other = planWiring({ ...small, modules: shuffled.map(({ line }) => line) });
    const one = planWiring(small);
    expect(other.proposal?.strings).toEqual(one.proposal?.strings);
    expect(other.reasons.map(({ code }) => code).sort()).toEqual(one.reasons.map(({ code }) => code).sort());
  });
  fc.assert(property, { numRuns: soak ? 5_000 : 200 });
});

test('proposes equally good wirings for any order of inverters', () => {
  const property = fc.property(smallPlant, (small) => {
    const reversed = { ...small, inverters: small.inverters.toReversed() };
    const [one, other] = [planWiring(small).proposal, planWiring(reversed).proposal];
    expect(other === null).toBe(one === null);
    if (!one || !other) return;
    expect(meritOf(small, other.strings)?.criteria).toEqual(meritOf(small, one.strings)?.criteria);
  });
  fc.assert(property, { numRuns: soak ? 5_000 : 200 });
});

test('computes the string lengths that pass the voltage checks', () => {
  const temperatures = fc.record({
    designTempMin: fc.integer({ min: -30, max: 20 }),
    designTempMax: fc.integer({ min: 30, max: 90 }),
  });
  const window = fc.tuple(fc.integer({ min: 10, max: 400 }), fc.integer({ min: 401, max: 1000 }));
  const voltages = fc.record({
    voc: fc.integer({ min: 300, max: 600 }),
    maxSystemVoltage: fc.constantFrom(600, 1000, 1500),
  });
  const property = fc.property(
    temperatures,
    window,
    voltages,
    ({ designTempMin, designTempMax }, [from, to], { voc, maxSystemVoltage }) => {
      const product = { ...module440, voc: voc / 10, vmpp: voc / 12, maxSystemVoltage };
      const limits = tracker({ mppVoltageMin: from, mppVoltageMax: to });
      const wr = inverter('wr', { acPower: 20_000, maxDcPower: null, mppTrackers: [limits] });
      const range = stringLengthRange(product, wr, limits, { designTempMin, designTempMax });
      for (let count = 1; count <= 60; count += 1) {
        const of = plant([modules('a', count, { product })], [wr], { designTempMin, designTempMax });
        const byVoltage = failures(of, [string(1, 'a', count)]).filter(({ rule }) => rule !== 'R11');
        expect(byVoltage.length === 0).toBe(count >= range.min && count <= range.max);
      }
    },
  );
  fc.assert(property, { numRuns: soak ? 2_000 : 50 });
});
