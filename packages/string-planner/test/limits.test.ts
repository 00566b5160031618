import { describe, expect, test } from 'vitest';
import { type Inverter, type ModuleLine, type Plant, planWiring } from '../src/index.ts';
import { inverter, modules, plainModule, plant, tracker } from '../src/testing.ts';

const roomyTracker = tracker({ inputCount: 2, maxInputCurrent: 32, maxShortCircuitCurrent: 40 });

function lines(count: number, over: (index: number) => Partial<ModuleLine>): ModuleLine[] {
  return Array.from({ length: count }, (_, index) => modules(`line-${index}`, 7 + (index % 12), over(index)));
}

function inverters(count: number, trackers: number, over: Partial<Inverter> = {}) {
  const mppTrackers = Array.from({ length: trackers }, () => roomyTracker);
  return Array.from({ length: count }, (_, index) =>
    inverter(`wr-${index}`, { acPower: 20_000, maxDcPower: null, mppTrackers, ...over }),
  );
}

function codes(of: Plant): string[] {
  return planWiring(of).reasons.map(({ code }) => code);
}

/** Plants as large as offers can have, and larger. With bounded effort, the planner must never claim that no wiring exists. */
describe('plants too large for an exhaustive search', () => {
  test('proposes a feasible wiring for 200 module lines of many orientations and 50 inverters with 12 trackers', () => {
    const park = plant(
      lines(200, (index) => ({ azimuth: (index * 7) % 360 })),
      inverters(50, 12),
    );
    const { proposal, reasons } = planWiring(park);
    expect(reasons).toEqual([
      {
        code: 'search_limit_reached',
        message: 'The plant has too many combinations to try all: a better wiring may exist.',
      },
    ]);
    expect(proposal?.plan.unwired).toEqual([]);
    expect(proposal?.plan.findings.filter(({ result }) => result === 'FAILED')).toEqual([]);
  });

  test('leaves open whether 50 inverters with 50 trackers and 100 inputs each can be wired', () => {
    const mppTrackers = Array.from({ length: 50 }, () => ({ ...roomyTracker, inputCount: 100 }));
    const park = plant(
      lines(200, () => ({})),
      inverters(50, 50, { mppTrackers }),
    );
    expect(planWiring(park)).toEqual({
      proposal: null,
      reasons: [
        {
          code: 'search_limit_reached',
          message: 'The plant has too many combinations to try all: a wiring may exist.',
        },
      ],
    });
  });

  test.each<[string, Plant]>([
    [
      '1,001 module lines',
      plant(
        lines(1001, () => ({})),
        inverters(50, 50),
      ),
    ],
    [
      '5,000 inputs with optimizers',
      plant(
        lines(10, () => ({})),
        inverters(50, 50, { optimizerRequired: true }),
      ),
    ],
    [
      'different module types and trackers',
      plant(
        lines(200, (index) => ({ product: { ...plainModule, power: 300 + index } })),
        inverters(50, 1).map((wr, index) => ({ ...wr, product: { ...wr.product, acPower: 20_000 + index } })),
      ),
    ],
    [
      'strings with thousands of modules',
      plant(
        [modules('a', 100_000, { product: { ...plainModule, voc: 0.01, vmpp: 0.009 } })],
        inverters(1, 1),
      ),
    ],
  ])('leaves open whether %s can be wired', (_, of) => expect(codes(of)).toEqual(['search_limit_reached']));

  test('leaves the reason open if there are too many conditions to relax', () => {
    const roofs = lines(25, (index) => ({ quantity: 7 + (index % 5) }));
    const modulesEach = 32.15;
    const over = { acPower: (modulesEach * 440) / 1.3 };
    expect(planWiring(plant(roofs, inverters(7, 2, over)))).toEqual({
      proposal: null,
      reasons: [
        {
          code: 'search_limit_reached',
          message:
            'The plant has too many combinations to try all: there is no wiring, but it is not known why.',
        },
      ],
    });
  });

  test('rules out infeasible plants of any size', () => {
    expect(codes(plant([modules('a', 1_000_000)], inverters(50, 12)))).toEqual(['too_many_modules']);
  });
});
