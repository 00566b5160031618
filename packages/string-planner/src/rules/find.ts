import { type ConnectedTracker, usesOptimizers } from '../connected.ts';
import type { InverterLine } from '../plant.ts';
import { applies } from './checks.ts';
import type { Finding } from './finding.ts';
import { inverterRules } from './inverter-rules.ts';
import { stringRules } from './string-rules.ts';
import { trackerRules } from './tracker-rules.ts';

/** All findings for a tracker and its strings. */
export function trackerFindings(tracker: ConnectedTracker): Finding[] {
  const findings = [
    ...trackerRules(tracker),
    ...tracker.strings.flatMap((string) => [...stringRules(tracker, string)]),
  ];
  return applying(tracker.inverter, findings);
}

/** All findings for an inverter with modules of `dcPower` W, except those for its trackers. */
export function inverterFindings(inverter: InverterLine, dcPower: number): Finding[] {
  return applying(inverter, [...inverterRules(inverter, dcPower)]);
}

function applying(inverter: InverterLine, findings: Finding[]): Finding[] {
  return findings.filter(({ rule }) => applies(rule, usesOptimizers(inverter)));
}

/** Whether no finding is an error or a warning. */
export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ result }) => result !== 'FAILED');
}
