import { describe, expect, test } from 'vitest';
import { type Inverter, type Plant, planWiring } from '../src/index.ts';
import { inverter, module440, modules, plainModule, plant, tracker } from '../src/testing.ts';

const roomyTracker = tracker({ inputCount: 2, maxInputCurrent: 32, maxShortCircuitCurrent: 40 });

function inverters(count: number, trackers: number, over: Partial<Inverter> = {}) {
  const mppTrackers = Array.from({ length: trackers }, () => roomyTracker);
  return Array.from({ length: count }, (_, index) =>
    inverter(`wr-${index}`, { acPower: 20_000, maxDcPower: null, mppTrackers, ...over }),
  );
}

/** Plants of the maximum size of an offer, and larger ones: the effort is bounded, and the result states its quality. */
describe('plants too large to try all wirings', () => {
  test('wires 1,000 modules on ten roofs to 20 inverters, and states the gap to the bound', () => {
    const roofs = Array.from({ length: 10 }, (_, index) =>
      modules(`roof-${index}`, 100, { azimuth: index * 36 }),
    );
    const { proposal, reasons, complete, gap } = planWiring(plant(roofs, inverters(20, 3)));
    expect(proposal?.plan.unwired).toEqual([]);
    expect(proposal?.plan.findings.filter(({ result }) => result === 'FAILED')).toEqual([]);
    expect({ complete, gap }).toEqual({
      complete: false,
      gap: { criterion: 'strings', proposal: proposal?.strings.length, bound: expect.any(Number) },
    });
    expect(gap?.bound).toBeLessThan(gap?.proposal ?? 0);
    expect(reasons).toEqual([
      {
        code: 'search_limit_reached',
        message: `There are too many combinations to try all. The proposal has ${gap?.proposal} strings; the best wiring has at least ${gap?.bound}.`,
      },
    ]);
  });

  test('wires 200 module lines of many orientations to 50 inverters with 12 trackers without a failed check', () => {
    const roofs = Array.from({ length: 200 }, (_, index) =>
      modules(`line-${index}`, 7 + (index % 12), { azimuth: (index * 7) % 360 }),
    );
    const { proposal, reasons } = planWiring(plant(roofs, inverters(50, 12)));
    expect(proposal?.plan.unwired).toEqual([]);
    expect(proposal?.plan.findings.filter(({ result }) => result === 'FAILED')).toEqual([]);
    expect(reasons.map(({ code }) => code)).toEqual(['search_limit_reached']);
  });

  test('wires modules on 30 roofs to nearly the full capacity of 12 inverters', () => {
    const roofs = Array.from({ length: 30 }, (_, index) =>
      modules(`roof-${index}`, 8 + ((index * 17) % 53), { azimuth: index * 12 }),
    );
    const total = roofs.reduce((sum, { quantity }) => sum + quantity, 0);
    const most = Math.floor((12 * 20_000 * 1.5) / module440.power);
    expect(total).toBeGreaterThan(1.2 * most);
    const { proposal } = planWiring(plant(roofs, inverters(12, 4)));
    const wired = (proposal?.strings ?? []).reduce((sum, { moduleCount }) => sum + moduleCount, 0);
    expect(wired).toBeGreaterThan(0.97 * most);
  });

  test.each<[string, Plant]>([
    [
      'strings with thousands of modules',
      plant(
        [modules('a', 100_000, { product: { ...plainModule, voc: 0.01, vmpp: 0.009 } })],
        inverters(1, 1, { optimizerRequired: true }),
      ),
    ],
    ['a million modules', plant([modules('a', 1_000_000)], inverters(50, 12))],
    [
      '100 types of modules on 20 kinds of inverters',
      plant(
        Array.from({ length: 100 }, (_, index) =>
          modules(`line-${index}`, 10 + (index % 12), {
            azimuth: (index * 7) % 360,
            productId: `module-${index}`,
            product: { ...module440, vmpp: 32 + index / 100 },
          }),
        ),
        inverters(20, 6).map((line, index) => ({
          ...line,
          product: { ...line.product, maxDcVoltage: 1000 + index },
        })),
      ),
    ],
    [
      '200 lines with optimizers on 50 inverters with 50 trackers with 100 inputs',
      plant(
        Array.from({ length: 200 }, (_, index) => modules(`line-${index}`, 7 + (index % 12))),
        inverters(50, 50, {
          optimizerRequired: true,
          maxModulesPerString: 30,
          mppTrackers: Array(50).fill({ ...roomyTracker, inputCount: 100 }),
        }),
      ),
    ],
    [
      '500 lines on 2,500 trackers',
      plant(
        Array.from({ length: 500 }, (_, index) =>
          modules(`line-${index}`, 7 + (index % 12), { azimuth: (index * 7) % 360 }),
        ),
        inverters(50, 50),
      ),
    ],
  ])('wires as many as it can: %s', (_, of) => {
    const { proposal, complete, reasons } = planWiring(of);
    expect(proposal?.strings.length).toBeGreaterThan(0);
    expect(complete).toBe(false);
    expect(reasons.map(({ code }) => code)).toContain('search_limit_reached');
  });
});
