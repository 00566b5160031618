import type { MppTracker } from './plant.ts';
import type { Finding } from './rules/finding.ts';

/** A wiring with its electrical values, rounded to two decimals, and its findings. */
export interface StringPlan {
  designTempMin: number;
  designTempMax: number;
  /** Power in kWp of all modules, wired or not; three decimals. */
  systemPowerKwp: number;
  inverters: InverterPlan[];
  unwired: UnwiredModules[];
  findings: Finding[];
}

export interface InverterPlan {
  lineId: string;
  ref: string;
  name: string | null;
  maxDcVoltage: number;
  /** Power of the wired modules as a percentage of the inverter's nominal AC power. */
  sizingFactorPercent: number;
  trackers: TrackerPlan[];
}

export interface TrackerPlan {
  /** Counted from 1. */
  index: number;
  limits: MppTracker;
  strings: StringValues[];
}

export interface StringValues {
  label: string;
  moduleRef: string | null;
  roofId: string | null;
  moduleCount: number;
  /** Electrical values are null if the string has no module line. */
  power: number | null;
  vocStc: number | null;
  /** Open-circuit voltage at `designTempMin`. */
  vocCold: number | null;
  vmppStc: number | null;
  /** MPP voltage at `designTempMax`. */
  vmppHot: number | null;
  /** MPP voltage at 15 °C. */
  vmppCool: number | null;
  impp: number | null;
  isc: number | null;
}

export interface UnwiredModules {
  moduleRef: string;
  roofId: string;
  count: number;
}
