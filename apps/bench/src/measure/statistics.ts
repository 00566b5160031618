/** A median with its quartiles. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/**
 * The value below which `fraction` of the sample lies, interpolated between neighbours.
 *
 * @param fraction 0 to 1
 * @throws RangeError for an empty sample
 */
export function quantile(sample: readonly number[], fraction: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError('An empty sample has no quantile.');
  return below + (above - below) * (position % 1);
}

export function median(sample: readonly number[]): number {
  return quantile(sample, 0.5);
}

export function spread(sample: readonly number[]): Spread {
  return { median: median(sample), low: quantile(sample, 0.25), high: quantile(sample, 0.75) };
}

/**
 * Returns the ratios of paired readings. Unlike the samples as a whole, the readings of a pair were taken under the same load.
 */
export function pairedRatios(numerators: readonly number[], denominators: readonly number[]): number[] {
  if (numerators.length !== denominators.length)
    throw new RangeError('Paired samples must have the same length.');
  return numerators.map((numerator, pair) => numerator / (denominators[pair] ?? Number.NaN));
}

/** Whether a ratio is within the noise: it differs from 1 no more than the ratios of repeated measurements of the same thing. */
export function withinNoise(ratio: Spread, sameWithSame: Spread): boolean {
  const noise = Math.max(Math.abs(sameWithSame.low - 1), Math.abs(sameWithSame.high - 1));
  return Math.abs(ratio.median - 1) <= noise;
}
