import type { Content } from '../contents.ts';
import { value } from '../forecast.ts';
import type { Line } from '../problem.ts';
import { leastRange, type SizingRange, spread, widened } from '../sizing.ts';
import type { Step } from '../steps.ts';
import { extendedOrder } from './merit.ts';
import type { PartialWiring } from './partial-wiring.ts';

/** The wiring with the next slot decided in every way after which all modules may still be wired. */
export function extensions(wiring: PartialWiring, step: Step): PartialWiring[] {
  const forecast = forecastOf(wiring.remaining, step);
  const found: PartialWiring[] = [];
  const nothing = extended(wiring, null, forecast, step);
  if (nothing) found.push(nothing);
  for (const content of step.contents) {
    const extension = extended(
      wiring,
      content,
      forecastWith(content, wiring.remaining, forecast, step),
      step,
    );
    if (extension) found.push(extension);
  }
  return found;
}

/** What the modules of all lines cost at least on the slots after this one. */
interface TotalForecast {
  strings: number;
  parallel: number;
  distance: number;
  /** Slots of the lines that cannot share any. */
  slots: number;
  /** Lines that cannot be split into fitting strings. */
  unsplittable: number;
}

function forecastOf(remaining: readonly number[], step: Step): TotalForecast {
  const total: TotalForecast = { strings: 0, parallel: 0, distance: 0, slots: 0, unsplittable: 0 };
  for (const line of step.lines) add(1, line, remaining[line.index] ?? 0, total, step);
  return total;
}

/** The forecast when `content` is taken from what remains; null when there is not enough. */
function forecastWith(
  content: Content,
  remaining: readonly number[],
  forecast: TotalForecast,
  step: Step,
): TotalForecast | null {
  if (content.groups.some(({ line, modules }) => modules > (remaining[line.index] ?? 0))) return null;
  const total = { ...forecast };
  for (const { line, modules } of content.groups) {
    const before = remaining[line.index] ?? 0;
    add(-1, line, before, total, step);
    add(1, line, before - modules, total, step);
  }
  return total;
}

function add(sign: 1 | -1, line: Line, modules: number, total: TotalForecast, { forecasts }: Step): void {
  const forecast = forecasts[line.index];
  if (modules === 0 || !forecast) return;
  const strings = value(forecast.strings, modules);
  if (strings === Number.POSITIVE_INFINITY) {
    total.unsplittable += sign;
    return;
  }
  total.strings += sign * strings;
  total.parallel += sign * value(forecast.parallel, modules);
  total.distance += sign * value(forecast.distance, modules);
  if (line.partners.size === 0) total.slots += sign * value(forecast.slots, modules);
}

function extended(
  wiring: PartialWiring,
  content: Content | null,
  forecast: TotalForecast | null,
  step: Step,
): PartialWiring | null {
  const { slot, ahead } = step;
  const { inverter } = slot;
  if (!forecast || forecast.unsplittable > 0) return null;
  if (forecast.strings > ahead.strings || forecast.slots > ahead.slots) return null;

  const power = content?.power ?? 0;
  const remainingPower = wiring.remainingPower - power;
  const inverterPower = wiring.inverterPower + power;
  const trackerPower = wiring.trackerPower + power;
  if (inverterPower > inverter.maxPower || trackerPower > slot.maxTrackerPower) return null;
  if (slot.endsInverter && step.everyInverterUsed && inverterPower === 0) return null;
  const range = rangeOutlook(wiring.range, inverterPower, remainingPower, step);
  if (!range) return null;

  const strings = wiring.strings + (content?.strings ?? 0);
  const parallel = wiring.parallel + parallelStrings(content, step);
  const distance = wiring.distance + (content?.distance ?? 0);
  return {
    decided: wiring.decided + 1,
    remaining: withoutModules(wiring.remaining, content),
    remainingPower,
    inverterPower: slot.endsInverter ? 0 : inverterPower,
    trackerPower: slot.endsTracker ? 0 : trackerPower,
    range: slot.endsInverter ? widened(wiring.range, inverterPower / inverter.acPower) : wiring.range,
    strings,
    parallel,
    distance,
    outlook: {
      spread: Math.max(spread(range), step.leastSpread),
      strings: strings + forecast.strings,
      parallel: parallel + Math.max(forecast.parallel, forecast.strings - ahead.trackers),
      distance: distance + forecast.distance,
    },
    order: extendedOrder(wiring.order, slot, content),
    content,
    previous: wiring,
  };
}

/** The first string of a tracker is parallel to none. */
function parallelStrings(content: Content | null, { slot }: Step): number {
  if (!content) return 0;
  return slot.isFurtherInput ? content.strings : content.strings - 1;
}

function withoutModules(remaining: readonly number[], content: Content | null): readonly number[] {
  if (!content) return remaining;
  const left = [...remaining];
  for (const { line, modules } of content.groups) left[line.index] = (left[line.index] ?? 0) - modules;
  return left;
}

/** The least range of sizing factors; null when the inverters cannot take all the power. */
function rangeOutlook(
  before: SizingRange,
  inverterPower: number,
  remainingPower: number,
  { slot: { inverter }, ahead }: Step,
): SizingRange | null {
  const shared = inverterPower + remainingPower;
  const most = Math.min(inverter.maxPower, shared, inverterPower + ahead.powerOfInverter);
  if (shared - most > ahead.laterMaxPower) return null;
  const side = { acPower: inverter.acPower, least: inverterPower, most };
  return leastRange(before, side, shared, ahead.laterAcPower);
}
