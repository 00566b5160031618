import { describe, expect, test } from 'vitest';
import {
  checkWiring,
  type Finding,
  maxModulesInSeries,
  minModulesInSeries,
  type Plant,
  percentPerKelvin,
  planWiring,
  stringLengthRange,
  valueAt,
  vmppAt,
  vocAt,
} from '../src/index.ts';
import { inverter, module440, modules, plainModule, plant, string, tracker } from '../src/testing.ts';

/** Published calculations, recalculated here. */
describe('published examples', () => {
  test('V1: 49.5 V at −5 °C, up to 18 modules for 1000 V', () => {
    const module = {
      ...plainModule,
      voc: 49.5,
      vmpp: 41.2,
      tempCoefficientVoc: -0.28,
      tempCoefficientVmpp: -0.28,
    };
    expect(vocAt(-5, module)).toBeCloseTo(53.658, 3);
    expect(vmppAt(45, module)).toBeCloseTo(38.893, 3);
    expect(18 * vmppAt(45, module)).toBeCloseTo(700.07, 2);
    const window = tracker({ mppVoltageMin: 200, mppVoltageMax: 1000 });
    const range = stringLengthRange(module, inverter('wr'), window, { designTempMin: -5, designTempMax: 45 });
    expect(range).toEqual({ min: 6, max: 18 });
  });

  test('V2: 49.5 V at −10 °C, 12 modules exceed 600 V and fit 1000 V', () => {
    const module = { ...plainModule, voc: 49.5, tempCoefficientVoc: -0.27 };
    expect(vocAt(-10, module)).toBeCloseTo(54.178, 3);
    expect(12 * vocAt(-10, module)).toBeCloseTo(650.1, 1);
    expect(maxModulesInSeries(vocAt(-10, module), 600)).toBe(11);
    expect(maxModulesInSeries(vocAt(-10, module), 1000)).toBe(18);
  });

  test('V3: up to 26 modules for 1500 V at −10 °C, 27 at +5 °C', () => {
    const module = { ...plainModule, voc: 52.1, tempCoefficientVoc: -0.25 };
    const cold = vocAt(-10, module);
    expect(cold).toBeCloseTo(56.659, 3);
    expect(28 * cold).toBeCloseTo(1586.4, 1);
    expect(27 * cold).toBeCloseTo(1529.8, 1);
    expect(26 * cold).toBeCloseTo(1473.1, 1);
    expect(1500 - 26 * cold).toBeCloseTo(26.9, 1);
    expect(maxModulesInSeries(cold, 1500)).toBe(26);
    expect(maxModulesInSeries(vocAt(5, module), 1500)).toBe(27);
  });

  test.each([
    [-23, 50.832, 9],
    [-5, 48.645, 9],
    [-30, 51.683, 9],
    [15, 46.215, 10],
  ])('V4: 45 V at %s °C is %s V, up to %d modules for 480 V', (temperature, cold, longest) => {
    const module = { ...plainModule, voc: 45, tempCoefficientVoc: -0.27 };
    expect(vocAt(temperature, module)).toBeCloseTo(cold, 3);
    expect(maxModulesInSeries(vocAt(temperature, module), 480)).toBe(longest);
  });

  test("V4: with optimizers, only the maker's maximum applies", () => {
    const module = { ...plainModule, voc: 45, tempCoefficientVoc: -0.27 };
    const optimized = inverter('wr', { maxDcVoltage: 480, optimizerRequired: true, maxModulesPerString: 25 });
    const range = stringLengthRange(module, optimized, tracker(), { designTempMin: -23, designTempMax: 70 });
    expect(range).toEqual({ min: 1, max: 25 });
  });

  test('V5: 45 V at +3 °C is 47.772 V, up to 12 modules for 600 V', () => {
    const module = { ...plainModule, voc: 45, tempCoefficientVoc: -0.28 };
    expect(vocAt(3, module) / 45).toBeCloseTo(1.0616, 4);
    expect(vocAt(3, module)).toBeCloseTo(47.772, 3);
    expect(maxModulesInSeries(vocAt(3, module), 600)).toBe(12);
  });

  test('V6: a coefficient of −0.124 V/K', () => {
    expect(valueAt(-10, 36.6, percentPerKelvin(-0.124, 36.6))).toBeCloseTo(40.94, 2);
  });

  test('V7: no change at 25 °C; +0.05 V/K at 0 °C', () => {
    expect(valueAt(25, 50, percentPerKelvin(-0.2, 50))).toBe(50);
    expect(valueAt(0, 30, percentPerKelvin(0.05, 30))).toBeCloseTo(28.75, 6);
  });

  test('V8: two parallel strings of 10.61 A fit 26 A, three do not', () => {
    const module = { ...plainModule, isc: 10.61 };
    const trackers = [tracker({ inputCount: 3, maxInputCurrent: 40, maxShortCircuitCurrent: 26 })];
    const shortCircuit = (count: number) => {
      const wired = Array.from({ length: count }, (_, index) => string(1, 'a', 10, { label: `${index}` }));
      const line = modules('a', 10 * count, { product: module });
      return checkWiring(plant([line], [inverter('wr', { mppTrackers: trackers })]), wired).findings.filter(
        ({ rule }) => rule === 'R5',
      );
    };
    expect(shortCircuit(1)).toEqual([]);
    expect(shortCircuit(2)).toEqual([]);
    expect(shortCircuit(3)).toMatchObject([{ severity: 'ERROR', value: 31.83, limit: 26, unit: 'A' }]);
  });

  test('treats limits as inclusive despite floating-point rounding: 10 × 44 V and 440 V', () => {
    const module = { ...plainModule, voc: 40, tempCoefficientVoc: -0.25 };
    expect(vocAt(-15, module)).toBeCloseTo(44, 10);
    expect(maxModulesInSeries(vocAt(-15, module), 440)).toBe(10);
    expect(minModulesInSeries(0.1 + 0.2, 0.3)).toBe(1);
  });
});

