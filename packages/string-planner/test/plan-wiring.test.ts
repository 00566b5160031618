import { describe, expect, test } from 'vitest';
import { type Inverter, type ModuleLine, type Plant, planWiring, type ReasonCode } from '../src/index.ts';
import { inverter, module440, modules, plant, tracker } from '../src/testing.ts';

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
      findingCount: 0,
    });
  });

  test('splits modules into strings of equal length if one string is too long', () => {
    const farm = plant([modules('roof', 30)], [inverter('wr', roomy(2))]);
    expect(proposed(farm)).toEqual(['1.1.1: 15 roof', '1.2.1: 15 roof']);
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

  test('balances the load of inverters to within 15 points, even at the cost of more strings', () => {
    const inverters = (acPower: number) => [
      inverter('a', roomy(2, { acPower })),
      inverter('b', roomy(2, { acPower: 4000 })),
    ];
    const alike = plant([modules('roof', 20)], inverters(4000));
    expect(proposed(alike)).toEqual(['1.1.1: 10 roof', '2.1.1: 10 roof']);
    const unlike = plant([modules('roof', 24)], inverters(8000));
    expect(proposed(unlike)).toEqual(['1.1.1: 16 roof', '2.1.1: 8 roof']);
  });

  test('wires as many modules as possible', () => {
    const house = plant([modules('roof', 14), modules('dormer', 5, { azimuth: 90 })], [inverter('wr')]);
    const { proposal, reasons, complete } = planWiring(house);
    expect(proposal?.strings).toHaveLength(1);
    expect(proposal?.plan.unwired).toEqual([{ moduleRef: 'dormer', roofId: 'roof-dormer', count: 5 }]);
    expect(proposal?.plan.findings).toMatchObject([{ rule: 'R11' }, { rule: 'R13', value: 0, limit: 5 }]);
    expect(reasons.map(({ code }) => code)).toEqual(['roof_too_small']);
    expect(complete).toBe(true);
  });

  test('accepts a warning to wire more modules', () => {
    const house = plant([modules('roof', 14, { product: { ...module440, impp: 17 } })], [inverter('wr')]);
    expect(proposed(house)).toEqual(['1.1.1: 14 roof']);
    const east = modules('east', 7, { azimuth: 90 });
    const west = modules('west', 7, { azimuth: 270 });
    const shed = plant([east, west], [inverter('wr', { mppTrackers: [roomyTracker] })]);
    expect(proposed(shed)).toEqual(['1.1.1: 7 east', '1.1.2: 7 west']);
    expect(planWiring(shed).proposal?.plan.findings).toMatchObject([{ rule: 'R10' }, { rule: 'R11' }]);
  });

  test('prefers several light warnings to one about voltage or orientation', () => {
    const trackers = [tracker({ inputCount: 2, maxInputCurrent: 30, maxShortCircuitCurrent: 40 }), tracker()];
    const limited = trackers.map((one) => ({ ...one, maxInputCurrentPerInput: 13 }));
    const roofs = [modules('east', 14, { azimuth: 90 }), modules('west', 14, { azimuth: 270 })];
    const house = plant(roofs, [inverter('wr', { acPower: 12_000, mppTrackers: limited })]);
    expect(proposed(house)).toEqual(['1.1.1: 14 east', '1.2.1: 14 west']);
  });

  test('leaves an inverter unused if no string fits it', () => {
    const both = plant([modules('roof', 14)], [inverter('a'), inverter('b', { maxDcVoltage: 200 })]);
    expect(proposed(both)).toEqual(['1.1.1: 14 roof']);
    expect(planWiring(both).reasons).toEqual([]);
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
  ])('wires all modules: %s', (_, farm) => {
    const { proposal } = planWiring(farm);
    expect(proposal?.plan.unwired).toEqual([]);
    expect(proposal?.plan.findings.filter(({ result }) => result === 'FAILED')).toEqual([]);
  });
});

describe('reasons for modules that are left over', () => {
  const house = (quantity: number, over: Partial<Inverter> = {}) =>
    plant([modules('roof', quantity)], [inverter('wr', over)]);

  test.each<[ReasonCode, string, number, Plant]>([
    ['no_modules', 'There are no modules to wire.', 0, plant([], [inverter('wr')])],
    ['no_inverter', 'There is no inverter.', 0, plant([modules('roof', 10)], [])],
    [
      'no_length_fits',
      'No string length for module line roof is within the limits of modules and trackers.',
      0,
      house(10, { startVoltage: 260, maxDcVoltage: 250, mppTrackers: [tracker({ mppVoltageMin: 240 })] }),
    ],
    ['roof_too_small', 'Too few modules for module line roof: the shortest string has 6.', 0, house(5)],
    [
      'current_too_high',
      "No string fits for module line roof. Short-circuit current 21 A of 1 string exceeds the tracker's 20 A.",
      0,
      plant([modules('roof', 10, { product: { ...module440, isc: 21 } })], [inverter('wr')]),
    ],
    [
      'current_too_high',
      "No further string fits for module line b. Short-circuit current 27.96 A of all trackers exceeds the inverter's 20 A.",
      8,
      plant(
        [modules('a', 8), modules('b', 7, { azimuth: 90 })],
        [inverter('wr', { maxShortCircuitCurrentTotal: 20 })],
      ),
    ],
    ['sizing_out_of_range', 'The modules have 15400 W; the inverters take at most 15000 W.', 34, house(35)],
    [
      'sizing_out_of_range',
      'No further string fits for module line b. Sizing factor 190.67 % is above 150 %.',
      20,
      plant(
        [modules('a', 20), modules('b', 10, { azimuth: 90 })],
        [inverter('wr-1', { acPower: 6000 }), inverter('wr-2', { maxDcVoltage: 200 })],
      ),
    ],
    [
      'too_many_modules',
      'There are 50 modules; the trackers hold at most 46.',
      46,
      house(50, { acPower: 20_000, maxDcPower: null }),
    ],
    [
      'too_few_trackers',
      'No tracker is left for 7 modules of a.',
      17,
      plant(
        [modules('a', 7), modules('b', 8, { azimuth: 90 }), modules('c', 9, { azimuth: 270 })],
        [inverter('wr')],
      ),
    ],
    [
      'no_equal_split',
      'The 29 modules of roof cannot be split into strings that fit, of equal length on each tracker.',
      28,
      house(29, { maxDcPower: null, acPower: 20_000, mppTrackers: [roomyTracker] }),
    ],
  ])('%s: %s', (code, message, wired, of) => {
    const { proposal, reasons } = planWiring(of);
    expect(reasons).toEqual([{ code, message }]);
    expect((proposal?.strings ?? []).reduce((sum, { moduleCount }) => sum + moduleCount, 0)).toBe(wired);
    expect(proposal === null).toBe(wired === 0);
  });

  test('reports missing modules and inverters together', () => {
    expect(planWiring(plant([], [])).reasons.map(({ code }) => code)).toEqual(['no_modules', 'no_inverter']);
  });
});
