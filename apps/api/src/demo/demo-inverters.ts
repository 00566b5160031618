import type { DemoProduct } from './demo-product.ts';

/** One input per tracker, as is common with the currents of today's modules. */
const oneString = {
  inputCount: 1,
  mppVoltageMin: 160,
  mppVoltageMax: 850,
  maxInputCurrent: 16,
  maxShortCircuitCurrent: 22,
};

const twoStrings = { ...oneString, inputCount: 2, maxInputCurrent: 32, maxShortCircuitCurrent: 44 };

const threePhases = {
  phases: 3,
  gridVoltage: 400,
  maxDcVoltage: 1000,
  startVoltage: 180,
  nominalDcVoltage: 620,
  efficiencyMax: 98.2,
  efficiencyEuropean: 97.6,
  integratedNaProtection: true,
  cosPhiMin: 0.8,
  cosPhiMax: 1,
} as const;

const hybrid = {
  hybrid: true,
  batteryVoltageMin: 150,
  batteryVoltageMax: 600,
  backupCapable: true,
  blackStartCapable: true,
} as const;

/** Fictitious inverters with values typical of their classes. */
export const demoInverters: DemoProduct<'createInverter'>[] = [
  {
    name: 'Demo Wechselrichter 3.0, einphasig',
    articleNumber: 'DEMO-WR-3-1P',
    purchasePrice: 420,
    acPower: 3000,
    phases: 1,
    gridVoltage: 230,
    maxDcPower: 4500,
    maxDcVoltage: 600,
    startVoltage: 90,
    nominalDcVoltage: 360,
    maxAcCurrent: 13.6,
    integratedNaProtection: true,
    mppTrackers: [{ ...oneString, mppVoltageMin: 80, mppVoltageMax: 550 }],
  },
  {
    ...threePhases,
    name: 'Demo Wechselrichter 5.0',
    articleNumber: 'DEMO-WR-5',
    purchasePrice: 690,
    acPower: 5000,
    maxDcPower: 7500,
    maxAcCurrent: 8.5,
    mppTrackers: [oneString, oneString],
  },
  {
    ...threePhases,
    name: 'Demo Wechselrichter 8.0',
    articleNumber: 'DEMO-WR-8',
    purchasePrice: 880,
    acPower: 8000,
    maxDcPower: 12_000,
    maxAcCurrent: 13.5,
    mppTrackers: [oneString, oneString],
  },
  {
    ...threePhases,
    ...hybrid,
    name: 'Demo Hybrid 6.0',
    articleNumber: 'DEMO-WR-H6',
    purchasePrice: 1080,
    acPower: 6000,
    maxDcPower: 9000,
    maxAcCurrent: 10.1,
    maxBatteryChargePower: 6600,
    maxBatteryDischargePower: 6600,
    mppTrackers: [oneString, oneString],
  },
  {
    ...threePhases,
    ...hybrid,
    name: 'Demo Hybrid 10.0',
    articleNumber: 'DEMO-WR-H10',
    purchasePrice: 1390,
    acPower: 10_000,
    maxDcPower: 15_000,
    maxAcCurrent: 16.5,
    maxBatteryChargePower: 10_000,
    maxBatteryDischargePower: 10_000,
    mppTrackers: [twoStrings, oneString],
  },
  {
    ...threePhases,
    ...hybrid,
    name: 'Demo Hybrid 15.0',
    articleNumber: 'DEMO-WR-H15',
    purchasePrice: 1980,
    acPower: 15_000,
    maxDcPower: 22_500,
    maxAcCurrent: 25,
    maxBatteryChargePower: 12_000,
    maxBatteryDischargePower: 12_000,
    mppTrackers: [twoStrings, oneString, oneString],
  },
  {
    ...threePhases,
    name: 'Demo Wechselrichter 25.0',
    articleNumber: 'DEMO-WR-25',
    purchasePrice: 1850,
    acPower: 25_000,
    maxDcPower: 37_500,
    maxDcVoltage: 1100,
    startVoltage: 250,
    maxAcCurrent: 40,
    mppTrackers: [twoStrings, twoStrings, twoStrings].map((tracker) => ({
      ...tracker,
      mppVoltageMin: 200,
      mppVoltageMax: 1000,
    })),
  },
];
