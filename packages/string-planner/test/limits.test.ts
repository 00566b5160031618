import { describe, expect, test } from 'vitest';
import { type Inverter, type ModuleLine, type Plant, planWiring } from '../src/index.ts';
import { inverter, modules, plainModule, plant, tracker } from './plants.ts';

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

/** As large as offers can be, and larger: an honest answer after a bounded effort, never that there is no wiring. */
describe('too many combinations to try all', () => {
  test('200 module lines of many orientations, 50 inverters of 12 trackers: a sound proposal that may not be the best', () => {
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

  test('50 trackers of 100 inputs on each of 50 inverters: open', () => {
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
      'module types and trackers that all differ',
      plant(
        lines(200, (index) => ({ product: { ...plainModule, power: 300 + index } })),
        inverters(50, 1).map((wr, index) => ({ ...wr, product: { ...wr.product, acPower: 20_000 + index } })),
      ),
    ],
    [
      'strings of thousands of modules',
      plant(
        [modules('a', 100_000, { product: { ...plainModule, voc: 0.01, vmpp: 0.009 } })],
        inverters(1, 1),
      ),
    ],
  ])('%s: open', (_, of) => expect(codes(of)).toEqual(['search_limit_reached']));

  test('no wiring, and too many ways of going without one condition to say why there is none', () => {
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

  test('what can be ruled out is ruled out, however large', () => {
    expect(codes(plant([modules('a', 1_000_000)], inverters(50, 12)))).toEqual(['too_many_modules']);
  });
});
