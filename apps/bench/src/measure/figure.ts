import { median, pairedRatios, type Spread, spread } from './statistics.ts';

/** What a figure counts, and whether more of it is better. */
export interface Measure {
  name: string;
  unit: 'requests/s' | 'µs' | 'ms' | 'MB' | 'bytes';
  better: 'more' | 'less';
}

/** Several readings of what is compared; reading number n of each was taken in the same round. */
export interface Readings {
  ours: readonly number[];
  yardstick: readonly number[];
  /** The yardstick measured a second time in each round; absent where a reading has no noise. */
  yardstickAgain?: readonly number[];
}

/** One line of the report. Ratios say how good ours is: 1 as good as the yardstick, below 1 worse, whatever is measured. */
export interface Figure extends Measure {
  /** Medians. */
  ours: number;
  yardstick: number;
  ratio: Spread;
  /** The yardstick against itself: what the run's noise makes of equal things. */
  noise: Spread | null;
  /** What is asked of the ratio, and whether it was reached. */
  goal: { text: string; reached: boolean } | null;
}

/** @param goal judges the ratio, and the noise if there is any */
export function figure(
  measure: Measure,
  { ours, yardstick, yardstickAgain }: Readings,
  goal?: (ratio: Spread, noise: Spread | null) => Figure['goal'],
): Figure {
  const goodness = (measured: readonly number[]) =>
    spread(measure.better === 'more' ? pairedRatios(measured, yardstick) : pairedRatios(yardstick, measured));
  const ratio = goodness(ours);
  const noise = yardstickAgain ? goodness(yardstickAgain) : null;
  return {
    ...measure,
    ours: median(ours),
    yardstick: median(yardstick),
    ratio,
    noise,
    goal: goal?.(ratio, noise) ?? null,
  };
}
