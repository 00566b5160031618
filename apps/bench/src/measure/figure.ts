import { median, pairedRatios, type Spread, spread } from './statistics.ts';

/** The name and unit of a figure, and whether higher or lower is better. */
export interface Measure {
  name: string;
  unit:
    | 'requests/s'
    | 'records/s'
    | 'documents/s'
    | 'deliveries/s'
    | 'deliveries'
    | 'µs'
    | 'ms'
    | 'MB'
    | 'MiB'
    | 'bytes'
    | 'statements'
    | 'round trips';
  better: 'more' | 'less';
}

/** Readings of both contestants. Readings with the same index are from the same round. */
export interface Readings {
  ours: readonly number[];
  yardstick: readonly number[];
  /** A second reading of the yardstick in each round; absent if readings have no noise. */
  yardstickAgain?: readonly number[];
}

/** A target for a figure, and whether it was met. */
export interface Goal {
  text: string;
  reached: boolean;
}

/** One line of the report. A ratio of 1 means equal to the yardstick, below 1 worse, regardless of the unit. */
export interface Figure extends Measure {
  /** Medians. */
  ours: number;
  /** Null, like the ratio, if there is no yardstick, for example for a count that should be 0. */
  yardstick: number | null;
  ratio: Spread | null;
  /** The ratio of the yardstick to itself, which shows the noise of the run. */
  noise: Spread | null;
  goal: Goal | null;
}

/** Creates a figure without a yardstick. */
export function figureAlone(measure: Measure, ours: number, goal: Goal | null = null): Figure {
  return { ...measure, ours, yardstick: null, ratio: null, noise: null, goal };
}

/** A figure with a yardstick. */
export type ComparedFigure = Figure & { yardstick: number; ratio: Spread };

/** Creates a figure with a yardstick. @param goal evaluates the ratio and the noise, if any */
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

/** Returns the goal that the median of the ratios is at least `minRatio`. */
export function atLeast(minRatio: number): (ratio: Spread) => Goal {
  return ({ median: ratio }) => ({ text: `≥ ${minRatio}`, reached: ratio >= minRatio });
}
