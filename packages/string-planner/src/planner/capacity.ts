import { type ConnectedString, type InverterLoad, noLoad, usesOptimizers } from '../connected.ts';
import type { InverterLine } from '../plant.ts';
import { heavyRules } from '../rules/checks.ts';
import { inverterFindings, trackerFindings } from '../rules/find.ts';
import type { Finding } from '../rules/finding.ts';
import { areOfOneType, haveOneOrientation } from '../rules/tracker-rules.ts';
import { vmppAt } from '../temperature.ts';
import { rounded } from '../tolerance.ts';
import { limits } from './limits.ts';
import type { Line, Problem, Slot } from './problem.ts';

/** Parallel strings of equal length on a slot, without an error. */
export interface Content {
  length: number;
  /** In the order of the module lines. */
  groups: readonly StringGroup[];
  /** Number of strings. */
  strings: number;
  warnings: Warnings;
  /** Sum over all strings of the distance between hot MPP voltage and the middle of the MPP window, in mV. */
  distance: number;
}

export interface StringGroup {
  line: Line;
  /** Parallel strings of this line. */
  count: number;
}

export interface Warnings {
  heavy: number;
  light: number;
  /** Those of `light` that concern the tracker and not one string. */
  lightOfTracker: number;
}

/** What trackers and inverters can hold, by the rules of the check. */
export interface Capacity {
  /** The contents of a slot with strings of this line alone. */
  alone(slot: Slot, line: Line): readonly Content[];
  /** The contents of a slot with strings of this line, alone or with strings of later lines. */
  contents(slot: Slot, line: Line): readonly Content[];
  /** The longest string and the most strings that a slot can hold, of any line that had enough modules. */
  largest(slot: Slot): { length: number; strings: number };
  /** Whether strings of the line may share a slot with strings of another line. */
  mayShare(line: Line): boolean;
  /** With optimizers: light warnings of a tracker with these strings, without those of single strings. */
  trackerWarnings(slot: Slot, strings: readonly ConnectedString[]): number;
  /** Light warnings of an inverter with this load, without those of an idle one; null if there is an error. */
  inverterWarnings(inverterIndex: number, load: InverterLoad): number | null;
  /** Whether contents were left out because there are too many. */
  isTruncated(): boolean;
}

