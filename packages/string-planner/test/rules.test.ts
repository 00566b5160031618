import { describe, expect, test } from 'vitest';
import {
  checkWiring,
  type Finding,
  type Inverter,
  type Plant,
  type Rule,
  type WiredString,
} from '../src/index.ts';
import { inverter, modules, plainModule, plant, string, tracker } from '../src/testing.ts';

interface Wiring {
  plant: Plant;
  strings: readonly WiredString[];
}

/**
 * Strings of 10 plain modules (Voc 400 V, Vmpp 300 V, Isc 10 A, Impp 9 A, 2,700 W) on tracker 1 of an inverter without binding
 * limits.
 */
function parallel(
  count: number,
  over: { tracker?: object; inverter?: Partial<Inverter>; module?: object } = {},
): Wiring {
  const roomy = tracker({
    inputCount: 10,
    maxInputCurrent: 1000,
    maxShortCircuitCurrent: 1000,
    ...over.tracker,
  });
  const power = count * 2700;
  const line = modules('a', count * 10, { product: { ...plainModule, ...over.module } });
  const wr = inverter('wr', {
    acPower: power,
    maxDcPower: 2 * power,
    mppTrackers: [roomy],
    ...over.inverter,
  });
  const strings = Array.from({ length: count }, (_, index) => string(1, 'a', 10, { label: `s${index + 1}` }));
  return { plant: plant([line], [wr]), strings };
}

/** Two strings of 10 plain modules from two lines on tracker 1. */
function twoLines(one: object, other: object): Wiring {
  const { plant: roomy } = parallel(2);
  const lines = [
    modules('a', 10, { product: plainModule, ...one }),
    modules('b', 10, { product: plainModule, ...other }),
  ];
  return { plant: { ...roomy, modules: lines }, strings: [string(1, 'a', 10), string(1, 'b', 10)] };
}

function findings({ plant: of, strings }: Wiring, rule: Rule): Finding[] {
  return checkWiring(of, strings).findings.filter((finding) => finding.rule === rule);
}

/** A limit, with wirings exactly at it, just within it and just beyond it. */
interface Limit {
  name: string;
  rule: Rule;
  at: Wiring;
  within: Wiring;
  beyond: Wiring;
  expected: Partial<Finding>;
}

const bifacial = { module: { bifacialGainPercent: 10, tempCoefficientIsc: 0.05 } };

const optimizers = { optimizerRequired: true, maxModulesPerString: 20 };

