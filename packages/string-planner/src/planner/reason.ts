/** Why no wiring is proposed. */
export type ReasonCode =
  | 'no_modules'
  | 'no_inverter'
  /** No string length is within the voltages of any tracker. */
  | 'no_length_fits'
  /** Fewer modules than the shortest string, or than one string for every inverter. */
  | 'roof_too_small'
  /** One string alone has too much current for every tracker. */
  | 'current_too_high'
  /** More modules than all trackers can hold. */
  | 'too_many_modules'
  /** Too few for all module lines together. */
  | 'too_few_trackers'
  /** The modules of a line cannot be split into strings that fit, equal on each tracker. */
  | 'no_equal_split'
  /** Too much power for an inverter or a tracker, or an inverter too large for one phase. */
  | 'sizing_out_of_range'
  /** Not everything could be tried. */
  | 'search_limit_reached';

export interface Reason {
  code: ReasonCode;
  message: string;
}

export function reason(code: ReasonCode, message: string): Reason {
  return { code, message };
}
