import type { MppTracker } from './plant.ts';
import type { Check } from './rules/checks.ts';

export type Rule = Check['rule'];

export type Severity = Check['severity'];

/**
 * FAILED: a limit is exceeded (ERROR or WARNING). INFO: within the limits, but worth knowing. NOT_CHECKED: the data sheet does
 * not state the limit (always with severity INFO).
 */
export type FindingResult = 'FAILED' | 'NOT_CHECKED' | 'INFO';

/** The result of a rule. `mppTracker` and `string` are null if the finding concerns the whole inverter or tracker. */
export interface Finding {
  rule: Rule;
  severity: Severity;
  result: FindingResult;
  inverterRef: string | null;
  /** Counted from 1. */
  mppTracker: number | null;
  /** Label of the string. */
  string: string | null;
  /** Two decimals, like `limit`. */
  value: number | null;
  limit: number | null;
  unit: string | null;
  message: string;
}

/** A wiring with its electrical values, rounded to two decimals, and the findings about it. */
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
