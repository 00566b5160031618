import type { Finding, Rule } from '../string-plan.ts';
import { rounded } from '../tolerance.ts';
import { type CheckName, checks } from './checks.ts';

/** What a finding concerns: an inverter, one of its trackers, or a string on that tracker. */
export type FindingLocation = Pick<Finding, 'inverterRef' | 'mppTracker' | 'string'>;

export const wholePlant: FindingLocation = { inverterRef: null, mppTracker: null, string: null };

interface Measured {
  value: number | null;
  limit: number;
  unit: string;
  message: string;
}

/** The finding for a failed check. */
export function failed(check: CheckName, location: FindingLocation, measured: Measured): Finding {
  const { rule, severity } = checks[check];
  const value = measured.value === null ? null : rounded(measured.value);
  const result = severity === 'INFO' ? 'INFO' : 'FAILED';
  const { unit, message } = measured;
  return { rule, severity, result, ...location, value, limit: rounded(measured.limit), unit, message };
}

/** The finding for a rule whose limit the data sheet does not state. */
export function notChecked(rule: Rule, location: FindingLocation, message: string): Finding {
  return {
    rule,
    severity: 'INFO',
    result: 'NOT_CHECKED',
    ...location,
    value: null,
    limit: null,
    unit: null,
    message,
  };
}

/** Formats a number for a message: two decimals, no trailing zeros. */
export function shown(value: number): string {
  return String(rounded(value));
}

/** Formats a count for a message: "1 string", "2 strings". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