const limits: Limit[] = [
  {
    name: 'open-circuit voltage and maximum DC voltage of the inverter',
    rule: 'R1',
    at: parallel(1, { inverter: { maxDcVoltage: 400 } }),
    within: parallel(1, { inverter: { maxDcVoltage: 400.01 } }),
    beyond: parallel(1, { inverter: { maxDcVoltage: 399.99 } }),
    expected: { severity: 'ERROR', value: 400, limit: 399.99, unit: 'V', string: 's1' },
  },
  {
    name: 'open-circuit voltage and maximum system voltage of the module',
    rule: 'R2',
    at: parallel(1, { module: { maxSystemVoltage: 400 } }),
    within: parallel(1, { module: { maxSystemVoltage: 400.01 } }),
    beyond: parallel(1, { module: { maxSystemVoltage: 399.99 } }),
    expected: { severity: 'ERROR', value: 400, limit: 399.99, unit: 'V', string: 's1' },
  },
  {
    name: 'hot MPP voltage and MPP window, above the start voltage',
    rule: 'R3',
    at: parallel(1, { tracker: { mppVoltageMin: 300 } }),
    within: parallel(1, { tracker: { mppVoltageMin: 299.99 } }),
    beyond: parallel(1, { tracker: { mppVoltageMin: 300.01 } }),
    expected: { severity: 'WARNING', value: 300, limit: 300.01, unit: 'V', string: 's1' },
  },
  {
    name: 'hot MPP voltage and start voltage, in the MPP window',
    rule: 'R3',
    at: parallel(1, { inverter: { startVoltage: 300 } }),
    within: parallel(1, { inverter: { startVoltage: 299.99 } }),
    beyond: parallel(1, { inverter: { startVoltage: 300.01 } }),
    expected: { severity: 'INFO', result: 'INFO', value: 300, limit: 300.01, unit: 'V', string: 's1' },
  },
  {
    name: 'cool MPP voltage and MPP window',
    rule: 'R4',
    at: parallel(1, { tracker: { mppVoltageMax: 300 } }),
    within: parallel(1, { tracker: { mppVoltageMax: 300.01 } }),
    beyond: parallel(1, { tracker: { mppVoltageMax: 299.99 } }),
    expected: { severity: 'WARNING', value: 300, limit: 299.99, unit: 'V', string: 's1' },
  },
  {
    name: 'short-circuit current of two strings',
    rule: 'R5',
    at: parallel(2, { tracker: { maxShortCircuitCurrent: 20 } }),
    within: parallel(2, { tracker: { maxShortCircuitCurrent: 20.01 } }),
    beyond: parallel(2, { tracker: { maxShortCircuitCurrent: 19.99 } }),
    expected: { severity: 'ERROR', value: 20, limit: 19.99, unit: 'A', mppTracker: 1, string: null },
  },
  {
    name: 'operating current of two strings',
    rule: 'R6',
    at: parallel(2, { tracker: { maxInputCurrent: 18 } }),
    within: parallel(2, { tracker: { maxInputCurrent: 18.01 } }),
    beyond: parallel(2, { tracker: { maxInputCurrent: 17.99 } }),
    expected: { severity: 'WARNING', value: 18, limit: 17.99, unit: 'A', mppTracker: 1, string: null },
  },
  {
    name: 'operating current of one input',
    rule: 'R6',
    at: parallel(1, { tracker: { maxInputCurrentPerInput: 9 } }),
    within: parallel(1, { tracker: { maxInputCurrentPerInput: 9.01 } }),
    beyond: parallel(1, { tracker: { maxInputCurrentPerInput: 8.99 } }),
    expected: { severity: 'WARNING', value: 9, limit: 8.99, unit: 'A', mppTracker: 1, string: 's1' },
  },
  {
    name: 'inputs',
    rule: 'R7',
    at: parallel(2, { tracker: { inputCount: 2 } }),
    within: parallel(2, { tracker: { inputCount: 3 } }),
    beyond: parallel(2, { tracker: { inputCount: 1 } }),
    expected: { severity: 'ERROR', value: 2, limit: 1, unit: 'strings', mppTracker: 1, string: null },
  },
  {
    name: 'azimuths on either side of north',
    rule: 'R10',
    at: twoLines({ azimuth: 357 }, { azimuth: 2 }),
    within: twoLines({ azimuth: 357 }, { azimuth: 1.99 }),
    beyond: twoLines({ azimuth: 357 }, { azimuth: 2.01 }),
    expected: { severity: 'WARNING', value: 5.01, limit: 5, unit: '°', mppTracker: 1, string: null },
  },
  {
    name: 'tilts',
    rule: 'R10',
    at: twoLines({ tilt: 30 }, { tilt: 35 }),
    within: twoLines({ tilt: 30 }, { tilt: 34.99 }),
    beyond: twoLines({ tilt: 30 }, { tilt: 35.01 }),
    expected: { severity: 'WARNING', value: 5.01, limit: 5, unit: '°', mppTracker: 1, string: null },
  },
  {
    name: 'DC power of the inverter',
    rule: 'R12',
    at: parallel(1, { inverter: { maxDcPower: 2700 } }),
    within: parallel(1, { inverter: { maxDcPower: 2700.01 } }),
    beyond: parallel(1, { inverter: { maxDcPower: 2699.99 } }),
    expected: { severity: 'WARNING', value: 2700, limit: 2699.99, unit: 'W', mppTracker: null },
  },
  {
    name: 'DC power of the tracker',
    rule: 'R12',
    at: parallel(1, { tracker: { maxPower: 2700 } }),
    within: parallel(1, { tracker: { maxPower: 2700.01 } }),
    beyond: parallel(1, { tracker: { maxPower: 2699.99 } }),
    expected: { severity: 'WARNING', value: 2700, limit: 2699.99, unit: 'W', mppTracker: 1 },
  },
  {
    name: 'short-circuit current of all trackers',
    rule: 'R5',
    at: parallel(2, { inverter: { maxShortCircuitCurrentTotal: 20 } }),
    within: parallel(2, { inverter: { maxShortCircuitCurrentTotal: 20.01 } }),
    beyond: parallel(2, { inverter: { maxShortCircuitCurrentTotal: 19.99 } }),
    expected: { severity: 'ERROR', value: 20, limit: 19.99, unit: 'A', mppTracker: null, string: null },
  },
  {
    name: 'operating current of all trackers',
    rule: 'R6',
    at: parallel(2, { inverter: { maxInputCurrentTotal: 18 } }),
    within: parallel(2, { inverter: { maxInputCurrentTotal: 18.01 } }),
    beyond: parallel(2, { inverter: { maxInputCurrentTotal: 17.99 } }),
    expected: { severity: 'WARNING', value: 18, limit: 17.99, unit: 'A', mppTracker: null, string: null },
  },
  {
    name: 'short-circuit current with bifacial gain at the highest temperature, 10 A × 1.1 × (1 + 45 K × 0.05 %/K)',
    rule: 'R5',
    at: parallel(1, { ...bifacial, tracker: { maxShortCircuitCurrent: 11.2475 } }),
    within: parallel(1, { ...bifacial, tracker: { maxShortCircuitCurrent: 11.25 } }),
    beyond: parallel(1, { ...bifacial, tracker: { maxShortCircuitCurrent: 11.24 } }),
    expected: { severity: 'ERROR', value: 11.25, limit: 11.24, unit: 'A', mppTracker: 1 },
  },
  {
    name: 'operating current with bifacial gain, 9 A × 1.1',
    rule: 'R6',
    at: parallel(1, { ...bifacial, tracker: { maxInputCurrent: 9.9 } }),
    within: parallel(1, { ...bifacial, tracker: { maxInputCurrent: 9.91 } }),
    beyond: parallel(1, { ...bifacial, tracker: { maxInputCurrent: 9.89 } }),
    expected: { severity: 'WARNING', value: 9.9, limit: 9.89, unit: 'A', mppTracker: 1 },
  },
  {
    name: 'reverse current of two other strings, 2 × 1.35 × 10 A',
    rule: 'R15',
    at: parallel(3, { module: { maxSeriesFuse: 27 } }),
    within: parallel(3, { module: { maxSeriesFuse: 27.01 } }),
    beyond: parallel(3, { module: { maxSeriesFuse: 26.99 } }),
    expected: { severity: 'WARNING', value: 27, limit: 26.99, unit: 'A', mppTracker: 1 },
  },
  {
    name: 'apparent power on one phase',
    rule: 'R16',
    at: parallel(1, { inverter: { phases: 1, acApparentPower: 4600 } }),
    within: parallel(1, { inverter: { phases: 1, acApparentPower: 4599.99 } }),
    beyond: parallel(1, { inverter: { phases: 1, acApparentPower: 4600.01 } }),
    expected: { severity: 'WARNING', value: 4600.01, limit: 4600, unit: 'VA', mppTracker: null },
  },
  {
    name: 'modules in a string with optimizers',
    rule: 'R17',
    at: parallel(1, { inverter: { optimizerRequired: true, maxModulesPerString: 10 } }),
    within: parallel(1, { inverter: { optimizerRequired: true, maxModulesPerString: 11 } }),
    beyond: parallel(1, { inverter: { optimizerRequired: true, maxModulesPerString: 9 } }),
    expected: { severity: 'ERROR', value: 10, limit: 9, unit: 'modules', string: 's1' },
  },
  {
    name: 'fewest modules in a string with optimizers',
    rule: 'R17',
    at: parallel(1, { inverter: { ...optimizers, minModulesPerString: 10 } }),
    within: parallel(1, { inverter: { ...optimizers, minModulesPerString: 9 } }),
    beyond: parallel(1, { inverter: { ...optimizers, minModulesPerString: 11 } }),
    expected: { severity: 'ERROR', value: 10, limit: 11, unit: 'modules', string: 's1' },
  },
  {
    name: 'power of a string with optimizers',
    rule: 'R17',
    at: parallel(1, { inverter: { ...optimizers, maxPowerPerString: 2700 } }),
    within: parallel(1, { inverter: { ...optimizers, maxPowerPerString: 2700.01 } }),
    beyond: parallel(1, { inverter: { ...optimizers, maxPowerPerString: 2699.99 } }),
    expected: { severity: 'ERROR', value: 2700, limit: 2699.99, unit: 'W', string: 's1' },
  },
];

