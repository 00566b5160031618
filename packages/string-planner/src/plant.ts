/**
 * What is wired: module lines and inverters of an offer. Fields are named as in data sheets, in SI units: V, A, W, VA; temperatures
 * in °C, coefficients in %/K, angles in degrees. Null means that the data sheet does not say.
 */
export interface Plant {
  modules: readonly ModuleLine[];
  /** In the order in which strings are numbered: the first inverter has the strings 1.1.1, 1.1.2 … */
  inverters: readonly InverterLine[];
  /** Coldest cell temperature in °C; sets the highest open-circuit voltage. */
  designTempMin: number;
  /** Hottest cell temperature in °C; sets the lowest MPP voltage. */
  designTempMax: number;
}

/** Modules of one type on one roof. */
export interface ModuleLine {
  /** Unique among the module lines. */
  ref: string;
  roofId: string;
  /** Degrees clockwise from north, 180 = south. Null for a flat roof without a direction. */
  azimuth: number | null;
  /** Degrees from horizontal. */
  tilt: number;
  quantity: number;
  /** Modules with the same id are of one type. */
  productId: string;
  product: PvModule;
}

/** Under standard test conditions (STC): 1000 W/m², 25 °C. */
export interface PvModule {
  power: number;
  vmpp: number;
  impp: number;
  voc: number;
  isc: number;
  tempCoefficientVoc: number;
  tempCoefficientPmpp: number;
  tempCoefficientVmpp: number | null;
  maxSystemVoltage: number;
  /** Largest string fuse, which is the reverse current that the module withstands. */
  maxSeriesFuse: number | null;
}

/** One physical inverter. */
export interface InverterLine {
  lineId: string;
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
  /** Highest input voltage that it withstands; not the end of the MPP window. */
  maxDcVoltage: number;
  startVoltage: number | null;
  /** Works with power optimizers only: then the maker's string length replaces voltages and currents. */
  optimizerRequired: boolean | null;
  maxModulesPerString: number | null;
  /** The first is tracker 1. */
  mppTrackers: readonly MppTracker[];
}

export interface MppTracker {
  /** Number of strings that can be connected. */
  inputCount: number;
  mppVoltageMin: number;
  mppVoltageMax: number;
  /** Operating current of all inputs together. */
  maxInputCurrent: number;
  maxInputCurrentPerInput: number | null;
  maxShortCircuitCurrent: number | null;
  maxPower: number | null;
}

/** Modules of one line connected in series. */
export interface WiredString {
  inverterRef: string;
  /** From 1. */
  mppTracker: number;
  label: string;
  /** Null while undecided, and when the module line has been removed. */
  moduleRef: string | null;
  moduleCount: number;
}
