import { type ConnectedTracker, type InverterLoad, usesOptimizers } from '../connected.ts';
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

/** All findings for an inverter and the total output of its strings, except those for its trackers. */
export function inverterFindings(inverter: InverterLine, load: InverterLoad): Finding[] {
  return applying(inverter, [...inverterRules(inverter, load)]);
}

function applying(inverter: InverterLine, findings: Finding[]): Finding[] {
  return findings.filter(({ rule }) => applies(rule, usesOptimizers(inverter)));
}