describe.each(limits)('$rule: $name', ({ rule, at, within, beyond, expected }) => {
  test('passes at the limit', () => expect(findings(at, rule)).toEqual([]));
  test('passes just within the limit', () => expect(findings(within, rule)).toEqual([]));
  test('fails just beyond the limit', () => {
    const [finding] = findings(beyond, rule);
    expect(finding).toMatchObject({ rule, inverterRef: 'wr', result: 'FAILED', ...expected });
    expect(finding?.message).toMatch(/^[A-Z\d].*\d.*\.$/);
  });
});

test('R3 is an error if the voltage is below the MPP window and the start voltage', () => {
  const below = { tracker: { mppVoltageMin: 300.01 }, inverter: { startVoltage: 300.01 } };
  expect(findings(parallel(1, below), 'R3')).toMatchObject([
    { severity: 'ERROR', result: 'FAILED', limit: 300.01 },
  ]);
  const started = { ...below, inverter: { startVoltage: 300 } };
  expect(findings(parallel(1, started), 'R3')).toMatchObject([{ severity: 'WARNING', result: 'FAILED' }]);
});

describe('R8: length of parallel strings', () => {
  const lengths = (one: number, other: number): Wiring => {
    const { plant: roomy } = parallel(2);
    return { plant: roomy, strings: [string(1, 'a', one), string(1, 'a', other)] };
  };

  test('accepts strings of equal length', () => expect(findings(lengths(10, 10), 'R8')).toEqual([]));
  test('rejects strings that differ by one module', () => {
    const expected = { severity: 'ERROR', value: 1, limit: 0, unit: 'modules', mppTracker: 1, string: null };
    expect(findings(lengths(10, 9), 'R8')).toMatchObject([expected]);
  });
  test('accepts different lengths on different trackers', () => {
    const { plant: roomy } = parallel(2, { inverter: { mppTrackers: [tracker(), tracker()] } });
    expect(findings({ plant: roomy, strings: [string(1, 'a', 10), string(2, 'a', 9)] }, 'R8')).toEqual([]);
  });
});

