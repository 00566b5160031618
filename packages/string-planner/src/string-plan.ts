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
  /** The most severe ones if there are more than `maxFindings`. */
  findings: Finding[];
  /** Number of findings, including those that `findings` leaves out. */
  findingCount: number;
}

export interface InverterPlan {
  lineId: string | null;
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
  /** MPP current with the bifacial gain, which R6 checks. */
  imppBifacial: number | null;
  /** Short-circuit current at `designTempMax`, never below that under STC, with the bifacial gain; R5 and R15 check it. */
  iscHot: number | null;
  /** Values taken for the two currents; 0 if the data sheet does not state them. */
  bifacialGainPercent: number | null;
  tempCoefficientIsc: number | null;
}

export interface UnwiredModules {
  moduleRef: string;
  roofId: string | null;
  count: number;
}
