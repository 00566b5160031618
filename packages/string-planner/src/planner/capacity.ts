import {
  type ConnectedString,
  type InverterLoad,
  loadOf,
  noLoad,
  powerOf,
  usesOptimizers,
} from '../connected.ts';
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
export interface TrackerStrings {
  length: number;
  /** In the order of the module lines. */
  groups: readonly StringGroup[];
  /** Number of strings. */
  strings: number;
  heavyWarnings: number;
  /** Light warnings of single strings. */
  ofStrings: number;
  /** Light warnings of the tracker; with optimizers 0, because they depend on all its inputs. */
  ofTracker: number;
  load: InverterLoad;
  /** Sum over all strings of the distance between hot MPP voltage and the middle of the MPP window, in mV. */
  distance: number;
}

export interface StringGroup {
  line: Line;
  /** Parallel strings of this line. */
  count: number;
}

/** The possible contents of trackers and inverters, by the rules of the check. */
export interface Capacity {
  /** The contents of a slot with strings of this line alone, as if the line had the modules of all lines that may share a slot with it. */
  ofType(slot: Slot, line: Line): readonly TrackerStrings[];
  /**
   * The contents of a slot with strings of this line, alone or with strings of later lines.
   *
   * @param withoutWarnings whether contents with warnings are left out
   */
  contents(slot: Slot, line: Line, withoutWarnings: boolean): readonly TrackerStrings[];
  /** Groups of lines that can share trackers. A line that cannot share forms a group of its own. */
  groups(withoutWarnings: boolean): readonly (readonly Line[])[];
  errors(slot: Slot, strings: readonly ConnectedString[]): Finding[];
  /** With optimizers: light warnings of a tracker with these strings, without those of single strings. */
  trackerWarnings(slot: Slot, strings: readonly ConnectedString[]): number;
  /** Number of light warnings of an inverter with this load, beyond those of an idle one; null if there is an error. */
  inverterWarnings(inverterIndex: number, load: InverterLoad): number | null;
  /** Whether contents were omitted because there are too many. */
  isTruncated(): boolean;
  /** Whether contents were omitted because there are too many to check. */
  isExhausted(): boolean;
}