/** @param sound whether contents with warnings are left out */
export function capacityOf(problem: Problem, { sound }: { sound: boolean }): Capacity {
  const { lines, inverters, temperatures } = problem;
  const ofTypes = new Map<string, readonly Content[]>();
  const ofKinds = new Map<string, ReturnType<Capacity['largest']>>();
  const ofLines = new Map<string, readonly Content[]>();
  const ofInverters = inverters.map(() => new Map<number | string, number | null>());
  const partnersOf = new Map<Line, readonly Line[]>();
  const kinds = new Set(problem.slots.map(({ kind }) => kind)).size;
  const maxOfLine = Math.max(limits.contentsOfLine, Math.floor(limits.contents / kinds / lines.length));
  const modules = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  let truncated = false;

  function mayShareSlot({ module }: Line, { module: other }: Line): boolean {
    return areOfOneType([module, other]) && (!sound || haveOneOrientation([module, other]));
  }

  /** Later lines whose strings may share a slot with those of this one. */
  function partners(line: Line): readonly Line[] {
    const known =
      partnersOf.get(line) ?? lines.slice(line.index + 1).filter((other) => mayShareSlot(line, other));
    partnersOf.set(line, known);
    return known;
  }

  function findings({ inverter, limits: ofTracker }: Slot, strings: readonly ConnectedString[]): Finding[] {
    return trackerFindings({ inverter, index: 1, limits: ofTracker, strings, temperatures });
  }

  function content(slot: Slot, length: number, groups: readonly StringGroup[]): Content | null {
    const strings = groups.reduce((sum, { count }) => sum + count, 0);
    if (strings > slot.inputs) return null;
    if (strings > limits.parallelStrings) {
      truncated = true;
      return null;
    }
    const warnings = warningsOf(findings(slot, connectedStrings(length, groups)));
    if (!warnings || (sound && warnings.heavy + warnings.light > 0)) return null;
    const distances = groups.map(({ line, count }) => count * distanceOf(slot, length, line, problem));
    return { length, groups, strings, warnings, distance: distances.reduce((sum, one) => sum + one, 0) };
  }

  /** Those that add strings of `line` to `groups`. More strings do not fit where fewer do not. */
  function* extensions(
    slot: Slot,
    length: number,
    groups: readonly StringGroup[],
    line: Line,
    quantity = line.quantity,
  ): Generator<Content> {
    for (let count = 1; count * length <= quantity; count += 1) {
      const extension = content(slot, length, [...groups, { line, count }]);
      if (!extension) return;
      yield extension;
    }
  }

  /** As if a line had the modules of all lines. */
  function contentsOfType(slot: Slot, line: Line): readonly Content[] {
    const key = `${line.type} ${slot.kind}`;
    const known = ofTypes.get(key);
    if (known) return known;
    const found: Content[] = [];
    for (let length = 1; length <= modules; length += 1) {
      const ofLength = [...extensions(slot, length, [], line, modules)];
      // A string can be too short or too long.
      if (found.length > 0 && ofLength.length === 0) break;
      if (length > limits.stringLength) {
        truncated ||= ofLength.length > 0;
        break;
      }
      found.push(...ofLength);
    }
    ofTypes.set(key, found);
    return found;
  }

  /** Adds strings of later lines. */
  function* shared(slot: Slot, { length, groups }: Content): Generator<Content> {
    const [last] = groups.slice(-1);
    for (const partner of last ? partners(last.line) : []) {
      if (!groups.every(({ line }) => mayShareSlot(line, partner))) continue;
      for (const extension of extensions(slot, length, groups, partner)) {
        yield extension;
        yield* shared(slot, extension);
      }
    }
  }

  function alone(slot: Slot, line: Line): readonly Content[] {
    return contentsOfType(slot, line)
      .filter(({ strings, length }) => strings * length <= line.quantity)
      .map((one) => ({ ...one, groups: [{ line, count: one.strings }] }));
  }

  function* contentsOfLine(slot: Slot, line: Line): Generator<Content> {
    const ofLine = alone(slot, line);
    yield* ofLine;
    for (const one of ofLine) yield* shared(slot, one);
  }

  return {
    alone,
    contents(slot, line) {
      const key = `${line.index} ${slot.kind}`;
      const known = ofLines.get(key);
      if (known) return known;
      const found: Content[] = [];
      for (const one of contentsOfLine(slot, line)) {
        if (found.length >= maxOfLine) {
          truncated = true;
          break;
        }
        found.push(one);
      }
      ofLines.set(key, found);
      return found;
    },
    largest(slot) {
      const known = ofKinds.get(slot.kind);
      if (known) return known;
      const contents = lines.flatMap((line) => contentsOfType(slot, line));
      const most = contents.reduce(
        (sum, { length, strings }) => ({
          length: Math.max(sum.length, length),
          strings: Math.max(sum.strings, strings),
        }),
        { length: 0, strings: 0 },
      );
      ofKinds.set(slot.kind, most);
      return most;
    },
    mayShare: (line) => lines.some((other) => other !== line && mayShareSlot(line, other)),
    trackerWarnings(slot, strings) {
      if (slot.limits.maxPower === null) return 0;
      return warningsOf(findings(slot, strings))?.lightOfTracker ?? 0;
    },
    inverterWarnings(inverterIndex, load) {
      const [inverter, known] = [inverters[inverterIndex], ofInverters[inverterIndex]];
      if (!inverter || !known) return null;
      const key = loadKey(inverter, load);
      const warnings = known.get(key);
      if (warnings !== undefined) return warnings;
      const idle = warningsOf(inverterFindings(inverter, noLoad))?.light ?? 0;
      const loaded = warningsOf(inverterFindings(inverter, load));
      known.set(key, loaded && loaded.light - idle);
      return loaded && loaded.light - idle;
    },
    isTruncated: () => truncated,
  };
}

/** Modules in all strings of a group. */
export function modulesIn({ count }: StringGroup, { length }: Pick<Content, 'length'>): number {
  return count * length;
}

export function connectedStrings(length: number, groups: readonly StringGroup[]): ConnectedString[] {
  return groups.flatMap(({ line, count }) =>
    Array.from({ length: count }, () => ({ label: '', line: line.module, moduleCount: length })),
  );
}

/** Equal for loads that an inverter cannot tell apart. Sums in another order can differ by rounding. */
export function loadKey({ product }: InverterLine, { power, impp, isc }: InverterLoad): number | string {
  const { maxInputCurrentTotal, maxShortCircuitCurrentTotal } = product;
  const watts = Math.round(power * 1000);
  if (maxInputCurrentTotal === null && maxShortCircuitCurrentTotal === null) return watts;
  return `${watts} ${rounded(impp, 3)} ${rounded(isc, 3)}`;
}

/** Null if one of the findings is an error. */
function warningsOf(findings: readonly Finding[]): Warnings | null {
  const warnings = { heavy: 0, light: 0, lightOfTracker: 0 };
  for (const { severity, rule, string } of findings) {
    if (severity === 'ERROR') return null;
    if (severity !== 'WARNING') continue;
    if (heavyRules.has(rule)) warnings.heavy += 1;
    else warnings.light += 1;
    if (!heavyRules.has(rule) && string === null) warnings.lightOfTracker += 1;
  }
  return warnings;
}

/** From the voltage of a module in whole mV: then shifting modules between two strings on one side of the middle changes no sum. */
function distanceOf(
  { inverter, limits: { mppVoltageMin, mppVoltageMax } }: Slot,
  length: number,
  { module }: Line,
  { temperatures }: Problem,
): number {
  if (usesOptimizers(inverter)) return 0;
  const ofModule = Math.round(vmppAt(temperatures.designTempMax, module.product) * 1000);
  return Math.abs(length * ofModule - Math.round((mppVoltageMin + mppVoltageMax) * 500));
}
