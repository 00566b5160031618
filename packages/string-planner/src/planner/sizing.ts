import type { Problem } from './problem.ts';

/** Smallest and largest sizing factor of inverters, as fractions. */
export interface SizingRange {
  smallest: number;
  largest: number;
}

export const noInverter: SizingRange = { smallest: Number.POSITIVE_INFINITY, largest: 0 };

export function widened({ smallest, largest }: SizingRange, factor: number): SizingRange {
  return { smallest: Math.min(smallest, factor), largest: Math.max(largest, factor) };
}

/** In millionths of a percent. A sum of floats just above a half is the half. */
export function spread({ smallest, largest }: SizingRange): number {
  return largest > smallest ? Math.round((largest - smallest) * 1e8 - 1e-3) : 0;
}

/**
 * The least range that factors can come to when power is still to be shared between an inverter, which ends with between `least`
 * and `most` of it, and the inverters after it. All powers in µW; `later` is the AC power of the inverters after it.
 */
export function leastRange(
  before: SizingRange,
  inverter: { acPower: number; least: number; most: number },
  shared: number,
  later: number,
): SizingRange {
  if (later === 0) return widened(before, shared / inverter.acPower);
  const level = shared / (inverter.acPower + later);
  const range = widened(before, level);
  const lowest = inverter.least / inverter.acPower;
  const highest = inverter.most / inverter.acPower;
  if (lowest > level) return widened(widened(range, lowest), (shared - inverter.least) / later);
  if (highest < level) return widened(widened(range, highest), (shared - inverter.most) / later);
  return range;
}

/** With inverters of extremely unlike size the bound would take long to find. */
const maxCandidates = 5_000;

/**
 * Below this spread no wiring can get, because modules are whole: as if any number of them could be wired to any inverter, and each
 * had the largest power that all real ones are multiples of. 0 when that is not found.
 */
export function leastSpread({ lines, inverters }: Problem): number {
  if (inverters.length < 2) return 0;
  const unit = lines.map(({ type }) => type.power).reduce(greatestCommonDivisor);
  const total = lines.reduce((sum, { type, quantity }) => sum + type.power * quantity, 0);
  const level = total / sumOf(inverters.map(({ acPower }) => acPower));
  const ofUnit = inverters.map(({ acPower }) => unit / acPower);
  let best: SizingRange | null = null;
  let candidates = 0;
  for (const factor of ofUnit) {
    // This inverter has the smallest factor of all: that of the most units below the level, or of fewer
    for (let units = Math.floor(level / factor + 1e-9); units >= 0; units -= 1) {
      const smallest = units * factor;
      if (best && level - smallest >= best.largest - best.smallest) break;
      candidates += 1;
      if (candidates > maxCandidates) return 0;
      const largest = leastLargest(smallest, ofUnit, total / unit);
      if (largest === null) continue;
      if (!best || largest - smallest < best.largest - best.smallest) best = { smallest, largest };
    }
  }
  return best ? spread(best) : 0;
}

/** The least that the largest factor can be when none is below `smallest`; null when there are not enough units for that. */
function leastLargest(smallest: number, ofUnit: readonly number[], total: number): number | null {
  const inverters = ofUnit.map((factor) => ({ factor, units: Math.ceil(smallest / factor - 1e-9) }));
  let left = total - sumOf(inverters.map(({ units }) => units));
  if (left < 0) return null;
  for (; left > 0; left -= 1) {
    const next = inverters.reduce((one, other) =>
      factorWithOneMore(other) < factorWithOneMore(one) ? other : one,
    );
    next.units += 1;
  }
  return Math.max(...inverters.map(({ factor, units }) => factor * units));
}

function factorWithOneMore({ factor, units }: { factor: number; units: number }): number {
  return factor * (units + 1);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
