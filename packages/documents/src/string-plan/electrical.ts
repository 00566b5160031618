import { germanNumber, germanVolts } from '../german.ts';
import { withUnit } from './findings.ts';
import {
  type Inverter,
  inverterNames,
  isUnwired,
  type PlannedString,
  type PrintedStringPlan,
  stringsOf,
} from './printed-string-plan.ts';

const columns = [
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

/** The measurable values of a string with power optimizers, whose module voltages do not add up. */
const optimizerColumns = ['Leistung', 'Spannung aus', 'Spannung in Betrieb'];

/** Volts of each power optimizer while the inverter is off. */
const offVolts = 1;

const volts = (value: number | null) => (value === null ? '–' : `${germanVolts(value)} V`);
const amperes = (value: number | null) => (value === null ? '–' : `${germanVolts(value)} A`);
const watts = (value: number | null) => (value === null ? '–' : `${germanNumber(value)} W`);

const offVoltage = ({ moduleCount }: PlannedString) => `ca. ${germanNumber(moduleCount * offVolts)} V`;
const fixedVoltage = (voltage: number | null) =>
  voltage === null ? 'laut Wechselrichter' : `${germanNumber(voltage)} V`;

function valuesOf(string: PlannedString): string[] {
  return [
    watts(string.power),
    ...[string.vocStc, string.vocCold, string.vmppStc, string.vmppHot, string.vmppCool].map(volts),
    ...[string.impp, string.isc, string.iscHot].map(amperes),
  ];
}

/** Names the modules of strings: `14 × Sonnkraft SK 440, Süddach`. */
function moduleNames({ roofs }: PrintedStringPlan) {
  const lines = new Map(
    roofs.flatMap((roof) => roof.modules.map((line) => [line.ref, `${line.name}, ${roof.name}`] as const)),
  );
  return ({ moduleRef, moduleCount }: PlannedString) =>
    `${moduleCount} × ${lines.get(moduleRef ?? '') ?? 'Module noch offen'}`;
}

function limitsOf({ limits }: Inverter['trackers'][number]): string[] {
  return [
    `${limits.inputCount} ${limits.inputCount === 1 ? 'Eingang' : 'Eingänge'}`,
    `${germanNumber(limits.mppVoltageMin)}–${germanNumber(limits.mppVoltageMax)} V`,
    `Eingangsstrom ≤ ${germanNumber(limits.maxInputCurrent)} A`,
    ...(limits.maxShortCircuitCurrent === null
      ? []
      : [`Kurzschlussstrom ≤ ${germanNumber(limits.maxShortCircuitCurrent)} A`]),
  ];
}

/** The strings of each inverter with their voltages and currents. */
export function inverterTables(printed: PrintedStringPlan) {
  const { plan, optimizers } = printed;
  const order = stringsOf(plan);
  const modulesOf = moduleNames(printed);
  const names = inverterNames(plan);
  return plan.inverters.map((inverter) => {
    const fixed = optimizers.get(inverter.ref);
    return {
      name: names.get(inverter.ref) ?? inverter.ref,
      facts: [
        `höchste DC-Spannung ${withUnit(inverter.maxDcVoltage, 'V')}`,
        ...(isUnwired(inverter) ? ['noch ohne Strings'] : []),
        ...(fixed === undefined ? [] : ['Strings mit Leistungsoptimierern']),
        ...(inverter.sizingFactorPercent > 0
          ? [`Dimensionierungsfaktor ${withUnit(inverter.sizingFactorPercent, '%')}`]
          : []),
      ],
      columns: fixed === undefined ? columns : optimizerColumns,
      trackers: inverter.trackers.map((tracker) => ({
        name:
          tracker.limits.name === null
            ? `MPP-Tracker ${tracker.index}`
            : `MPP-Tracker ${tracker.index} (${tracker.limits.name})`,
        limits: limitsOf(tracker),
        strings: tracker.strings.map((string) => ({
          label: string.label,
          mark: order.indexOf(string),
          modules: modulesOf(string),
          values:
            fixed === undefined
              ? valuesOf(string)
              : [watts(string.power), offVoltage(string), fixedVoltage(fixed)],
        })),
      })),
    };
  });
}

/** The values to measure and record on site. */
export function siteReport(printed: PrintedStringPlan) {
  const { plan, optimizers } = printed;
  const modulesOf = moduleNames(printed);
  const names = inverterNames(plan);
  return {
    strings: plan.inverters.flatMap(({ ref, trackers }) =>
      trackers.flatMap(({ strings }) =>
        strings.map((string) => ({
          label: string.label,
          modules: modulesOf(string),
          expected: optimizers.has(ref) ? `${offVoltage(string)}, aus` : volts(string.vocStc),
        })),
      ),
    ),
    inverters: plan.inverters.map(({ ref }) => names.get(ref) ?? ref),
  };
}
