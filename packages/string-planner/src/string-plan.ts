import type { MppTracker } from './plant.ts';
import type { Check } from './rules/checks.ts';

export type Rule = Check['rule'];

export type Severity = Check['severity'];

/**
 * FAILED: a limit is exceeded (ERROR or WARNING). INFO: within the limits, but worth knowing. NOT_CHECKED: the data sheet does not
 * state the limit (always of severity INFO).
 */
export type FindingResult = 'FAILED' | 'NOT_CHECKED' | 'INFO';

/** What a rule found. The narrower fields are null where the finding concerns the wider thing as a whole. */
export interface Finding {
  rule: Rule;
  severity: Severity;
  result: FindingResult;
  inverterRef: string | null;
  /** From 1. */
  mppTracker: number | null;
  /** Label of the string. */
  string: string | null;
  /** Two decimals, like `limit`. */
  value: number | null;
  limit: number | null;
  unit: string | null;
  message: string;
}

/** A wiring with its electrical values, rounded to two decimals, and what the rules say about it. */
export interface StringPlan {
  designTempMin: number;
  designTempMax: number;
  /** kWp of all modules, wired or not; three decimals. */
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
  /** Power of the wired modules in percent of the inverter's nominal AC power. */
  sizingFactorPercent: number;
  trackers: TrackerPlan[];
}

export interface TrackerPlan {
  /** From 1. */
  index: number;
  limits: MppTracker;
  strings: StringValues[];
}

export interface StringValues {
  label: string;
  moduleRef: string | null;
  roofId: string | null;
  moduleCount: number;
  /** Electrical values are null without a module line. */
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
