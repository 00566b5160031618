// Plants for tests and benchmarks.
import type {
  Inverter,
  InverterLine,
  ModuleLine,
  MppTracker,
  Plant,
  PvModule,
  WiredString,
} from './plant.ts';

/** A 440 Wp module with the values of a common German data sheet. */
export const module440: PvModule = {
  power: 440,
  vmpp: 32.99,
  impp: 13.34,
  voc: 39.38,
  isc: 13.98,
  tempCoefficientVoc: -0.25,
  tempCoefficientPmpp: -0.29,
  tempCoefficientVmpp: null,
  tempCoefficientIsc: null,
  bifacialGainPercent: null,
  maxSystemVoltage: 1500,
  maxSeriesFuse: 25,
};

/** A module with temperature-independent voltages: open-circuit 40 V, MPP 30 V. Currents 10 A and 9 A, 270 Wp. */
export const plainModule: PvModule = {
  power: 270,
  vmpp: 30,
  impp: 9,
  voc: 40,
  isc: 10,
  tempCoefficientVoc: 0,
  tempCoefficientPmpp: 0,
  tempCoefficientVmpp: 0,
  tempCoefficientIsc: null,
  bifacialGainPercent: null,
  maxSystemVoltage: 1500,
  maxSeriesFuse: 100,
};

export function tracker(over: Partial<MppTracker> = {}): MppTracker {
  return {
    inputCount: 1,
    mppVoltageMin: 160,
    mppVoltageMax: 850,
    maxInputCurrent: 16,
    maxInputCurrentPerInput: null,
    maxShortCircuitCurrent: 20,
    maxPower: null,
    ...over,
  };
}

/** A three-phase inverter with 10 kW and two trackers with one input each. */
export function inverterProduct(over: Partial<Inverter> = {}): Inverter {
  return {
    acPower: 10_000,
    acApparentPower: 10_000,
    phases: 3,
    maxDcPower: 15_000,
    maxDcVoltage: 1000,
    startVoltage: 180,
    optimizerRequired: false,
    minModulesPerString: null,
    maxModulesPerString: null,
    maxPowerPerString: null,
    maxInputCurrentTotal: null,
    maxShortCircuitCurrentTotal: null,
    mppTrackers: [tracker(), tracker()],
    ...over,
  };
}

export function inverter(ref: string, over: Partial<Inverter> = {}): InverterLine {
  return { lineId: `line-${ref}`, ref, name: `Inverter ${ref}`, product: inverterProduct(over) };
}

export function modules(ref: string, quantity: number, over: Partial<ModuleLine> = {}): ModuleLine {
  return {
    ref,
    roofId: `roof-${ref}`,
    azimuth: 180,
    tilt: 30,
    quantity,
    productId: 'module-440',
    product: module440,
    ...over,
  };
}

export function plant(
  modulesOf: readonly ModuleLine[],
  inverters: readonly InverterLine[],
  over: Partial<Plant> = {},
): Plant {
  return { modules: modulesOf, inverters, designTempMin: -10, designTempMax: 70, ...over };
}

/** A tracker for two parallel strings of common modules. */
export const twoStringTracker = tracker({
  inputCount: 2,
  maxInputCurrent: 32,
  maxShortCircuitCurrent: 40,
});

/**
 * A plant with roofs of different directions and different inverters, so that few alternatives are equal. Planning takes
 * milliseconds with one inverter, seconds with a dozen.
 */
export function variedPlant(roofs: number, inverters: number): Plant {
  const lines = Array.from({ length: roofs }, (_, index) =>
    modules(`roof-${index}`, 29 + (index % 3), { azimuth: (index * 7) % 360 }),
  );
  const watts = lines.reduce((sum, { quantity, product }) => sum + quantity * product.power, 0);
  return plant(
    lines,
    Array.from({ length: inverters }, (_, index) =>
      inverter(`inverter-${index}`, {
        acPower: Math.round(watts / inverters / 1.1) + index * 100,
        acApparentPower: null,
        maxDcPower: null,
        mppTrackers: Array(6).fill(twoStringTracker),
      }),
    ),
  );
}

/** A string on the inverter `wr`, labeled by tracker and module line. */
export function string(
  mppTracker: number,
  moduleRef: string | null,
  moduleCount: number,
  over: Partial<WiredString> = {},
): WiredString {
  return {
    inverterRef: 'wr',
    mppTracker,
    label: `1.${mppTracker}.${moduleRef}`,
    moduleRef,
    moduleCount,
    ...over,
  };
}
