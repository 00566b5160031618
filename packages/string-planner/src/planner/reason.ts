import type { Criterion } from './cost.ts';

/** Reasons for unwired modules. */
export type ReasonCode =
  | 'no_modules'
  | 'no_inverter'
  /** No string length is within the limits of any tracker. */
  | 'no_length_fits'
  /** Fewer modules than the shortest string. */
  | 'roof_too_small'
  /** The current of a single string exceeds every tracker, or the total current exceeds the inverters. */
  | 'current_too_high'
  /** More modules than all trackers can hold. */
  | 'too_many_modules'
  /** Every tracker suitable for a further string is in use. */
  | 'too_few_trackers'
  /** The modules cannot be split into strings that fit, equal on each tracker. */
  | 'no_equal_split'
  /** Too much power for the inverters. */
  | 'sizing_out_of_range'
  /** The search was stopped before all wirings were tried. */
  | 'search_limit_reached';

export interface Reason {
  code: ReasonCode;
  message: string;
}

/** The first criterion by which the best wiring may be better than the proposal: its value, and a lower bound for all wirings. */
export interface Gap {
  criterion: Criterion;
  proposal: number;
  bound: number;
}
