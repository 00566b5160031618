import type { Address, StringPlan } from '@pv-planning/contract';
import { addressLines } from './address.ts';
import type { Job } from './child/messages.ts';
import { compassPoint } from './compass.ts';
import { germanDate, germanDay, germanNumber, germanVolts } from './german.ts';
import { layoutJob } from './layout-job.ts';
import { misplacedModules, namedObstacles, obstacleName } from './obstacles.ts';
import { type DrawnRoof, drawRoofs } from './pictures/index.ts';

/** The strings of an offer to print. */
export interface PrintedStringPlan {
  number: string;
  /** Time of the last change, whose day is printed. */
  time: string;
  companyName: string;
  customerName: string | null;
  projectName: string | null;
  address: Address | null;
  plan: StringPlan;
  /** The roofs with modules. */
  roofs: readonly (Omit<DrawnRoof, 'modules'> & {
    name: string;
    azimuth: number | null;
    tilt: number;
    modules: readonly (DrawnRoof['modules'][number] & ModuleLine)[];
  })[];
}

interface ModuleLine {
  ref: string;
  name: string;
  /** Watts of a module. */
  power: number;
}

type Finding = StringPlan['findings'][number];

const rules: Readonly<Record<Finding['rule'], string>> = {
  R1: 'Leerlaufspannung bei tiefster Temperatur ≤ höchste DC-Spannung des Wechselrichters',
  R2: 'Leerlaufspannung bei tiefster Temperatur ≤ höchste Systemspannung des Moduls',
  R3: 'MPP-Spannung bei höchster Temperatur ≥ untere Grenze des MPP-Bereichs und Startspannung',
  R4: 'MPP-Spannung bei 15 °C ≤ obere Grenze des MPP-Bereichs',
  R5: 'Summe der Kurzschlussströme ≤ höchster Kurzschlussstrom',
  R6: 'Summe der MPP-Ströme ≤ höchster Eingangsstrom',
  R7: 'Anzahl der Strings ≤ Anzahl der Eingänge',
  R8: 'Parallele Strings haben gleich viele Module',
  R9: 'Ein Modultyp je MPP-Tracker',
  R10: 'Eine Ausrichtung und Neigung je MPP-Tracker',
  R11: 'Dimensionierungsfaktor (Modulleistung / AC-Leistung)',
  R12: 'Modulleistung ≤ höchste DC-Leistung',
  R13: 'Jedes Modul ist genau einmal verschaltet',
  R15: 'Rückstrom ≤ höchste Strangsicherung des Moduls',
  R16: 'Einphasiger Wechselrichter ≤ 4,6 kVA (VDE-AR-N 4105)',
  R17: 'Länge und Leistung der Strings mit Leistungsoptimierern',
};

const columns = [
  'String',
  'Module',
  'Leistung',
  'Uoc STC',
  'Uoc kalt',
  'Umpp STC',
  'Umpp heiß',
  'Umpp 15 °C',
  'Impp',
  'Isc',
  'Isc heiß',
];

/** Signs stand beside the words, so that colour is never the only difference. */
function resultOf({ severity, result }: Finding) {
  if (result === 'NOT_CHECKED') return { result: '● nicht geprüft', color: '#55606e' };
  if (severity === 'ERROR') return { result: '✗ Fehler', color: '#9c1f2e' };
  if (severity === 'WARNING') return { result: '▲ Warnung', color: '#a64d00' };
  return { result: '✓ Hinweis', color: '#006d4e' };
}

const germanUnits: Readonly<Record<string, string>> = { strings: 'Strings', modules: 'Module' };

function withUnit(value: number | null, unit: string | null): string {
  if (value === null) return '–';
  return `${germanNumber(value)}${unit === null ? '' : ` ${germanUnits[unit] ?? unit}`}`;
}

const volts = (value: number | null) => (value === null ? '–' : `${germanVolts(value)} V`);
const amperes = (value: number | null) => (value === null ? '–' : `${germanVolts(value)} A`);
const watts = (value: number | null) => (value === null ? '–' : `${germanNumber(value)} W`);

type Inverter = StringPlan['inverters'][number];
type PlannedString = Inverter['trackers'][number]['strings'][number];

/** All strings in the order of inverter, tracker and string. */
function stringsOf(plan: StringPlan): PlannedString[] {
  return plan.inverters.flatMap(({ trackers }) => trackers.flatMap(({ strings }) => strings));
}

/** Names by reference. Several inverters are numbered as in the labels of strings, because they can have the same name. */
function inverterNames({ inverters }: StringPlan): Map<string, string> {
  const isOne = inverters.length === 1;
  return new Map(
    inverters.map(({ ref, name }, index) => [ref, `${isOne ? '' : `${index + 1}: `}${name ?? ref}`]),
  );
}

