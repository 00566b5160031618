import { rounded } from '../tolerance.ts';
import { type Check, type CheckName, checks } from './checks.ts';

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

/** The subject of a finding: an inverter, one of its trackers, or a string on that tracker. */
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

const severities: readonly Severity[] = ['ERROR', 'WARNING', 'INFO'];

/** At most `count` findings in their order; if there are more, the first of the most severe ones. */
export function mostSevere(findings: readonly Finding[], count: number): Finding[] {
  if (findings.length <= count) return [...findings];
  return severities
    .flatMap((severity) => findings.filter((finding) => finding.severity === severity))
    .slice(0, count);
}
