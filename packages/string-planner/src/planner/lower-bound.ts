import type { InverterLoad } from '../connected.ts';
import type { InverterLine } from '../plant.ts';
import { dcPowerLimits, sizingFactorPercent } from '../rules/inverter-rules.ts';
import type { Capacity, Content } from './capacity.ts';
import { type Cost, noCost, type SizingRange, spreadSteps, widened } from './cost.ts';
import { addForecast, forecastsOf, noOutlook, type Outlook } from './forecast.ts';
import type { Line, Problem } from './problem.ts';

/** What a partial wiring leaves to be decided. */
export interface Remainder {
  /** Number of slots that are decided. */
  decidedSlots: number;
  /** Modules by line, and their power in W. */
  modules: readonly number[];
  power: number;
  /** Of the inverter whose slots are being decided. */
  load: InverterLoad;
  loadWarnings: number;
  /** Of the inverters that are decided. */
  range: SizingRange;
}

export interface LowerBound {
  /** What the modules cost at least on the slots after the first `decidedSlots`, as if each line had these for itself. */
  outlook(decidedSlots: number, modules: readonly number[]): Outlook;
  /** The outlook without the modules of a content. */
  without(outlook: Outlook, decidedSlots: number, modules: readonly number[], content: Content): Outlook;
  /** The least cost of wirings that continue one of the given cost. */
  of(cost: Cost, remainder: Remainder, outlook: Outlook): Cost;
  /** The least cost of any wiring. Bounds of partial wirings are only guesses if there is too much to forecast. */
  ofPlant(start: Remainder): Cost;
  isProven: boolean;
}

export function lowerBoundOf(problem: Problem, capacity: Capacity): LowerBound {
  const { lines, slots, inverters } = problem;
  const forecasts = forecastsOf(problem, capacity);
  const places = forecasts ? placesOf(problem, capacity) : [];
  const powers = inverters.map((_, index) => powersOf(inverters.slice(index), lines));
  const trackersLeft = [...slots, null].map(
    (_, index) => slots.slice(index).filter(({ isFirstOfTracker }) => isFirstOfTracker).length,
  );
  const maxModulePower = Math.max(...lines.map(({ module }) => module.product.power));

  /** Without forecasts, as if no slot were left: the search then wires what it can. */
  function add(outlook: Outlook, slot: number, line: Line, modules: number, sign: 1 | -1): void {
    if (forecasts) addForecast(outlook, forecasts[slot]?.[line.index], modules, sign);
    else outlook.unwired += sign * modules;
  }

  /** Modules for which there is no place, or too much power. */
  function unwired({ decidedSlots, modules, power, load }: Remainder, sharing: Powers | undefined): number {
    const beyond = sharing ? (load.power + power - sharing.withoutError) / maxModulePower : 0;
    let most = Math.max(0, Math.ceil(beyond - 1e-9));
    for (const kind of places[decidedSlots] ?? []) most = Math.max(most, withoutPlace(kind, modules));
    return most;
  }

  return {
    isProven: forecasts !== null,

    ofPlant(start) {
      if (!forecasts) return { ...noCost, unwired: unwired(start, powers[0]) };
      return this.of(noCost, start, this.outlook(0, start.modules));
    },

    outlook(decidedSlots, modules) {
      const outlook = { ...noOutlook };
      for (const line of lines) add(outlook, decidedSlots, line, modules[line.index] ?? 0, 1);
      return outlook;
    },

    without(outlook, decidedSlots, modules, { length, groups }) {
      const left = { ...outlook };
      for (const { line, count } of groups) {
        const before = modules[line.index] ?? 0;
        add(left, decidedSlots, line, before, -1);
        add(left, decidedSlots, line, before - count * length, 1);
      }
      return left;
    },

    of(cost, remainder, outlook) {
      const { decidedSlots, power, load, loadWarnings, range } = remainder;
      const sharing = powers[slots[decidedSlots]?.inverterIndex ?? inverters.length];
      const leftOver = unwired(remainder, sharing);
      // With more unwired modules than in the outlook, fewer warnings and strings may suffice.
      if (leftOver > outlook.unwired) {
        const lightWarnings = cost.lightWarnings + loadWarnings;
        return { ...cost, unwired: leftOver, lightWarnings, spread: spreadSteps(range) };
      }
      const shared = load.power + power;
      const share = outlook.unwired === 0 ? sharing : undefined;
      const furtherStrings = outlook.strings - (trackersLeft[decidedSlots] ?? 0);
      return {
        unwired: outlook.unwired,
        heavyWarnings: cost.heavyWarnings + outlook.heavyWarnings,
        lightWarnings:
          cost.lightWarnings +
          outlook.lightWarnings +
          Math.max(loadWarnings, share ? overloaded(share, shared) : 0),
        spread: spreadSteps(share ? levelled(range, load.power, shared, share) : range),
        strings: cost.strings + outlook.strings,
        parallel: cost.parallel + Math.max(outlook.parallel, furtherStrings),
        unevenness: cost.unevenness,
        distance: cost.distance + outlook.distance,
      };
    },
  };
}

