import { usesOptimizers } from '../connected.ts';
import type { Capacity, Content } from './capacity.ts';
import { limits } from './limits.ts';
import type { Line, Problem, Slot } from './problem.ts';

/**
 * What the modules of a line cost at least as if the line had all slots from one on for itself, by number of modules: the best by
 * unwired modules, warnings and strings in this order, and the least `parallel` and `distance` of these.
 */
interface Forecast {
  unwired: Float64Array;
  /** Heavy warnings, light warnings and strings in one number, which compares like the three. */
  warningsAndStrings: Float64Array;
  parallel: Float64Array;
  distance: Float64Array;
}

/** The sum of the forecasts of several lines. */
export interface Outlook {
  unwired: number;
  heavyWarnings: number;
  lightWarnings: number;
  strings: number;
  parallel: number;
  distance: number;
}

export const noOutlook: Outlook = {
  unwired: 0,
  heavyWarnings: 0,
  lightWarnings: 0,
  strings: 0,
  parallel: 0,
  distance: 0,
};

/** By slot (one more for none left) and line. */
export type Forecasts = readonly (readonly Forecast[])[];

/** Null if that takes too long. */
export function forecastsOf(problem: Problem, capacity: Capacity): Forecasts | null {
  const types = Map.groupBy(problem.lines, ({ type }) => type);
  const kinds = new Set(problem.slots.map(({ kind }) => kind));
  if (types.size * kinds.size > limits.typesAndKinds) return null;
  const ofTypes = new Map<string, Forecast[]>();
  let work = 0;
  for (const [type, lines] of types) {
    const options = optionsOf(problem, lines, capacity);
    const quantity = Math.max(...lines.map((line) => line.quantity));
    for (const slot of problem.slots) work += (quantity + 1) * (10 + (options.get(slot.kind)?.length ?? 0));
    if (work > limits.forecast) return null;
    ofTypes.set(type, forecastsOfType(problem.slots, options, quantity));
  }
  return [...problem.slots, null].map((_, slot) =>
    problem.lines.flatMap(({ type }) => ofTypes.get(type)?.[slot] ?? []),
  );
}

/** What lines of one type can add to a slot alone. */
interface Option {
  modules: number;
  strings: number;
  warningsAndStrings: number;
  distance: number;
}

const base = 65_536;

function optionsOf(
  { slots }: Problem,
  lines: readonly Line[],
  capacity: Capacity,
): Map<string, readonly Option[]> {
  const [line] = [...lines].sort((one, other) => other.quantity - one.quantity);
  const share = lines.some((ofType) => capacity.mayShare(ofType));
  const options = new Map<string, readonly Option[]>();
  for (const slot of slots) {
    if (!line || options.has(slot.kind)) continue;
    const alone = capacity.alone(slot, line);
    options.set(
      slot.kind,
      alone.map((content) => optionOf(content, usesOptimizers(slot.inverter) || (share && slot.inputs > 1))),
    );
  }
  return options;
}

/** @param shared whether strings of several slots or lines may share the warnings of the tracker */
function optionOf({ length, strings, warnings, distance }: Content, shared: boolean): Option {
  const light = shared ? warnings.light - warnings.lightOfTracker : warnings.light;
  const warningsAndStrings = (warnings.heavy * base + light) * base + strings;
  return { modules: strings * length, strings, warningsAndStrings, distance };
}

/** From the last slot backwards: each holds one of the options, or nothing. */
function forecastsOfType(
  slots: readonly Slot[],
  options: ReadonlyMap<string, readonly Option[]>,
  quantity: number,
): Forecast[] {
  const zeros = () => new Float64Array(quantity + 1);
  let later: Forecast = {
    unwired: zeros().map((_, modules) => modules),
    warningsAndStrings: zeros(),
    parallel: zeros(),
    distance: zeros(),
  };
  const backwards = [later];
  for (const slot of slots.toReversed()) {
    later = withSlot(slot, options.get(slot.kind) ?? [], later);
    backwards.push(later);
  }
  return backwards.toReversed();
}

function withSlot(slot: Slot, options: readonly Option[], later: Forecast): Forecast {
  const forecast: Forecast = {
    unwired: later.unwired.slice(),
    warningsAndStrings: later.warningsAndStrings.slice(),
    parallel: later.parallel.slice(),
    distance: later.distance.slice(),
  };
  for (const option of options) {
    const parallel = slot.isFirstOfTracker ? option.strings - 1 : option.strings;
    for (let modules = option.modules; modules < later.unwired.length; modules += 1) {
      lower(forecast, modules, later, option, parallel);
    }
  }
  return forecast;
}

/** Takes the option with the forecast of the other modules if that is better. */
function lower(forecast: Forecast, modules: number, later: Forecast, option: Option, parallel: number): void {
  const others = modules - option.modules;
  const unwired = at(later.unwired, others);
  const warningsAndStrings = at(later.warningsAndStrings, others) + option.warningsAndStrings;
  const worse =
    unwired - at(forecast.unwired, modules) || warningsAndStrings - at(forecast.warningsAndStrings, modules);
  if (worse > 0) return;
  const parallels = at(later.parallel, others) + parallel;
  const distance = at(later.distance, others) + option.distance;
  forecast.unwired[modules] = unwired;
  forecast.warningsAndStrings[modules] = warningsAndStrings;
  forecast.parallel[modules] = worse < 0 ? parallels : Math.min(parallels, at(forecast.parallel, modules));
  forecast.distance[modules] = worse < 0 ? distance : Math.min(distance, at(forecast.distance, modules));
}

const at = (column: Float64Array, modules: number): number => column[modules] ?? Number.POSITIVE_INFINITY;

/** Adds the forecast of a line with this number of modules, or with `sign` −1 takes it away. */
export function addForecast(
  outlook: Outlook,
  forecast: Forecast | undefined,
  modules: number,
  sign: 1 | -1,
): void {
  if (!forecast || modules === 0) return;
  const packed = at(forecast.warningsAndStrings, modules);
  outlook.unwired += sign * at(forecast.unwired, modules);
  outlook.heavyWarnings += sign * Math.floor(packed / base ** 2);
  outlook.lightWarnings += sign * (Math.floor(packed / base) % base);
  outlook.strings += sign * (packed % base);
  outlook.parallel += sign * at(forecast.parallel, modules);
  outlook.distance += sign * at(forecast.distance, modules);
}
