/**
 * The module lines and inverters of an offer. Fields are named as in data sheets, in SI units: V, A, W, VA; temperatures in °C,
 * coefficients in %/K, angles in degrees. Null if the data sheet does not state the value.
 */
export interface Plant {
  modules: readonly ModuleLine[];
  /** Determines the numbering of strings: the first inverter has the strings 1.1.1, 1.1.2 … */
  inverters: readonly InverterLine[];
  /** Lowest cell temperature in °C; determines the highest open-circuit voltage. */
  designTempMin: number;
  /** Highest cell temperature in °C; determines the lowest MPP voltage. */
  designTempMax: number;
}

/** Modules of one type on one roof. */
export interface ModuleLine {
  /** Unique among the module lines. */
  ref: string;
  /** Null without a project. */
  roofId: string | null;
  /** Degrees clockwise from north, 180 = south. Null for a flat roof without a direction. */
  azimuth: number | null;
  /** Degrees from horizontal. */
  tilt: number;
  quantity: number;
  /** Modules with the same product ID are of the same type. */
  productId: string;
  product: PvModule;
}

/** Values under standard test conditions (STC): 1000 W/m², 25 °C. */
export interface PvModule {
  power: number;
  vmpp: number;
  impp: number;
  voc: number;
  isc: number;
  tempCoefficientVoc: number;
  tempCoefficientPmpp: number;
  tempCoefficientVmpp: number | null;
  /** Null is taken as 0, like `bifacialGainPercent`. */
  tempCoefficientIsc: number | null;
  /** Additional current from light on the rear side, in percent of the STC currents. */
  bifacialGainPercent: number | null;
  maxSystemVoltage: number;
  /** Maximum series fuse rating, which is also the reverse current that the module withstands. */
  maxSeriesFuse: number | null;
}

/** One physical inverter. */
export interface InverterLine {
  /** Null without an offer. */
  lineId: string | null;
  /** Unique among the inverters. */
  ref: string;
  name: string | null;
  product: Inverter;
}

export interface Inverter {
  acPower: number;
  acApparentPower: number | null;
  phases: number;
  maxDcPower: number | null;
  /** Maximum input voltage that the inverter withstands; not the upper end of the MPP window. */
  maxDcVoltage: number;
  startVoltage: number | null;
  /**
   * If true, the inverter works only with power optimizers, and the manufacturer's string length limit replaces the voltage and
   * current limits.
   */
  optimizerRequired: boolean | null;
  minModulesPerString: number | null;
  maxModulesPerString: number | null;
  maxPowerPerString: number | null;
  /** Maximum currents of all trackers together. */
  maxInputCurrentTotal: number | null;
  maxShortCircuitCurrentTotal: number | null;
  /** The first one is tracker 1. */
  mppTrackers: readonly MppTracker[];
}

export interface MppTracker {
  /** Number of strings that can be connected. */
  inputCount: number;
  mppVoltageMin: number;
  mppVoltageMax: number;
  /** Maximum operating current of all inputs together. */
  maxInputCurrent: number;
  maxInputCurrentPerInput: number | null;
  maxShortCircuitCurrent: number | null;
  maxPower: number | null;
}

/** Modules of one line connected in series. */
export interface WiredString {
  inverterRef: string;
  /** Counted from 1. */
  mppTracker: number;
  label: string;
  /** Null if not yet decided, or if the module line has been removed. */
  moduleRef: string | null;
  moduleCount: number;
}