function inverters({ plan, roofs }: PrintedStringPlan) {
  const order = stringsOf(plan);
  const lines = new Map(
    roofs.flatMap((roof) => roof.modules.map((line) => [line.ref, `${line.name}, ${roof.name}`] as const)),
  );
  const names = inverterNames(plan);
  return plan.inverters.map((inverter) => ({
    name: names.get(inverter.ref) ?? inverter.ref,
    facts: [
      `höchste DC-Spannung ${withUnit(inverter.maxDcVoltage, 'V')}`,
      ...(isUnwired(inverter) ? ['noch ohne Strings'] : []),
      ...(inverter.sizingFactorPercent > 0
        ? [`Dimensionierungsfaktor ${withUnit(inverter.sizingFactorPercent, '%')}`]
        : []),
    ],
    trackers: inverter.trackers.map(({ index, limits, strings }) => ({
      name: limits.name === null ? `MPP-Tracker ${index}` : `MPP-Tracker ${index} (${limits.name})`,
      limits: [
        `${limits.inputCount} ${limits.inputCount === 1 ? 'Eingang' : 'Eingänge'}`,
        `${germanNumber(limits.mppVoltageMin)}–${germanNumber(limits.mppVoltageMax)} V`,
        `Eingangsstrom ≤ ${germanNumber(limits.maxInputCurrent)} A`,
        ...(limits.maxShortCircuitCurrent === null
          ? []
          : [`Kurzschlussstrom ≤ ${germanNumber(limits.maxShortCircuitCurrent)} A`]),
      ],
      strings: strings.map((string) => ({
        label: string.label,
        color: order.indexOf(string),
        modules: `${string.moduleCount} × ${lines.get(string.moduleRef ?? '') ?? 'Module noch offen'}`,
        values: [
          watts(string.power),
          ...[string.vocStc, string.vocCold, string.vmppStc, string.vmppHot, string.vmppCool].map(volts),
          ...[string.impp, string.isc, string.iscHot].map(amperes),
        ],
      })),
    })),
  }));
}

interface AssignedModule {
  /** Label of its string. */
  string: string;
  /** Number in its string. */
  number: number;
  color: number;
}

/** The string of each module of a line, in the order of the modules. Those of no string are at the end. */
function assigned(plan: StringPlan, ref: string): AssignedModule[] {
  return stringsOf(plan).flatMap(({ moduleRef, moduleCount, label: string }, color) =>
    moduleRef === ref
      ? Array.from({ length: moduleCount }, (_, index) => ({ string, number: index + 1, color }))
      : [],
  );
}

const pointsPerMm = 72 / 25.4;
/** In points. Smaller labels cannot be read. */
const minLabelSize = 4;

/** Returns the size in points in which a label fits into a module. */
function labelSize(label: string, width: number): number {
  return Math.min(7, (width * pointsPerMm) / (0.62 * Math.max(1, label.length)));
}

const fullLabel = ({ string, number }: AssignedModule) => `${string}.${number}`;

function roofs({ plan, roofs }: PrintedStringPlan) {
  return drawRoofs(roofs, { maxWidth: 128, maxHeight: 62 }).map((drawing, index) => {
    const roof = roofs[index] as PrintedStringPlan['roofs'][number];
    const strings = roof.modules.map(({ ref }) => assigned(plan, ref));
    const drawn = drawing.modules.map(({ line, index: inLine, ...rectangle }) => ({
      rectangle,
      module: strings[line]?.[inLine],
    }));
    const areNumbered = drawn.some(
      ({ rectangle, module }) => module && labelSize(fullLabel(module), rectangle.width) < minLabelSize,
    );
    const labelOf = (module: AssignedModule) => (areNumbered ? String(module.number) : fullLabel(module));
    const modules = drawn.map(({ rectangle, module }) => {
      const label = module ? labelOf(module) : '';
      const size = labelSize(label, rectangle.width);
      return { ...rectangle, label, size, color: module?.color ?? null };
    });
    const order = [...new Set(strings.flat().map(({ string }) => string))].join(', ');
    const count = roof.modules.reduce((sum, line) => sum + line.count, 0);
    const direction = compassPoint(roof.azimuth);
    return {
      ...drawing,
      modules,
      obstacles: namedObstacles(drawing),
      name: roof.name,
      facts: [
        ...countsOf(roof.modules.map((line) => [`${line.name} (${germanNumber(line.power)} W)`, line.count])),
        ...(direction === null ? [] : [direction]),
        `Neigung ${germanNumber(roof.tilt)}°`,
      ],
      alt: [`${roof.name}: ${count} Module`, ...roof.obstacles.map(obstacleName)].join(', '),
      caption: [
        'Traufe unten.',
        ...(drawing.outline ? [] : ['Schema, nicht maßstäblich.']),
        ...misplacedModules(roof).map((problem) => `${problem}.`),
        ...(areNumbered ? [`Nummern je String, von unten links: ${order}.`] : []),
      ].join(' '),
    };
  });
}

