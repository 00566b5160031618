import type { StringPlan } from '@pv-planning/contract';
import { germanNumber } from '../german.ts';
import { type Finding, inverterNames } from './printed-string-plan.ts';

const rules: Readonly<Record<Finding['rule'], string>> = {
  R1: 'Leerlaufspannung bei tiefster Temperatur ≤ höchste DC-Spannung des Wechselrichters',
  R2: 'Leerlaufspannung bei tiefster Temperatur ≤ höchste Systemspannung des Moduls',
  R3: 'MPP-Spannung bei höchster Temperatur ≥ untere Grenze des MPP-Bereichs und Startspannung',
  R4: 'MPP-Spannung bei 15 °C ≤ obere Grenze des MPP-Bereichs',
  R5: 'Summe der Kurzschlussströme ≤ höchster Kurzschlussstrom',
  R6: 'Summe der MPP-Ströme ≤ höchster Eingangsstrom',
  R7: 'Anzahl der Strings ≤ Anzahl der Eingänge',
  R8: 'Unterschied der Länge paralleler Strings',
  R9: 'Ein Modultyp je MPP-Tracker',
  R10: 'Unterschied der Ausrichtung und Neigung je MPP-Tracker',
  R11: 'Dimensionierungsfaktor (Modulleistung / AC-Leistung)',
  R12: 'Modulleistung ≤ höchste DC-Leistung',
  R13: 'Jedes Modul ist genau einmal verschaltet',
  R15: 'Rückstrom ≤ höchste Strangsicherung des Moduls',
  R16: 'Einphasiger Wechselrichter ≤ 4,6 kVA (VDE-AR-N 4105)',
  R17: 'Länge und Leistung der Strings mit Leistungsoptimierern',
};

const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  strings: ['String', 'Strings'],
  modules: ['Modul', 'Module'],
  'module types': ['Modultyp', 'Modultypen'],
};

/** A value as it is printed; a dash if it is unknown. */
export function withUnit(value: number | null, unit: string | null): string {
  if (value === null) return '–';
  const [one, several] = units[unit ?? ''] ?? [unit, unit];
  const shown = value === 1 ? one : several;
  return `${germanNumber(value)}${shown === null ? '' : shown === '°' ? shown : ` ${shown}`}`;
}

/** Explains an exceeded limit that is neither an error nor a warning. */
function remark({ rule, value, limit }: Finding): string {
  if (rule === 'R11' && value !== null && limit !== null)
    return value < limit ? 'unter der Grenze, zulässig' : 'über der Grenze, zulässig';
  return rule === 'R3' ? 'unter der Startspannung, zulässig' : 'nicht eingehalten, zulässig';
}

/** The verdict in words, independent of colours and symbols. */
function verdictOf(finding: Finding) {
  const { severity, result } = finding;
  if (result === 'NOT_CHECKED') return { verdict: 'nicht geprüft, Angabe fehlt', color: '#55606e' };
  if (severity === 'ERROR') return { verdict: '✗ Fehler: nicht eingehalten', color: '#9c1f2e' };
  if (severity === 'WARNING') return { verdict: '▲ Warnung: nicht eingehalten', color: '#a64d00' };
  return { verdict: `Hinweis: ${remark(finding)}`, color: '#000000' };
}

/** The findings. Modules without a string are summed up over all lines. */
function shownFindings({ findings }: StringPlan): Finding[] {
  const ofLines = (finding: Finding) =>
    finding.rule === 'R13' && finding.severity === 'WARNING' && finding.inverterRef === null;
  const sumOf = (field: 'value' | 'limit') =>
    findings.filter(ofLines).reduce((sum, finding) => sum + (finding[field] ?? 0), 0);
  const first = findings.findIndex(ofLines);
  return findings.flatMap((finding, index) => {
    if (!ofLines(finding)) return [finding];
    return index === first ? [{ ...finding, value: sumOf('value'), limit: sumOf('limit') }] : [];
  });
}

function placeOf({ inverterRef, mppTracker, string }: Finding, names: ReadonlyMap<string, string>): string {
  const place = [
    inverterRef === null ? null : (names.get(inverterRef) ?? inverterRef),
    mppTracker === null ? null : `MPP-Tracker ${mppTracker}`,
    string === null ? null : `String ${string}`,
  ];
  return place.filter((part) => part !== null).join(', ') || 'Anlage';
}

const maxReasons = 8;

/** The findings as rows of a table. */
export function findingRows(plan: StringPlan) {
  const names = inverterNames(plan);
  return shownFindings(plan).map((finding) => ({
    ...verdictOf(finding),
    rule: finding.rule,
    place: placeOf(finding, names),
    text: rules[finding.rule],
    value: withUnit(finding.value, finding.unit),
    limit: withUnit(finding.limit, finding.unit),
  }));
}

/** Reasons not to build by the plan: roof problems and errors, at most eight. Empty if there are none. */
export function reasonsAgainst(plan: StringPlan, roofProblems: readonly string[]): string[] {
  const names = inverterNames(plan);
  const errors = plan.findings.filter(({ severity }) => severity === 'ERROR');
  const reasons = [
    ...roofProblems.map((problem) => `${problem}.`),
    ...errors.map((finding) => {
      const { rule, value, limit, unit } = finding;
      return `${rule}, ${placeOf(finding, names)}: ${rules[rule]}. Wert ${withUnit(value, unit)}, Grenze ${withUnit(limit, unit)}.`;
    }),
  ];
  const more = reasons.length - maxReasons;
  return more > 0 ? [...reasons.slice(0, maxReasons), `Und ${more} weitere Fehler.`] : reasons;
}
