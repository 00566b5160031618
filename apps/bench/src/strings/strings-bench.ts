import { type InverterLine, type ModuleLine, type Plant, planWiring } from '@pv-planning/string-planner';
import { type Figure, figureAlone, type Measure } from '../measure/figure.ts';
import { median } from '../measure/statistics.ts';

const roofs: readonly { azimuth: number; quantity: number }[] = [
  { azimuth: 0, quantity: 33 },
  { azimuth: 60, quantity: 33 },
  { azimuth: 120, quantity: 33 },
  { azimuth: 180, quantity: 34 },
  { azimuth: 240, quantity: 34 },
  { azimuth: 300, quantity: 33 },
];

const modules = roofs.map(
  ({ azimuth, quantity }, index): ModuleLine => ({
    ref: `roof-${index + 1}`,
    roofId: String(index + 1),
    azimuth,
    tilt: 30,
    quantity,
    productId: '440',
    product: {
      power: 440,
      vmpp: 32.99,
      impp: 13.34,
      voc: 39.38,
      isc: 13.98,
      tempCoefficientVoc: -0.25,
      tempCoefficientPmpp: -0.29,
      tempCoefficientVmpp: null,
      maxSystemVoltage: 1500,
      maxSeriesFuse: 25,
    },
  }),
);

const inverters = [1, 2, 3].map(
  (number): InverterLine => ({
    lineId: String(number),
    ref: `inverter-${number}`,
    name: null,
    product: {
      acPower: 25_000,
      acApparentPower: 25_000,
      phases: 3,
      maxDcPower: null,
      maxDcVoltage: 1000,
      startVoltage: 180,
      optimizerRequired: false,
      maxModulesPerString: null,
      mppTrackers: Array.from({ length: 4 }, () => ({
        inputCount: 2,
        mppVoltageMin: 160,
        mppVoltageMax: 850,
        maxInputCurrent: 32,
        maxInputCurrentPerInput: null,
        maxShortCircuitCurrent: 40,
        maxPower: null,
      })),
    },
  }),
);

const plant: Plant = { modules, inverters, designTempMin: -10, designTempMax: 70 };

const maxMs = 100;

function planningMs(): number {
  const begun = performance.now();
  const { proposal, reasons } = planWiring(plant);
  const took = performance.now() - begun;
  if (!proposal || reasons.length > 0) throw new Error('The planner did not find the best wiring.');
  return took;
}

/** Plans a large farm: the first time, before anything is JIT-compiled, and again. */
export async function stringsBench(): Promise<Figure[]> {
  const first = planningMs();
  const further = median(Array.from({ length: 25 }, planningMs));
  return Object.entries({ first, further }).map(([name, ms]) => {
    const measure: Measure = { name: `strings: 200 modules, ${name} plan`, unit: 'ms', better: 'less' };
    return figureAlone(measure, ms, { text: `under ${maxMs} ms`, reached: ms < maxMs });
  });
}
