import type { Criterion } from './cost.ts';

/** Why modules are left over. */
export type ReasonCode =
  | 'no_modules'
  | 'no_inverter'
  /** No string length is within the limits of any tracker. */
  | 'no_length_fits'
  /** Fewer modules than the shortest string. */
  | 'roof_too_small'
  /** One string alone has too much current for every tracker, or all strings together for the inverters. */
  | 'current_too_high'
  /** More modules than all trackers can hold. */
  | 'too_many_modules'
  /** Every tracker that a further string fits is in use. */
  | 'too_few_trackers'
  /** The modules cannot be split into strings that fit, equal on each tracker. */
  | 'no_equal_split'
  /** Too much power for the inverters. */
  | 'sizing_out_of_range'
  /** Not everything could be tried. */
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