export function capacityOf(problem: Problem): Capacity {
  const { lines, inverters, slots, temperatures } = problem;
  const kinds = 1 + Math.max(...slots.map(({ kind }) => kind));
  const maxOfLine = Math.max(limits.contentsOfLine, Math.floor(limits.contents / kinds / lines.length));
  const ofTypes = new Map<number, readonly TrackerStrings[]>();
  const ofLines = new Map<string, readonly TrackerStrings[]>();
  const ofGroups = new Map<boolean, (readonly Line[])[]>();
  const ofTrackers = new Map<string, number>();
  const ofInverters = inverters.map(() => new Map<number | string, number | null>());
  let checked = 0;
  let truncated = false;

  const isExhausted = () => checked > limits.checkedStrings;

  function findings({ inverter, limits: ofTracker }: Slot, strings: readonly ConnectedString[]): Finding[] {
    return trackerFindings({ inverter, index: 1, limits: ofTracker, strings, temperatures });
  }

  function content(slot: Slot, length: number, groups: readonly StringGroup[]): TrackerStrings | null {
    const strings = groups.reduce((sum, { count }) => sum + count, 0);
    if (strings > slot.inputs) return null;
    checked += 1 + strings;
    if (strings > limits.parallelStrings || isExhausted()) {
      truncated = true;
      return null;
    }
    const connected = connectedStrings(length, groups);
    const warnings = warningsOf(findings(slot, connected));
    if (!warnings) return null;
    return {
      length,
      groups,
      strings,
      ...warnings,
      ofTracker: usesOptimizers(slot.inverter) ? 0 : warnings.ofTracker,
      load: loadOf(connected, temperatures),
      distance: groups.reduce(
        (sum, { line, count }) => sum + count * distanceOf(slot, length, line, problem),
        0,
      ),
    };
  }

  /**
   * Generates contents that add strings of `line` to `groups`. If a number of strings does not fit, a larger one does not either.
   */
  function* extensions(
    slot: Slot,
    length: number,
    groups: readonly StringGroup[],
    line: Line,
    quantity = line.quantity,
  ): Generator<TrackerStrings> {
    for (let count = 1; count * length <= quantity; count += 1) {
      const extension = content(slot, length, [...groups, { line, count }]);
      if (!extension) return;
      yield extension;
    }
  }

  function* contentsOfType(slot: Slot, line: Line): Generator<TrackerStrings> {
    const modules = lines.reduce(
      (sum, { module, quantity }) => sum + (areOfOneType([line.module, module]) ? quantity : 0),
      0,
    );
    let fits = false;
    for (let length = 1; length <= modules; length += 1) {
      const ofLength = [...extensions(slot, length, [], line, modules)];
      // A string can be too short or too long.
      if (fits && ofLength.length === 0) return;
      fits = ofLength.length > 0;
      if (length > limits.stringLength) {
        truncated ||= fits;
        return;
      }
      yield* ofLength;
    }
  }

  function mayShare({ module }: Line, { module: other }: Line, withoutWarnings: boolean): boolean {
    return areOfOneType([module, other]) && (!withoutWarnings || haveOneOrientation([module, other]));
  }

  /** Adds strings of later lines. */
  function* shared(
    slot: Slot,
    { length, groups }: TrackerStrings,
    withoutWarnings: boolean,
  ): Generator<TrackerStrings> {
    if (slot.inputs === 1 || isExhausted()) return;
    for (const partner of lines.slice((groups.at(-1)?.line.index ?? 0) + 1)) {
      if (!groups.every(({ line }) => mayShare(line, partner, withoutWarnings))) continue;
      for (const extension of extensions(slot, length, groups, partner)) {
        // Further strings do not remove a warning.
        if (withoutWarnings && !isWithoutWarnings(extension)) break;
        yield extension;
        yield* shared(slot, extension, withoutWarnings);
      }
    }
  }

  function groupsOf(withoutWarnings: boolean): (readonly Line[])[] {
    const shares = (line: Line) =>
      lines.some((other) => other !== line && mayShare(line, other, withoutWarnings));
    const { alone = [], sharing = [] } = Object.groupBy(lines, (line) =>
      shares(line) ? 'sharing' : 'alone',
    );
    return [...alone.map((line) => [line]), sharing];
  }

  function ofType(slot: Slot, line: Line): readonly TrackerStrings[] {
    return known(ofTypes, line.type * kinds + slot.kind, () => [...contentsOfType(slot, line)]);
  }

  function* contentsOfLine(slot: Slot, line: Line, withoutWarnings: boolean): Generator<TrackerStrings> {
    const alone = ofType(slot, line)
      .filter(({ strings, length }) => strings * length <= line.quantity)
      .map((one) =>
        one.groups[0]?.line === line ? one : { ...one, groups: [{ line, count: one.strings }] },
      );
    yield* alone;
    for (const one of alone)
      if (!withoutWarnings || isWithoutWarnings(one)) yield* shared(slot, one, withoutWarnings);
  }

  function firstContents(slot: Slot, line: Line, withoutWarnings: boolean): TrackerStrings[] {
    const found: TrackerStrings[] = [];
    for (const one of contentsOfLine(slot, line, withoutWarnings)) {
      if (withoutWarnings && !isWithoutWarnings(one)) continue;
      if (found.length >= maxOfLine) {
        truncated = true;
        break;
      }
      found.push(one);
    }
    return found;
  }

  return {
    ofType,
    contents: (slot, line, withoutWarnings) =>
      known(ofLines, `${line.index} ${slot.kind} ${withoutWarnings}`, () =>
        firstContents(slot, line, withoutWarnings),
      ),
    groups: (withoutWarnings) => known(ofGroups, withoutWarnings, () => groupsOf(withoutWarnings)),
    errors: (slot, strings) => findings(slot, strings).filter(({ severity }) => severity === 'ERROR'),
    trackerWarnings(slot, strings) {
      if (slot.limits.maxPower === null) return 0;
      const key = `${slot.kind} ${powerOf(strings)}`;
      return known(ofTrackers, key, () => warningsOf(findings(slot, strings))?.ofTracker ?? 0);
    },
    inverterWarnings(inverterIndex, load) {
      const [inverter, ofLoads] = [inverters[inverterIndex], ofInverters[inverterIndex]];
      if (!inverter || !ofLoads) return null;
      return known(ofLoads, loadKey(inverter, load), () => {
        const idle = warningsOf(inverterFindings(inverter, noLoad))?.ofTracker ?? 0;
        const loaded = warningsOf(inverterFindings(inverter, load));
        return loaded && loaded.ofTracker - idle;
      });
    },
    isExhausted,
    isTruncated: () => truncated,
  };
}

function known<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key);
  if (value !== undefined) return value;
  const made = make();
  values.set(key, made);
  return made;
}

/** Whether there are no warnings. */
export function isWithoutWarnings({ heavyWarnings, ofStrings, ofTracker }: TrackerStrings): boolean {
  return heavyWarnings + ofStrings + ofTracker === 0;
}

export function connectedStrings(length: number, groups: readonly StringGroup[]): ConnectedString[] {
  return groups.flatMap(({ line, count }) =>
    Array.from({ length: count }, () => ({ label: '', line: line.module, moduleCount: length })),
  );
}

/**
 * Returns equal keys for loads that are equivalent for an inverter. Rounding removes differences caused by the order of
 * summation.
 */
export function loadKey({ product }: InverterLine, { power, impp, isc }: InverterLoad): number | string {
  const { maxInputCurrentTotal, maxShortCircuitCurrentTotal } = product;
  const watts = Math.round(power * 1000);
  if (maxInputCurrentTotal === null && maxShortCircuitCurrentTotal === null) return watts;
  return `${watts} ${rounded(impp, 3)} ${rounded(isc, 3)}`;
}

/** Null if one of the findings is an error. */
function warningsOf(
  findings: readonly Finding[],
): Pick<TrackerStrings, 'heavyWarnings' | 'ofStrings' | 'ofTracker'> | null {
  const warnings = { heavyWarnings: 0, ofStrings: 0, ofTracker: 0 };
  for (const { severity, rule, string } of findings) {
    if (severity === 'ERROR') return null;
    if (severity !== 'WARNING') continue;
    if (heavyRules.has(rule)) warnings.heavyWarnings += 1;
    else if (string === null) warnings.ofTracker += 1;
    else warnings.ofStrings += 1;
  }
  return warnings;
}

/**
 * Calculated from the voltage of a module in whole mV, so that moving modules between two strings on the same side of the middle
 * does not change the sum.
 */
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
