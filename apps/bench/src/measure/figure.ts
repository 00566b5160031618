import { median, pairedRatios, type Spread, spread } from './statistics.ts';

/** What a figure counts, and whether more of it is better. */
export interface Measure {
  name: string;
  unit: 'requests/s' | 'deliveries/s' | 'deliveries' | 'µs' | 'ms' | 'MB' | 'bytes';
  better: 'more' | 'less';
}

/** Several readings of what is compared; reading number n of each was taken in the same round. */
export interface Readings {
  ours: readonly number[];
  yardstick: readonly number[];
  /** The yardstick measured a second time in each round; absent where a reading has no noise. */
  yardstickAgain?: readonly number[];
}

/** What is asked of a figure, and whether it was reached. */
export interface Goal {
  text: string;
  reached: boolean;
}

/** One line of the report. Ratios say how good ours is: 1 as good as the yardstick, below 1 worse, whatever is measured. */
export interface Figure extends Measure {
  /** Medians. */
  ours: number;
  /** Null, as the ratio, where nothing can be set beside ours: a count that shall be 0, for one. */
  yardstick: number | null;
  ratio: Spread | null;
  /** The yardstick against itself: what the run's noise makes of equal things. */
  noise: Spread | null;
  goal: Goal | null;
}

/** A reading that is judged by itself. */
export function figureAlone(measure: Measure, ours: number, goal: Goal | null = null): Figure {
  return { ...measure, ours, yardstick: null, ratio: null, noise: null, goal };
}

/** A figure that stands beside a yardstick. */
export type ComparedFigure = Figure & { yardstick: number; ratio: Spread };

/** @param goal judges the ratio, and the noise if there is any */
export function figure(
  measure: Measure,
  { ours, yardstick, yardstickAgain }: Readings,
  goal?: (ratio: Spread, noise: Spread | null) => Goal,
): ComparedFigure {
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