/** Proposals that a fitter expects. */
describe('proposals', () => {
  const wired = (of: Plant) =>
    planWiring(of).proposal?.strings.map(
      ({ label, moduleCount, moduleRef }) => `${label}: ${moduleCount} ${moduleRef}`,
    );
  const warnings = (of: Plant) => [
    ...new Set(
      planWiring(of)
        .proposal?.plan.findings.filter(({ result }) => result === 'FAILED')
        .map(({ rule }) => rule),
    ),
  ];

  test('24 modules of one roof on two trackers: 12 + 12', () => {
    const house = plant([modules('roof', 24)], [inverter('wr')]);
    expect(wired(house)).toEqual(['1.1.1: 12 roof', '1.2.1: 12 roof']);
    expect(planWiring(house)).toMatchObject({ reasons: [], complete: true, gap: null });
    expect(warnings(house)).toEqual([]);
  });

  test('20 modules south and 22 west on two inverters of 8 kW: one roof each', () => {
    const inverters = ['a', 'b'].map((ref) => inverter(ref, { acPower: 8000 }));
    const house = plant([modules('south', 20), modules('west', 22, { azimuth: 270 })], inverters);
    expect(wired(house)).toEqual(['1.1.1: 20 south', '2.1.1: 22 west']);
  });

  test('28 modules with optimizers, 8 to 25 in a string: 14 + 14', () => {
    const optimizers = { optimizerRequired: true, minModulesPerString: 8, maxModulesPerString: 25 };
    const wr = inverter('wr', { ...optimizers, mppTrackers: [tracker({ inputCount: 2 })] });
    expect(wired(plant([modules('roof', 28)], [wr]))).toEqual(['1.1.1: 14 roof', '1.1.2: 14 roof']);
  });

  test('14 south and 10 west at 13.34 A on trackers for 25 and 12.5 A: with R6', () => {
    const mppTrackers = [tracker({ inputCount: 2, maxInputCurrent: 25 }), tracker({ maxInputCurrent: 12.5 })];
    const house = plant(
      [modules('south', 14), modules('west', 10, { azimuth: 270 })],
      [inverter('wr', { mppTrackers })],
    );
    expect(wired(house)).toEqual(['1.1.1: 14 south', '1.2.1: 10 west']);
    expect(warnings(house)).toEqual(['R6']);
  });

  test('108 modules of 300 W on two trackers with three inputs: string fuses are needed', () => {
    const product = {
      ...module440,
      power: 300,
      vmpp: 32.6,
      impp: 9.2,
      voc: 39.9,
      isc: 9.7,
      maxSeriesFuse: 15,
    };
    const limits = { inputCount: 3, mppVoltageMin: 390, mppVoltageMax: 800 };
    const mppTrackers = [1, 2].map(() =>
      tracker({ ...limits, maxInputCurrent: 33, maxShortCircuitCurrent: 43 }),
    );
    const wr = inverter('wr', { acPower: 25_000, maxDcPower: null, mppTrackers });
    const barn = plant([modules('barn', 108, { product })], [wr]);
    expect(wired(barn)).toEqual([
      '1.1.1: 22 barn',
      '1.1.2: 22 barn',
      '1.1.3: 22 barn',
      '1.2.1: 21 barn',
      '1.2.2: 21 barn',
    ]);
    expect(warnings(barn)).toEqual(['R15']);
  });

  test('east and west with a sizing factor of 141 %: with R11', () => {
    const house = plant(
      [modules('east', 16, { azimuth: 90 }), modules('west', 16, { azimuth: 270 })],
      [inverter('wr', { maxDcPower: null })],
    );
    expect(wired(house)).toEqual(['1.1.1: 16 east', '1.2.1: 16 west']);
    expect(warnings(house)).toEqual(['R11']);
  });
});