describe('R9: module types on one tracker', () => {
  test('accepts two module lines of one product', () => expect(findings(twoLines({}, {}), 'R9')).toEqual([]));
  test('rejects two products', () => {
    const expected = { severity: 'ERROR', value: 2, limit: 1, mppTracker: 1, string: null };
    expect(findings(twoLines({}, { productId: 'other' }), 'R9')).toMatchObject([expected]);
  });
});

describe('R10: flat roofs', () => {
  test('treats all roofs without azimuth as one orientation, regardless of their tilt', () => {
    expect(findings(twoLines({ azimuth: null, tilt: 0 }, { azimuth: null, tilt: 10 }), 'R10')).toEqual([]);
  });
  test('rejects a roof without azimuth next to a pitched roof', () => {
    const expected = { severity: 'WARNING', value: null, limit: 5 };
    expect(findings(twoLines({ azimuth: null }, {}), 'R10')).toMatchObject([expected]);
  });
});

describe('R11: sizing factor', () => {
  const factor = (percent: number) =>
    findings(parallel(1, { inverter: { acPower: 270_000 / percent } }), 'R11');

  test.each([
    [99.99, 'INFO', 'INFO', 100],
    [115.01, 'INFO', 'INFO', 115],
    [130, 'INFO', 'INFO', 115],
    [130.01, 'WARNING', 'FAILED', 130],
    [150, 'WARNING', 'FAILED', 130],
    [150.01, 'ERROR', 'FAILED', 150],
  ])('reports %s %%', (percent, severity, result, limit) => {
    const expected = {
      severity,
      result,
      value: percent,
      limit,
      unit: '%',
      inverterRef: 'wr',
      mppTracker: null,
    };
    expect(factor(percent)).toMatchObject([expected]);
  });
  test.each([100, 100.01, 114.99, 115])('accepts %s %%', (percent) => expect(factor(percent)).toEqual([]));
  test('is not checked for an inverter without wired modules, which has none', () => {
    const { plant: roomy } = parallel(1);
    expect(findings({ plant: roomy, strings: [] }, 'R11')).toEqual([]);
    expect(findings({ plant: roomy, strings: [string(1, null, 10)] }, 'R11')).toEqual([]);
  });
});

