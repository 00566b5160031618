import type { ModuleType, Problem } from './problem.ts';
import type { Slot } from './slots.ts';

/**
 * What the remaining modules of a line cost at least, as if it had all slots from one on for itself. By the number of modules;
 * infinite when they cannot be split into fitting strings. The same for all lines of a type.
 */
export interface Forecast {
  strings: Float64Array;
  /** Parallel strings and distance: the least that is possible with that number of strings. */
  parallel: Float64Array;
  distance: Float64Array;
  /** Slots in use. */
  slots: Float64Array;
}

/** For every slot to begin with, and for none: from the last slot backwards, a slot holds strings of the type or is left out. */
export function forecasts({ slots }: Problem, type: ModuleType): Forecast[] {
  let forecast = withoutSlots(type.maxQuantity);
  const backwards = [forecast];
  for (const slot of slots.toReversed()) {
    forecast = withSlot(slot, type, forecast);
    backwards.push(forecast);
  }
  return backwards.toReversed();
}

/** Steps that the forecasts of a type take, with some for keeping each number. */
export function forecastWork({ kinds }: Problem, { maxQuantity, options }: ModuleType): number {
  const ways = (kind: number) => (options[kind] ?? []).reduce((sum, { maxCount }) => sum + maxCount, 20);
  return kinds.reduce((sum, { index, count }) => sum + count * ways(index) * (maxQuantity + 20), 0);
}

function withoutSlots(quantity: number): Forecast {
  const onlyNothing = () => new Float64Array(quantity + 1).fill(Number.POSITIVE_INFINITY).fill(0, 0, 1);
  return { strings: onlyNothing(), parallel: onlyNothing(), distance: onlyNothing(), slots: onlyNothing() };
}

function withSlot({ kind, isFurtherInput }: Slot, type: ModuleType, later: Forecast): Forecast {
  const forecast: Forecast = {
    strings: later.strings.slice(),
    parallel: later.parallel.slice(),
    distance: later.distance.slice(),
    slots: later.slots.slice(),
  };
  for (const { length, maxCount, distance } of type.options[kind.index] ?? []) {
    for (let count = 1; count <= maxCount; count += 1) {
      const parallel = isFurtherInput ? count : count - 1;
      const added = { modules: count * length, strings: count, parallel, distance: count * distance };
      for (let modules = added.modules; modules <= type.maxQuantity; modules += 1)
        lower(forecast, modules, later, added);
    }
  }
  return forecast;
}

/** Takes these strings beside the forecast of the other modules, where that is better. */
function lower(
  forecast: Forecast,
  modules: number,
  later: Forecast,
  added: { modules: number; strings: number; parallel: number; distance: number },
): void {
  const others = modules - added.modules;
  const strings = value(later.strings, others) + added.strings;
  const known = value(forecast.strings, modules);
  if (strings === Number.POSITIVE_INFINITY) return;
  forecast.slots[modules] = Math.min(value(forecast.slots, modules), value(later.slots, others) + 1);
  if (strings > known) return;
  const parallel = value(later.parallel, others) + added.parallel;
  const distance = value(later.distance, others) + added.distance;
  const fewer = strings < known;
  forecast.strings[modules] = strings;
  forecast.parallel[modules] = fewer ? parallel : Math.min(parallel, value(forecast.parallel, modules));
  forecast.distance[modules] = fewer ? distance : Math.min(distance, value(forecast.distance, modules));
}

/** Beyond the table nothing is possible. */
export function value(column: Float64Array, modules: number): number {
  return column[modules] ?? Number.POSITIVE_INFINITY;
}