/** Places for at most `count` pieces of at most `size` modules, each of one group of lines. */
interface Places {
  groups: readonly (readonly Line[])[];
  count: number;
  size: number;
}

/** By slot: the inputs from this one on, each for a string of one line, and the slots, each for lines that may share it. */
function placesOf({ lines, slots }: Problem, capacity: Capacity): Places[][] {
  const alone = lines.filter((line) => !capacity.mayShare(line)).map((line) => [line]);
  const sharing = [...alone, lines.filter((line) => capacity.mayShare(line))];
  const inputs: Places = { groups: lines.map((line) => [line]), count: 0, size: 0 };
  const trackers: Places = { groups: sharing, count: 0, size: 0 };
  const backwards = [[inputs, trackers]];
  for (const slot of slots.toReversed()) {
    const [ofInputs, ofTrackers] = backwards.at(-1) ?? [];
    if (!ofInputs || !ofTrackers) continue;
    const { length, strings } = capacity.largest(slot);
    backwards.push([
      { ...ofInputs, count: ofInputs.count + strings, size: Math.max(ofInputs.size, length) },
      {
        ...ofTrackers,
        count: ofTrackers.count + Math.min(1, strings),
        size: Math.max(ofTrackers.size, strings * length),
      },
    ]);
  }
  return backwards.toReversed();
}

/** The modules that are left over when the largest pieces have found a place. */
function withoutPlace({ groups, count, size }: Places, modules: readonly number[]): number {
  let places = count;
  let total = 0;
  let pieces = 0;
  const rests: number[] = [];
  for (const group of groups) {
    let left = 0;
    for (const { index } of group) left += modules[index] ?? 0;
    if (left === 0) continue;
    total += left;
    if (size === 0) continue;
    places -= Math.floor(left / size);
    pieces += Math.ceil(left / size);
    rests.push(left % size);
  }
  if (pieces <= count && size > 0) return 0;
  if (places <= 0) return total - count * size;
  const largestFirst = rests.sort((one, other) => other - one);
  return largestFirst.slice(places).reduce((sum, rest) => sum + rest, 0);
}

/** The power that several inverters can take, in W. */
interface Powers {
  acPower: number;
  /** Of the inverters except the first. */
  acPowerOfOthers: number;
  acPowerOfFirst: number;
  /** What one module adds to a sizing factor, in percent; null if modules or inverters differ. */
  step: number | null;
  withoutWarning: number;
  withoutError: number;
  /** By inverter in descending order: what it can take beyond `withoutWarning`. */
  withWarning: readonly number[];
}

function powersOf(inverters: readonly InverterLine[], lines: readonly Line[]): Powers {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [first = 0, ...others] = inverters.map(({ product }) => product.acPower);
  const ofEach = inverters.map(({ product }) => dcPowerLimits(product));
  const [modulePower = 0, ...otherPowers] = new Set(lines.map(({ module }) => module.product.power));
  const areAlike = otherPowers.length === 0 && others.every((acPower) => acPower === first);
  return {
    acPower: first + sum(others),
    acPowerOfFirst: first,
    acPowerOfOthers: sum(others),
    step: areAlike ? sizingFactorPercent(modulePower, first) : null,
    withoutWarning: sum(ofEach.map(({ withoutWarning }) => withoutWarning)),
    withoutError: sum(ofEach.map(({ withoutError }) => withoutError)),
    withWarning: ofEach
      .map(({ withoutWarning, withoutError }) => withoutError - withoutWarning)
      .sort((one, other) => other - one),
  };
}

/** The fewest inverters with a warning when they share this power. */
function overloaded({ withoutWarning, withWarning }: Powers, power: number): number {
  let left = power - withoutWarning;
  let count = 0;
  while (left > 1e-6 && count < withWarning.length) {
    left -= withWarning[count] ?? 0;
    count += 1;
  }
  return count;
}

/** The smallest range when inverters share this power, of which the first has some already. */
function levelled(before: SizingRange, ofFirst: number, power: number, inverters: Powers): SizingRange {
  const { acPower, acPowerOfFirst, acPowerOfOthers, step } = inverters;
  const level = sizingFactorPercent(power, acPower);
  const first = sizingFactorPercent(ofFirst, acPowerOfFirst);
  const range =
    step === null
      ? widened(before, level)
      : widened(
          widened(before, step * Math.floor(level / step + 1e-9)),
          step * Math.ceil(level / step - 1e-9),
        );
  if (first <= level) return range;
  const withFirst = widened(range, first);
  if (acPowerOfOthers === 0) return withFirst;
  return widened(withFirst, sizingFactorPercent(power - ofFirst, acPowerOfOthers));
}
