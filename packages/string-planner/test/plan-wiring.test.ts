import { describe, expect, test } from 'vitest';
import { type Inverter, type ModuleLine, type Plant, planWiring, type ReasonCode } from '../src/index.ts';
import { inverter, module440, modules, plainModule, plant, tracker } from '../src/testing.ts';

/** One line per string, such as `1.2.1: 10 west`. */
function proposed(of: Plant): string[] {
  const { proposal } = planWiring(of);
  return (proposal?.strings ?? []).map(
    ({ label, moduleCount, moduleRef }) => `${label}: ${moduleCount} ${moduleRef}`,
  );
}

const roomyTracker = tracker({ inputCount: 2, maxInputCurrent: 32, maxShortCircuitCurrent: 40 });

const roomy = (trackers: number, over: Partial<Inverter> = {}): Partial<Inverter> => ({
  acPower: 25_000,
  maxDcPower: null,
  mppTrackers: Array.from({ length: trackers }, () => roomyTracker),
  ...over,
});

describe('proposals', () => {
  test('wires two roofs to two trackers', () => {
    const house = plant([modules('west', 10, { azimuth: 270 }), modules('south', 14)], [inverter('wr')]);
    expect(proposed(house)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
    const { proposal, reasons } = planWiring(house);
    expect(reasons).toEqual([]);
    expect(proposal?.plan).toMatchObject({
      systemPowerKwp: 10.56,
      inverters: [
        {
          sizingFactorPercent: 105.6,
          trackers: [{ strings: [{ vocCold: 599.56 }] }, { strings: [{ vocCold: 428.26 }] }],
        },
      ],
      unwired: [],
      findings: [],
    });
  });

  test('splits modules into strings near the middle of the MPP window if one string is too long', () => {
    const farm = plant([modules('roof', 30)], [inverter('wr', roomy(2))]);
    expect(proposed(farm)).toEqual(['1.1.1: 17 roof', '1.2.1: 13 roof']);
  });

  test('connects strings of equal length in parallel if there are too few trackers', () => {
    const farm = plant([modules('roof', 46)], [inverter('wr', roomy(1))]);
    expect(proposed(farm)).toEqual(['1.1.1: 23 roof', '1.1.2: 23 roof']);
  });

  test('connects separate strings of two roofs with the same orientation to one tracker', () => {
    const farm = plant(
      [modules('barn', 12, { azimuth: 184 }), modules('house', 12)],
      [inverter('wr', roomy(1))],
    );
    expect(proposed(farm)).toEqual(['1.1.1: 12 barn', '1.1.2: 12 house']);
  });

  test('balances the load of inverters, even at the cost of more strings', () => {
    const farm = plant(
      [modules('roof', 20)],
      [inverter('a', roomy(2, { acPower: 4000 })), inverter('b', roomy(2, { acPower: 4000 }))],
    );
    expect(proposed(farm)).toEqual(['1.1.1: 10 roof', '2.1.1: 10 roof']);
    const uneven = plant(
      [modules('roof', 24)],
      [inverter('a', roomy(2, { acPower: 8000 })), inverter('b', roomy(2, { acPower: 4000 }))],
    );
    expect(
      planWiring(uneven).proposal?.plan.inverters.map(({ sizingFactorPercent }) => sizingFactorPercent),
    ).toEqual([88, 88]);
  });

  test('with optimizers, connects strings of different roofs and lengths to one tracker', () => {
    const optimized = roomy(1, { optimizerRequired: true, maxModulesPerString: 20 });
    const house = plant([modules('a', 14), modules('b', 3, { azimuth: 90 })], [inverter('wr', optimized)]);
    expect(proposed(house)).toEqual(['1.1.1: 14 a', '1.1.2: 3 b']);
    expect(planWiring(house).proposal?.plan.findings.filter(({ result }) => result === 'FAILED')).toEqual([]);
  });

  test('with optimizers, applies the power limit of a tracker to all its inputs together', () => {
    const limited = (maxPower: number) =>
      roomy(2, {
        optimizerRequired: true,
        maxModulesPerString: 20,
        mppTrackers: [{ ...roomyTracker, maxPower }, roomyTracker],
      });
    const house = (maxPower: number) =>
      plant(
        [modules('a', 14), modules('b', 14), modules('c', 3), modules('d', 3)],
        [inverter('wr', limited(maxPower))],
      );
    expect(proposed(house(28 * 440))).toEqual(['1.1.1: 14 a', '1.1.2: 14 b', '1.2.1: 3 c', '1.2.2: 3 d']);
    expect(proposed(house(28 * 440 - 1))).toEqual(['1.1.1: 14 a', '1.1.2: 3 c', '1.2.1: 14 b', '1.2.2: 3 d']);
  });

  test('proposes a wiring if the data sheet does not state a limit', () => {
    const unknown = {
      maxDcPower: null,
      startVoltage: null,
      mppTrackers: [tracker({ maxShortCircuitCurrent: null })],
    };
    const house = plant([modules('roof', 14)], [inverter('wr', unknown)]);
    const { proposal } = planWiring(house);
    expect(
      proposal?.plan.findings.filter(({ result }) => result === 'NOT_CHECKED').map(({ rule }) => rule),
    ).toEqual(['R5', 'R3', 'R12']);
  });
});

describe('wires 200 modules on six roofs to three inverters', () => {
  const roofs = (
    quantities: readonly number[],
    over: (index: number) => Partial<ModuleLine> = () => ({}),
  ): ModuleLine[] =>
    quantities.map((quantity, index) =>
      modules(`roof-${index + 1}`, quantity, { azimuth: index * 60, ...over(index) }),
    );
  const inverters = [1, 2, 3].map((number) => inverter(`wr-${number}`, roomy(4)));
  const optimized = inverters.map(({ ref }) =>
    inverter(ref, {
      acPower: 25_000,
      maxDcPower: null,
      optimizerRequired: true,
      maxModulesPerString: 30,
      mppTrackers: [{ ...roomyTracker, inputCount: 4 }],
    }),
  );

  test.each([
    ['roofs with different orientations', plant(roofs([34, 34, 33, 33, 33, 33]), inverters)],
    [
      'roofs with two orientations',
      plant(
        roofs([60, 48, 31, 25, 22, 14], (index) => ({ azimuth: index < 3 ? 90 : 270 })),
        inverters,
      ),
    ],
    [
      'inverters of different sizes',
      plant(roofs([60, 48, 32, 26, 20, 14]), [
        inverter('wr-1', roomy(4, { acPower: 30_000 })),
        inverter('wr-2', roomy(3)),
        inverter('wr-3', roomy(2, { acPower: 15_000 })),
      ]),
    ],
    ['power optimizers', plant(roofs([60, 48, 31, 25, 22, 14]), optimized)],
  ])('finds the best wiring: %s', (_, farm) => {
    const { proposal, reasons } = planWiring(farm);
    expect(reasons).toEqual([]);
    expect(proposal?.plan.unwired).toEqual([]);
    expect(proposal?.plan.findings.filter(({ result }) => result === 'FAILED')).toEqual([]);
  });
});

describe('reasons', () => {
  const heavyCurrent = { ...module440, impp: 17 };
  const house = (quantity: number, over: Partial<Inverter> = {}) =>
    plant([modules('roof', quantity)], [inverter('wr', over)]);

  test.each<[ReasonCode, string, Plant]>([
    ['no_modules', 'There are no modules to wire.', plant([], [inverter('wr')])],
    ['no_inverter', 'There is no inverter.', plant([modules('roof', 10)], [])],
    [
      'no_length_fits',
      'No string length for module line roof is within the voltage limits of modules and trackers.',
      house(10, { maxDcVoltage: 250 }),
    ],
    ['roof_too_small', 'Too few modules for module line roof: the shortest string has 6.', house(5)],
    [
      'roof_too_small',
      '10 modules are too few for a string on each of the 2 inverters: 12 are needed.',
      plant([modules('roof', 10)], [inverter('a'), inverter('b')]),
    ],
    [
      'current_too_high',
      "No string fits for module line roof. MPP current 17 A of 1 string exceeds the tracker's 16 A.",
      plant([modules('roof', 10, { product: heavyCurrent })], [inverter('wr')]),
    ],
    [
      'sizing_out_of_range',
      "No string fits for module line roof. DC power 2640 W exceeds the tracker's 2000 W.",
      house(10, { mppTrackers: [tracker({ maxPower: 2000 })] }),
    ],
    ['sizing_out_of_range', 'The modules have 13200 W; the inverters take at most 13000 W.', house(30)],
    [
      'sizing_out_of_range',
      'Inverter wr: Apparent power 5000 VA on one phase exceeds 4600 VA.',
      house(10, { phases: 1, acApparentPower: 5000 }),
    ],
    [
      'sizing_out_of_range',
      'Inverter wr: Apparent power 5000 VA on one phase exceeds 4600 VA.',
      house(10, { phases: 1, acApparentPower: 5000, optimizerRequired: true, maxModulesPerString: 20 }),
    ],
    [
      'sizing_out_of_range',
      'Every wiring of all modules overloads an inverter.',
      plant(
        [modules('a', 20), modules('b', 10, { azimuth: 90 })],
        [
          inverter('wr-1', { acPower: 6000, mppTrackers: [tracker()] }),
          inverter('wr-2', { acPower: 6000, mppTrackers: [tracker()] }),
        ],
      ),
    ],
    [
      'too_many_modules',
      'Module line roof has 50 modules; all trackers together hold at most 46 of them.',
      house(50),
    ],
    [
      'too_many_modules',
      'There are 48 modules; the trackers hold at most 46.',
      plant([modules('a', 24), modules('b', 24)], [inverter('wr', { acPower: 20_000, maxDcPower: null })]),
    ],
    [
      'too_few_trackers',
      'The module lines need at least 3 trackers; there are 2.',
      plant(
        [modules('a', 7), modules('b', 7, { azimuth: 90 }), modules('c', 7, { azimuth: 270 })],
        [inverter('wr')],
      ),
    ],
    [
      'too_few_trackers',
      'The trackers do not suffice for the strings of all module lines together.',
      plant([modules('a', 7), modules('b', 8), modules('c', 9)], [inverter('wr', roomy(2))]),
    ],
    [
      'no_equal_split',
      'The 29 modules of roof cannot be split into strings that fit, of equal length on each tracker.',
      house(29, { maxDcPower: null, acPower: 20_000, mppTrackers: [roomyTracker] }),
    ],
  ])('%s: %s', (code, message, of) => {
    expect(planWiring(of)).toEqual({ proposal: null, reasons: [{ code, message }] });
  });

  test('reports an inverter that no string fits', () => {
    const both = plant([modules('roof', 14)], [inverter('a'), inverter('b', { maxDcVoltage: 200 })]);
    const message = 'No string length for inverter b is within the voltage limits of modules and trackers.';
    expect(planWiring(both)).toEqual({ proposal: null, reasons: [{ code: 'no_length_fits', message }] });
  });

  test('reports that every wiring leaves an inverter without strings', () => {
    const odd = plant(
      [modules('a', 7, { product: plainModule }), modules('b', 7, { product: plainModule, azimuth: 90 })],
      [
        inverter('wr-1', { mppTrackers: [tracker(), tracker()] }),
        inverter('wr-2', { mppTrackers: [tracker({ mppVoltageMin: 200 })] }),
        inverter('wr-3', { mppTrackers: [tracker({ mppVoltageMin: 200 })] }),
      ],
    );
    expect(planWiring(odd).reasons.map(({ code }) => code)).toEqual(['roof_too_small']);
  });

  test('reports missing modules and inverters together', () => {
    expect(planWiring(plant([], [])).reasons.map(({ code }) => code)).toEqual(['no_modules', 'no_inverter']);
  });
});