describe('V9: a house with 24 modules of 440 Wp and an inverter of 10 kW', () => {
  const south = modules('south', 14);
  const west = modules('west', 10, { azimuth: 270 });
  const house = plant([south, west], [inverter('wr', { maxDcPower: null })]);

  const failures = (findings: readonly Finding[]) =>
    findings
      .filter(({ result }) => result === 'FAILED')
      .map(({ rule, severity, value, limit }) => [rule, severity, value, limit]);

  test('allows strings of 6 to 23 modules', () => {
    const [wr] = house.inverters;
    expect(vocAt(-10, module440)).toBeCloseTo(42.826, 3);
    expect(23 * vocAt(-10, module440)).toBeCloseTo(984.99, 2);
    expect(vmppAt(70, module440)).toBeCloseTo(28.685, 3);
    expect(vmppAt(15, module440)).toBeCloseTo(33.947, 3);
    expect(maxModulesInSeries(vmppAt(15, module440), 850)).toBe(25);
    expect(wr && stringLengthRange(module440, wr, tracker(), house)).toEqual({ min: 6, max: 23 });
    expect(vocAt(-20, module440)).toBeCloseTo(43.81, 2);
    expect(wr && stringLengthRange(module440, wr, tracker(), { ...house, designTempMin: -20 }).max).toBe(22);
  });

  test.each([
    [5, [['R3', 'ERROR', 'FAILED', 143.42, 160]]],
    [6, [['R3', 'INFO', 'INFO', 172.11, 180]]],
    [7, []],
  ])('compares a string of %d modules with MPP window and start voltage', (count, expected) => {
    const short = plant([modules('south', count)], house.inverters);
    const { findings } = checkWiring(short, [string(1, 'south', count)]);
    const voltage = findings.filter(({ rule }) => rule === 'R3');
    expect(
      voltage.map(({ rule, severity, result, value, limit }) => [rule, severity, result, value, limit]),
    ).toEqual(expected);
  });

  test('accepts wiring A, with a string on each tracker', () => {
    const plan = checkWiring(house, [string(1, 'south', 14), string(2, 'west', 10)]);
    expect(plan).toMatchObject({ systemPowerKwp: 10.56, designTempMin: -10, designTempMax: 70, unwired: [] });
    expect(plan.inverters).toMatchObject([
      {
        lineId: 'line-wr',
        ref: 'wr',
        name: 'Inverter wr',
        maxDcVoltage: 1000,
        sizingFactorPercent: 105.6,
        trackers: [
          {
            index: 1,
            limits: tracker(),
            strings: [
              {
                label: '1.1.south',
                moduleRef: 'south',
                roofId: 'roof-south',
                moduleCount: 14,
                power: 6160,
                vocStc: 551.32,
                vocCold: 599.56,
                vmppStc: 461.86,
                vmppHot: 401.59,
                vmppCool: 475.25,
                impp: 13.34,
                isc: 13.98,
              },
            ],
          },
          {
            index: 2,
            strings: [{ power: 4400, vocCold: 428.26, vmppHot: 286.85, vmppCool: 339.47 }],
          },
        ],
      },
    ]);
    expect(failures(plan.findings)).toEqual([]);
    expect(plan.findings.map(({ rule, result }) => [rule, result])).toEqual([['R12', 'NOT_CHECKED']]);
  });

  test('reports wiring B, with both strings on tracker 1', () => {
    const { findings } = checkWiring(house, [string(1, 'south', 14), string(1, 'west', 10)]);
    expect(failures(findings)).toEqual([
      ['R5', 'ERROR', 27.96, 20],
      ['R6', 'WARNING', 26.68, 16],
      ['R7', 'ERROR', 2, 1],
      ['R8', 'ERROR', 4, 0],
      ['R10', 'WARNING', 90, 5],
    ]);
  });

  test('reports wiring C, with all modules in one string', () => {
    const line = plant([modules('all', 24)], house.inverters);
    const { findings } = checkWiring(line, [string(1, 'all', 24)]);
    expect(failures(findings)).toEqual([['R1', 'ERROR', 1027.82, 1000]]);
  });

  test('reports wiring D, with one module left over', () => {
    const plan = checkWiring(house, [string(1, 'south', 14), string(2, 'west', 9)]);
    expect(failures(plan.findings)).toEqual([['R13', 'WARNING', 9, 10]]);
    expect(plan.unwired).toEqual([{ moduleRef: 'west', roofId: 'roof-west', count: 1 }]);
  });
});