describe('R13: wired modules', () => {
  const wired = (count: number): Wiring => ({ plant: parallel(1).plant, strings: [string(1, 'a', count)] });

  test('accepts modules that are all wired once', () => expect(findings(wired(10), 'R13')).toEqual([]));
  test('reports a module that is not wired', () => {
    expect(findings(wired(9), 'R13')).toMatchObject([
      { severity: 'WARNING', result: 'FAILED', value: 9, limit: 10 },
    ]);
    expect(checkWiring(wired(9).plant, wired(9).strings).unwired).toEqual([
      { moduleRef: 'a', roofId: 'roof-a', count: 1 },
    ]);
  });
  test('reports a module that is wired twice', () => {
    expect(findings(wired(11), 'R13')).toMatchObject([
      { severity: 'ERROR', result: 'FAILED', value: 11, limit: 10 },
    ]);
    expect(checkWiring(wired(11).plant, wired(11).strings).unwired).toEqual([]);
  });
  test('reports modules of a removed line', () => {
    const { plant: roomy } = parallel(1);
    const strings = [string(1, 'a', 10), string(1, null, 5, { label: 'gone' })];
    const plan = checkWiring(roomy, strings);
    expect(plan.findings).toMatchObject([
      { rule: 'R13', severity: 'ERROR', string: 'gone', value: 5, limit: 0 },
    ]);
    expect(plan.inverters[0]?.trackers[0]?.strings[1]).toEqual({
      label: 'gone',
      moduleRef: null,
      roofId: null,
      moduleCount: 5,
      power: null,
      vocStc: null,
      vocCold: null,
      vmppStc: null,
      vmppHot: null,
      vmppCool: null,
      impp: null,
      isc: null,
      imppBifacial: null,
      iscHot: null,
      bifacialGainPercent: null,
      tempCoefficientIsc: null,
    });
  });
});

describe('R15: reverse current', () => {
  test.each([1, 2])('passes with %d parallel strings', (count) =>
    expect(findings(parallel(count, { module: { maxSeriesFuse: 1 } }), 'R15')).toEqual([]),
  );
  test('is reported for each string', () => {
    expect(
      findings(parallel(3, { module: { maxSeriesFuse: 20 } }), 'R15').map(({ string: label }) => label),
    ).toEqual(['s1', 's2', 's3']);
  });
});

test('never uses a short-circuit current below the one under STC', () => {
  const wiring = parallel(1, {
    module: { tempCoefficientIsc: -0.05 },
    tracker: { maxShortCircuitCurrent: 9.99 },
  });
  expect(findings(wiring, 'R5')).toMatchObject([{ value: 10, limit: 9.99 }]);
});

test('reports the assumed currents', () => {
  const { plant: of, strings } = parallel(1, bifacial);
  const values = checkWiring(of, strings).inverters[0]?.trackers[0]?.strings[0];
  expect(values).toMatchObject({ impp: 9, isc: 10, imppBifacial: 9.9, iscHot: 11.25, ...bifacial.module });
  const unknown = parallel(1);
  expect(checkWiring(unknown.plant, unknown.strings).inverters[0]?.trackers[0]?.strings[0]).toMatchObject({
    imppBifacial: 9,
    iscHot: 10,
    bifacialGainPercent: 0,
    tempCoefficientIsc: 0,
  });
});

test('lists at most 1,000 findings, the most severe ones, and counts all', () => {
  const { plant: of, strings } = parallel(600, {
    module: { maxSeriesFuse: 1 },
    inverter: { startVoltage: 301, maxDcVoltage: 399 },
  });
  const { findings: listed, findingCount } = checkWiring(of, strings);
  expect(listed).toHaveLength(1000);
  expect(findingCount).toBeGreaterThan(1800);
  expect(listed.filter(({ severity }) => severity === 'ERROR').length).toBeGreaterThanOrEqual(600);
  expect(listed.some(({ severity }) => severity === 'INFO')).toBe(false);
});

