import { type ConnectedTracker, usesOptimizers } from '../connected.ts';
import type { InverterLine } from '../plant.ts';
import type { Finding } from '../string-plan.ts';
import { applies } from './checks.ts';
import { inverterRules } from './inverter-rules.ts';
import { stringRules } from './string-rules.ts';
import { trackerRules } from './tracker-rules.ts';

/** All that the rules say about a tracker and its strings. */
export function trackerFindings(tracker: ConnectedTracker): Finding[] {
  const findings = [
    ...trackerRules(tracker),
    ...tracker.strings.flatMap((string) => [...stringRules(tracker, string)]),
  ];
  return applying(tracker.inverter, findings);
}

/** All that the rules say about an inverter with modules of `dcPower` W, apart from its trackers. */
export function inverterFindings(inverter: InverterLine, dcPower: number): Finding[] {
  return applying(inverter, [...inverterRules(inverter, dcPower)]);
}

function applying(inverter: InverterLine, findings: Finding[]): Finding[] {
  return findings.filter(({ rule }) => applies(rule, usesOptimizers(inverter)));
}

/** Nothing that must not or should not be built. */
export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ result }) => result !== 'FAILED');
}
