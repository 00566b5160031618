import type { InverterLoad } from '../connected.ts';
import type { InverterLine } from '../plant.ts';
import { dcPowerLimits, sizingFactorPercent } from '../rules/inverter-rules.ts';
import { type Capacity, isWithoutWarnings, type TrackerStrings } from './capacity.ts';
import { type Cost, noCost, type SizingRange, spreadSteps, widened } from './cost.ts';
import { addForecast, forecastsOf } from './forecast.ts';
import type { Line, Problem, Slot } from './problem.ts';

/** The undecided part of a partial wiring. */
export interface Remainder {
  /** Number of slots that are decided. */
  decidedSlots: number;
  /** Power of the modules that are left, in W. */
  power: number;
  /** Load of the inverter whose slots are being decided. */
  load: InverterLoad;
  loadWarnings: number;
  /** Sizing factors of the decided inverters. */
  range: SizingRange;
}

export interface LowerBound {
  /** Minimum cost of the modules on the slots after the first `decidedSlots`, if each line had these to itself. */
  outlook(decidedSlots: number, modules: readonly number[]): Cost;
  /** The outlook without the modules of a content. */
  without(outlook: Cost, decidedSlots: number, modules: readonly number[], content: TrackerStrings): Cost;
  /** Lower bound for wirings that continue one of the given cost with `modules` left. */
  of(cost: Cost, remainder: Remainder, modules: readonly number[], outlook: Cost): Cost;
  /** Lower bound for all wirings. If the forecast is too large, bounds of partial wirings are only estimates. */
  ofPlant(start: Remainder, modules: readonly number[]): Cost;
  isProven: boolean;
}

export function lowerBoundOf(problem: Problem, capacity: Capacity, withoutWarnings: boolean): LowerBound {
  const { lines, slots, inverters } = problem;
  const forecasts = forecastsOf(problem, capacity, withoutWarnings);
  const indexes = new Set(slots.map(({ inverterIndex }) => inverterIndex));
  const places = forecasts ? placesOf(problem, capacity, withoutWarnings) : [];
  const groups = capacity.groups(withoutWarnings);
  const rests = new Uint32Array(groups.length);
  const powers = slots.map(({ inverterIndex }) =>
    powersOf(
      inverters.filter((_, index) => index >= inverterIndex && indexes.has(index)),
      lines,
    ),
  );
  const trackersLeft = countsFrom(slots.map(({ isFirstOfTracker }) => (isFirstOfTracker ? 1 : 0)));
  const maxModulePower = Math.max(...lines.map(({ module }) => module.product.power));

  /** Without forecasts, assumes that no slot is left: the search then wires as much as possible. */
  function add(outlook: Cost, slot: number, { index }: Line, modules: number, sign: 1 | -1): void {
    if (forecasts) addForecast(outlook, forecasts[slot]?.[index], modules, sign);
    else outlook.unwired += sign * modules;
  }

  /** Number of modules without a place, or beyond the power limit. */
  function unwired({ decidedSlots, power, load }: Remainder, modules: readonly number[]): number {
    const sharing = powers[decidedSlots];
    const beyond = sharing ? (load.power + power - sharing.withoutError) / maxModulePower : 0;
    const place = places[decidedSlots];
    return Math.max(0, Math.ceil(beyond - 1e-9), place ? withoutPlace(groups, place, modules, rests) : 0);
  }

  return {
    isProven: forecasts !== null,

    ofPlant(start, modules) {
      if (!forecasts) return { ...noCost, unwired: unwired(start, modules) };
      return this.of(noCost, start, modules, this.outlook(0, modules));
    },

    outlook(decidedSlots, modules) {
      const outlook = { ...noCost };
      for (const line of lines) add(outlook, decidedSlots, line, modules[line.index] ?? 0, 1);
      return outlook;
    },

    without(outlook, decidedSlots, modules, { length, groups: ofContent }) {
      const left = { ...outlook };
      for (const { line, count } of ofContent) {
        const before = modules[line.index] ?? 0;
        add(left, decidedSlots, line, before, -1);
        add(left, decidedSlots, line, before - count * length, 1);
      }
      return left;
    },

    of(cost, remainder, modules, outlook) {
      const { decidedSlots, power, load, loadWarnings, range } = remainder;
      const leftOver = unwired(remainder, modules);
      const lightWarnings = cost.lightWarnings + loadWarnings;
      // More unwired modules than in the outlook may need fewer warnings and strings.
      if (leftOver > outlook.unwired)
        return { ...cost, unwired: leftOver, lightWarnings, spread: spreadSteps(range) };
      const sharing = powers[decidedSlots];
      const levels = outlook.unwired === 0 && sharing;
      const furtherStrings = outlook.strings - (trackersLeft[decidedSlots] ?? 0);
      return {
        unwired: outlook.unwired,
        heavyWarnings: cost.heavyWarnings + outlook.heavyWarnings,
        lightWarnings: lightWarnings + outlook.lightWarnings,
        spread: spreadSteps(levels ? levelled(range, load.power, load.power + power, levels) : range),
        strings: cost.strings + outlook.strings,
        parallel: cost.parallel + Math.max(outlook.parallel, furtherStrings),
        unevenness: cost.unevenness,
        distance: cost.distance + outlook.distance,
      };
    },
  };
}