describe('R16: single-phase power', () => {
  test('uses the active power if the apparent power is unknown', () => {
    const single = { phases: 1, acApparentPower: null, acPower: 5000 };
    expect(findings(parallel(1, { inverter: single }), 'R16')).toMatchObject([
      { value: 5000, limit: 4600, unit: 'W' },
    ]);
  });
  test('does not limit three-phase inverters', () => {
    expect(findings(parallel(1, { inverter: { acApparentPower: 30_000 } }), 'R16')).toEqual([]);
  });
});

describe('limits missing from the data sheet', () => {
  test.each<[Rule, Wiring]>([
    ['R3', parallel(1, { inverter: { startVoltage: null } })],
    ['R5', parallel(1, { tracker: { maxShortCircuitCurrent: null } })],
    ['R12', parallel(1, { inverter: { maxDcPower: null } })],
    ['R15', parallel(3, { module: { maxSeriesFuse: null } })],
    ['R17', parallel(1, { inverter: { optimizerRequired: true, maxModulesPerString: null } })],
  ])('reports %s as not checked', (rule, wiring) => {
    for (const finding of findings(wiring, rule)) {
      expect(finding).toMatchObject({
        severity: 'INFO',
        result: 'NOT_CHECKED',
        value: null,
        limit: null,
        unit: null,
      });
    }
    expect(findings(wiring, rule).length).toBeGreaterThan(0);
  });

  test('still reports that the voltage is outside the MPP window', () => {
    const wiring = parallel(1, { tracker: { mppVoltageMin: 301 }, inverter: { startVoltage: null } });
    expect(findings(wiring, 'R3')).toMatchObject([{ severity: 'WARNING' }, { result: 'NOT_CHECKED' }]);
  });

  test('does not report missing limits of single inputs or trackers, because broader limits are checked', () => {
    const { plant: roomy, strings } = parallel(1);
    expect(checkWiring(roomy, strings).findings).toEqual([]);
  });
});

describe('power optimizers', () => {
  /** Violates every rule for strings and trackers. */
  const everything: Wiring = {
    plant: plant(
      [
        modules('a', 41, { product: { ...plainModule, maxSystemVoltage: 1000, maxSeriesFuse: 1 } }),
        modules('b', 3, { product: plainModule, productId: 'other', azimuth: 90 }),
      ],
      [
        inverter('wr', {
          optimizerRequired: true,
          maxModulesPerString: 30,
          phases: 1,
          acPower: 5000,
          maxDcPower: 6000,
          mppTrackers: [
            tracker({
              inputCount: 1,
              mppVoltageMin: 300,
              mppVoltageMax: 600,
              maxInputCurrent: 5,
              maxShortCircuitCurrent: 5,
            }),
          ],
        }),
      ],
    ),
    strings: [string(1, 'a', 39), string(1, 'a', 1), string(1, 'b', 3)],
  };

  test('restrict the checks to string length, inputs, sizing, DC power, wiring and single-phase power', () => {
    const rules = new Set(checkWiring(everything.plant, everything.strings).findings.map(({ rule }) => rule));
    expect([...rules].sort()).toEqual(['R11', 'R12', 'R13', 'R16', 'R17', 'R7']);
  });

  test('leave the checks unchanged if they are optional', () => {
    const [wr] = everything.plant.inverters;
    const withoutOptimizers = {
      ...everything.plant,
      inverters: wr ? [{ ...wr, product: { ...wr.product, optimizerRequired: null } }] : [],
    };
    const rules = new Set(
      checkWiring(withoutOptimizers, everything.strings).findings.map(({ rule }) => rule),
    );
    expect([...rules].sort()).toEqual([
      'R1',
      'R10',
      'R11',
      'R12',
      'R13',
      'R15',
      'R16',
      'R2',
      'R3',
      'R4',
      'R5',
      'R6',
      'R7',
      'R8',
      'R9',
    ]);
  });
});
