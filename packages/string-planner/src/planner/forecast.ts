import { type Capacity, isWithoutWarnings, type TrackerStrings } from './capacity.ts';
import type { Cost } from './cost.ts';
import { limits } from './limits.ts';
import type { Problem, Slot } from './problem.ts';

/**
 * Minimum cost of the modules of a line if it had all slots from a given one to itself, by number of modules: the best by unwired
 * modules, warnings and strings in this order, and the minimum `parallel` and `distance` among these.
 */
interface Forecast {
  unwired: Float64Array;
  /** Heavy warnings, light warnings and strings, combined in one number with the same order. */
  warningsAndStrings: Float64Array;
  parallel: Float64Array;
  distance: Float64Array;
}

/** Indexed by slot (with an additional one for no slots left) and line. */
export type Forecasts = readonly (readonly Forecast[])[];

/** Null if that takes too long. */
export function forecastsOf(
  problem: Problem,
  capacity: Capacity,
  withoutWarnings: boolean,
): Forecasts | null {
  const { lines, slots, modules: quantities } = problem;
  const ofTypes = new Map<number, Forecast[]>();
  let steps = 0;
  for (const [type, [line, ...others]] of Map.groupBy(lines, (one) => one.type)) {
    if (!line) continue;
    const modules = Math.max(...[line, ...others].map(({ index }) => quantities[index] ?? 0)) + 1;
    const ofKinds = new Map<number, readonly TrackerStrings[]>();
    for (const slot of slots) {
      const contents =
        ofKinds.get(slot.kind) ??
        capacity.ofType(slot, line).filter((one) => !withoutWarnings || isWithoutWarnings(one));
      ofKinds.set(slot.kind, contents);
      steps += modules * (10 + contents.length);
      if (steps > limits.forecast || capacity.isExhausted()) return null;
    }
    const contentsOf = (slot: Slot) => ofKinds.get(slot.kind) ?? [];
    ofTypes.set(type, forecastsOfType(slots, modules, contentsOf));
  }
  return [...slots, null].map((_, slot) => lines.flatMap(({ type }) => ofTypes.get(type)?.[slot] ?? []));
}

const base = 65_536;

/** Computed from the last slot backwards: each slot holds one of the contents, or nothing. */
function forecastsOfType(
  slots: readonly Slot[],
  modules: number,
  contentsOf: (slot: Slot) => readonly TrackerStrings[],
): Forecast[] {
  const zeros = () => new Float64Array(modules);
  let later: Forecast = {
    unwired: zeros().map((_, count) => count),
    warningsAndStrings: zeros(),
    parallel: zeros(),
    distance: zeros(),
  };
  const backwards = [later];
  for (const slot of slots.toReversed()) {
    later = withSlot(slot, contentsOf(slot), later);
    backwards.push(later);
  }
  return backwards.toReversed();
}

function withSlot(slot: Slot, contents: readonly TrackerStrings[], later: Forecast): Forecast {
  const forecast: Forecast = {
    unwired: later.unwired.slice(),
    warningsAndStrings: later.warningsAndStrings.slice(),
    parallel: later.parallel.slice(),
    distance: later.distance.slice(),
  };
  for (const { length, strings, heavyWarnings, ofStrings, distance } of contents) {
    // Excludes the warnings of the tracker, which strings of several lines may share.
    const warningsAndStrings = (heavyWarnings * base + ofStrings) * base + strings;
    const parallel = slot.isFirstOfTracker ? strings - 1 : strings;
    for (let modules = strings * length; modules < later.unwired.length; modules += 1) {
      lower(forecast, modules, later, modules - strings * length, { warningsAndStrings, parallel, distance });
    }
  }
  return forecast;
}

/** Takes the content with the forecast of the other modules if that is better. */
function lower(
  forecast: Forecast,
  modules: number,
  later: Forecast,
  others: number,
  content: { warningsAndStrings: number; parallel: number; distance: number },
): void {
  const unwired = at(later.unwired, others);
  const warningsAndStrings = at(later.warningsAndStrings, others) + content.warningsAndStrings;
  const worse =
    unwired - at(forecast.unwired, modules) || warningsAndStrings - at(forecast.warningsAndStrings, modules);
  if (worse > 0) return;
  const parallel = at(later.parallel, others) + content.parallel;
  const distance = at(later.distance, others) + content.distance;
  forecast.unwired[modules] = unwired;
  forecast.warningsAndStrings[modules] = warningsAndStrings;
  forecast.parallel[modules] = worse < 0 ? parallel : Math.min(parallel, at(forecast.parallel, modules));
  forecast.distance[modules] = worse < 0 ? distance : Math.min(distance, at(forecast.distance, modules));
}

const at = (column: Float64Array, modules: number): number => column[modules] ?? Number.POSITIVE_INFINITY;

/** Adds the forecast of a line with this number of modules, or subtracts it if `sign` is −1. */
export function addForecast(cost: Cost, forecast: Forecast | undefined, modules: number, sign: 1 | -1): void {
  if (!forecast || modules === 0) return;
  const packed = at(forecast.warningsAndStrings, modules);
  cost.unwired += sign * at(forecast.unwired, modules);
  cost.heavyWarnings += sign * Math.floor(packed / base ** 2);
  cost.lightWarnings += sign * (Math.floor(packed / base) % base);
  cost.strings += sign * (packed % base);
  cost.parallel += sign * at(forecast.parallel, modules);
  cost.distance += sign * at(forecast.distance, modules);
}