/** The sum of the counts from each position on, and 0 at the end. */
function countsFrom(counts: readonly number[]): number[] {
  const sums = [0];
  for (const count of counts.toReversed()) sums.push((sums.at(-1) ?? 0) + count);
  return sums.toReversed();
}

/** Places for at most `count` pieces of at most `size` modules, each of one group of lines, and at most `room` modules in all. */
interface Places {
  count: number;
  size: number;
  room: number;
}

/** By slot: the slots from this one on. */
function placesOf({ lines, slots }: Problem, capacity: Capacity, withoutWarnings: boolean): Places[] {
  const sizeOf = new Map<number, number>();
  const backwards: Places[] = [{ count: 0, size: 0, room: 0 }];
  for (const slot of slots.toReversed()) {
    const { count, size, room } = backwards.at(-1) ?? { count: 0, size: 0, room: 0 };
    const own = sizeOf.get(slot.kind) ?? mostModules(slot, lines, capacity, withoutWarnings);
    sizeOf.set(slot.kind, own);
    backwards.push({ count: count + Math.min(1, own), size: Math.max(size, own), room: room + own });
  }
  return backwards.toReversed();
}

/** Maximum number of modules in a slot, for any line with enough modules. */
export function mostModules(
  slot: Slot,
  lines: readonly Line[],
  capacity: Capacity,
  withoutWarnings = false,
): number {
  let [longest, most] = [0, 0];
  for (const line of lines) {
    for (const content of capacity.ofType(slot, line)) {
      if (withoutWarnings && !isWithoutWarnings(content)) continue;
      longest = Math.max(longest, content.length);
      most = Math.max(most, content.strings);
    }
  }
  return longest * most;
}

/**
 * Number of remaining modules after placing the largest pieces.
 *
 * @param rests where pieces that are not full are sorted: reused, because this runs for each partial wiring
 */
function withoutPlace(
  groups: readonly (readonly Line[])[],
  { count, size, room }: Places,
  modules: readonly number[],
  rests: Uint32Array,
): number {
  let [total, pieces, found] = [0, 0, 0];
  for (const group of groups) {
    let left = 0;
    for (const { index } of group) left += modules[index] ?? 0;
    if (left === 0) continue;
    total += left;
    pieces += Math.ceil(left / size);
    if (left % size > 0) rests[found++] = left % size;
  }
  if (size === 0) return total;
  if (pieces <= count) return total - room;
  const smallest = rests
    .subarray(0, found)
    .sort()
    .subarray(0, pieces - count);
  return Math.max(
    total - room,
    smallest.reduce((sum, rest) => sum + rest, 0),
  );
}

/** The power that several inverters can take, in W. */
interface Powers {
  acPower: number;
  acPowerOfFirst: number;
  /** Increase of a sizing factor by one module, in percent; null if modules or inverters differ. */
  step: number | null;
  withoutError: number;
}

function powersOf(inverters: readonly InverterLine[], lines: readonly Line[]): Powers {
  const acPowers = inverters.map(({ product }) => product.acPower);
  const [first = 0] = acPowers;
  const [modulePower = 0, ...otherPowers] = new Set(lines.map(({ module }) => module.product.power));
  const areAlike = otherPowers.length === 0 && acPowers.every((acPower) => acPower === first);
  return {
    acPower: acPowers.reduce((sum, acPower) => sum + acPower, 0),
    acPowerOfFirst: first,
    step: areAlike ? sizingFactorPercent(modulePower, first) : null,
    withoutError: inverters.reduce((sum, { product }) => sum + dcPowerLimits(product).withoutError, 0),
  };
}

/** The smallest range if inverters share this power and the first one already has some. */
function levelled(
  before: SizingRange,
  ofFirst: number,
  power: number,
  { acPower, acPowerOfFirst, step }: Powers,
): SizingRange {
  const level = sizingFactorPercent(power, acPower);
  const first = sizingFactorPercent(ofFirst, acPowerOfFirst);
  // Whole modules deviate from the level only in steps.
  const [below, above] =
    step === null
      ? [level, level]
      : [step * Math.floor(level / step + 1e-9), step * Math.ceil(level / step - 1e-9)];
  const range = widened(widened(before, below), above);
  if (first <= level) return range;
  const ofOthers = acPower - acPowerOfFirst;
  const withFirst = widened(range, first);
  return ofOthers === 0 ? withFirst : widened(withFirst, sizingFactorPercent(power - ofFirst, ofOthers));
}