/** Sums of what has the same name: `14 × Sonnkraft SK 440`. */
function countsOf(named: readonly (readonly [name: string, count: number])[]): string[] {
  const counts = new Map<string, number>();
  for (const [name, count] of named) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => `${count} × ${name}`);
}

const isUnwired = ({ trackers }: Inverter) => trackers.every(({ strings }) => strings.length === 0);

/** What the plan lacks. */
function missing({ plan, roofs }: PrintedStringPlan): string[] {
  const names = inverterNames(plan);
  const unwired = plan.inverters.filter(isUnwired).map(({ ref }) => names.get(ref) ?? ref);
  const lines = new Map(roofs.flatMap((roof) => roof.modules.map((line) => [line.ref, { line, roof }])));
  const hasStrings = stringsOf(plan).length > 0;
  return [
    ...(plan.inverters.length === 0 ? ['Das Angebot hat keinen Wechselrichter.'] : []),
    ...(lines.size === 0 ? ['Das Angebot hat keine Module.'] : []),
    ...(plan.inverters.length > 0 && lines.size > 0 && !hasStrings
      ? ['Die Module sind noch nicht verschaltet.']
      : []),
    ...(hasStrings && unwired.length > 0 ? [`Wechselrichter ohne Strings: ${unwired.join('; ')}`] : []),
    ...countsOf(
      plan.unwired.map(({ moduleRef, count }) => {
        const found = lines.get(moduleRef);
        return [found ? `${found.line.name}, ${found.roof.name}` : moduleRef, count];
      }),
    ).map((modules) => `${modules} ohne String`),
  ];
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

function findings({ plan }: PrintedStringPlan) {
  const names = inverterNames(plan);
  return shownFindings(plan).map((finding) => {
    const { rule, inverterRef, mppTracker, string, value, limit, unit } = finding;
    const place = [
      inverterRef === null ? null : (names.get(inverterRef) ?? inverterRef),
      mppTracker === null ? null : `MPP-Tracker ${mppTracker}`,
      string === null ? null : `String ${string}`,
    ];
    return {
      ...resultOf(finding),
      rule,
      place: place.filter((part) => part !== null).join(', ') || 'Anlage',
      text: rules[rule],
      value: withUnit(value, unit),
      limit: withUnit(limit, unit),
    };
  });
}

/** Returns the plan of the strings. */
export function stringPlanDocument(printed: PrintedStringPlan): Promise<Job> {
  const { number, time, companyName, customerName, projectName, address, plan } = printed;
  const left = plan.findingCount - plan.findings.length;
  const hasStrings = stringsOf(plan).length > 0;
  const data = {
    title: `Stringplan ${number}`,
    author: companyName,
    date: germanDate(time),
    facts: [
      ['Kunde', customerName ?? '–'],
      [
        'Anlage',
        [projectName ?? '', ...addressLines(address)].filter((part) => part !== '').join(', ') || '–',
      ],
      ['Leistung', `${germanNumber(plan.systemPowerKwp)} kWp`],
      [
        'Auslegung',
        `${germanNumber(plan.designTempMin)} °C bis ${germanNumber(plan.designTempMax)} °C Zelltemperatur`,
      ],
      ['Stand', germanDay(time)],
    ],
    missing: missing(printed),
    roofs: roofs(printed),
    columns,
    inverters: inverters(printed),
    findings: findings(printed),
    noFindings: hasStrings ? 'Alle Prüfungen ohne Befund.' : 'Ohne Strings gibt es nichts zu prüfen.',
    notes: [
      ...(left > 0 ? [`${left} weitere Befunde sind nicht aufgeführt.`] : []),
      ...(hasStrings
        ? [
            `Uoc kalt bei ${germanNumber(plan.designTempMin)} °C, Umpp heiß bei ${germanNumber(plan.designTempMax)} °C. Isc heiß mit bifazialem Mehrertrag.`,
            'Bezeichnung der Module: Wechselrichter.MPP-Tracker.String.Modul.',
          ]
        : []),
    ],
  };
  return layoutJob('string-plan', data, { time });
}
