import {
  type ConnectedString,
  type ConnectedTracker,
  currents,
  type DesignTemperatures,
  loadOf,
  voltages,
} from './connected.ts';
import type { InverterLine, ModuleLine, Plant, WiredString } from './plant.ts';
import { inverterFindings, trackerFindings } from './rules/find.ts';
import { type Finding, mostSevere } from './rules/finding.ts';
import { sizingFactorPercent } from './rules/inverter-rules.ts';
import { moduleRules, wiredCount } from './rules/module-rules.ts';
import type { InverterPlan, StringPlan, StringValues, UnwiredModules } from './string-plan.ts';
import { rounded } from './tolerance.ts';
import { validatePlant, validateStrings } from './validate.ts';

/** Findings that a plan lists. */
const maxFindings = 1_000;

/**
 * Computes the electrical values of a wiring and checks the rules, inverter by inverter. Throws a RangeError if a string refers
 * to an inverter, tracker or module line that does not exist.
 */
export function checkWiring(plant: Plant, strings: readonly WiredString[]): StringPlan {
  validatePlant(plant);
  validateStrings(plant, strings);
  const lines = new Map(plant.modules.map((line) => [line.ref, line]));
  const checked = plant.inverters.map((inverter) => {
    const ofInverter = strings.filter(({ inverterRef }) => inverterRef === inverter.ref);
    return checkInverter(inverter, ofInverter, lines, plant);
  });
  const findings = [...checked.flatMap(({ findings }) => findings), ...moduleRules(plant.modules, strings)];
  return {
    designTempMin: plant.designTempMin,
    designTempMax: plant.designTempMax,
    systemPowerKwp: systemPowerKwp(plant.modules),
    inverters: checked.map(({ plan }) => plan),
    unwired: unwiredModules(plant.modules, strings),
    findings: mostSevere(findings, maxFindings),
    findingCount: findings.length,
  };
}

function checkInverter(
  inverter: InverterLine,
  strings: readonly WiredString[],
  lines: ReadonlyMap<string, ModuleLine>,
  temperatures: DesignTemperatures,
): { plan: InverterPlan; findings: Finding[] } {
  const trackers = inverter.product.mppTrackers.map((limits, position) => {
    const index = position + 1;
    return { index, limits, strings: strings.filter(({ mppTracker }) => mppTracker === index) };
  });
  const connected: ConnectedTracker[] = trackers.map((tracker) => ({
    ...tracker,
    inverter,
    strings: tracker.strings.flatMap((string) => connectedString(string, lines)),
    temperatures,
  }));
  const load = loadOf(
    connected.flatMap((tracker) => tracker.strings),
    temperatures,
  );
  const { lineId, ref, name, product } = inverter;
  const plan: InverterPlan = {
    lineId,
    ref,
    name,
    maxDcVoltage: product.maxDcVoltage,
    sizingFactorPercent: rounded(sizingFactorPercent(load.power, product.acPower)),
    trackers: trackers.map((tracker) => ({
      ...tracker,
      strings: tracker.strings.map((string) => stringValues(string, lines, temperatures)),
    })),
  };
  return { plan, findings: [...connected.flatMap(trackerFindings), ...inverterFindings(inverter, load)] };
}

/** Strings without a module line have no electrical values; R13 reports them. */
function connectedString(string: WiredString, lines: ReadonlyMap<string, ModuleLine>): ConnectedString[] {
  const line = string.moduleRef === null ? undefined : lines.get(string.moduleRef);
  return line ? [{ label: string.label, line, moduleCount: string.moduleCount }] : [];
}

function stringValues(
  { label, moduleRef, moduleCount }: WiredString,
  lines: ReadonlyMap<string, ModuleLine>,
  temperatures: DesignTemperatures,
): StringValues {
  const line = moduleRef === null ? undefined : lines.get(moduleRef);
  const volts = line && voltages(line.product, moduleCount, temperatures);
  const amperes = line && currents(line.product, temperatures);
  const known = (value: number | undefined) => (value === undefined ? null : rounded(value));
  return {
    label,
    moduleRef,
    roofId: line?.roofId ?? null,
    moduleCount,
    power: known(line && moduleCount * line.product.power),
    vocStc: known(volts?.vocStc),
    vocCold: known(volts?.vocCold),
    vmppStc: known(volts?.vmppStc),
    vmppHot: known(volts?.vmppHot),
    vmppCool: known(volts?.vmppCool),
    impp: known(line?.product.impp),
    isc: known(line?.product.isc),
    imppBifacial: known(amperes?.impp),
    iscHot: known(amperes?.isc),
    bifacialGainPercent: line ? (line.product.bifacialGainPercent ?? 0) : null,
    tempCoefficientIsc: line ? (line.product.tempCoefficientIsc ?? 0) : null,
  };
}

function systemPowerKwp(modules: readonly ModuleLine[]): number {
  return rounded(modules.reduce((sum, { quantity, product }) => sum + quantity * product.power, 0) / 1000, 3);
}

function unwiredModules(modules: readonly ModuleLine[], strings: readonly WiredString[]): UnwiredModules[] {
  return modules.flatMap((line) => {
    const count = line.quantity - wiredCount(line, strings);
    return count > 0 ? [{ moduleRef: line.ref, roofId: line.roofId, count }] : [];
  });
}
