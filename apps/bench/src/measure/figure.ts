/** The name and unit of a figure, and whether higher or lower is better. */
export interface Measure {
  name: string;
  unit: string;
  better: 'more' | 'less';
}

/** Readings of both contestants, and a second one of the yardstick. Those with the same index are from the same round. */
export interface Readings {
  ours: readonly number[];
  yardstick: readonly number[];
  yardstickAgain?: readonly number[];
}

/** A median with its quartiles. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** One line of the report. A ratio of 1 means equal to the yardstick, below 1 worse, regardless of the unit. */
export interface Figure extends Measure {
  /** Medians. There may be no yardstick, for example for a count that should be 0. */
  ours: number;
  yardstick: number | null;
  ratio: Spread | null;
  /** The ratio of the yardstick to itself, which shows the noise of the run. */
  noise: Spread | null;
  /** A target, and whether it was met. */
  goal: { text: string; reached: boolean } | null;
}

/** The value below which `fraction` of the sample lies, interpolated between neighbours. */
export function quantile(sample: readonly number[], fraction: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError('An empty sample has no quantile.');
  return below + (above - below) * (position % 1);
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5);

/** The ratios of paired readings: unlike the samples as a whole, the readings of a pair were taken under the same load. */
function ratios(numerators: readonly number[], denominators: readonly number[]): Spread {
  if (numerators.length !== denominators.length)
    throw new RangeError('Paired samples must have the same length.');
  const all = numerators.map((numerator, pair) => numerator / (denominators[pair] ?? Number.NaN));
  return { median: median(all), low: quantile(all, 0.25), high: quantile(all, 0.75) };
}

/** Creates a figure without a yardstick. @param most the goal */
export function figureAlone(measure: Measure, ours: number, most?: number): Figure {
  const goal = most === undefined ? null : { text: `≤ ${most} ${measure.unit}`, reached: ours <= most };
  return { ...measure, ours, yardstick: null, ratio: null, noise: null, goal };
}

/** Creates a figure with a yardstick. @param minRatio the goal: the median of the ratios is at least this */
export function figure(
  measure: Measure,
  { ours, yardstick, yardstickAgain }: Readings,
  minRatio?: number,
): Figure & { ratio: Spread } {
  const goodness = (measured: readonly number[]) =>
    measure.better === 'more' ? ratios(measured, yardstick) : ratios(yardstick, measured);
  const ratio = goodness(ours);
  return {
    ...measure,
    ours: median(ours),
    yardstick: median(yardstick),
    ratio,
    noise: yardstickAgain ? goodness(yardstickAgain) : null,
    goal: minRatio === undefined ? null : { text: `ratio ≥ ${minRatio}`, reached: ratio.median >= minRatio },
  };
}

/** Rate and cost of a kind of work. */
export interface Pace {
  perSecond: number;
  /** Processor time for each: of the server, and of PostgreSQL. */
  cpuMicroseconds: number;
  databaseMicroseconds: number;
}

type ReadingsOf<Reading> = Readonly<Record<keyof Readings, readonly Reading[]>>;

/** Takes one value of each reading of all contestants. */
export const each = <Reading>(
  readings: ReadingsOf<Reading>,
  pick: (reading: Reading) => number,
): Readings => ({
  ours: readings.ours.map(pick),
  yardstick: readings.yardstick.map(pick),
  yardstickAgain: readings.yardstickAgain.map(pick),
});

/** Figures of the rate, and of the processor time of the server and of PostgreSQL. @param minRatio the goal for the rate */
export function paceFigures(
  { name, unit }: Pick<Measure, 'name' | 'unit'>,
  readings: ReadingsOf<Pace>,
  minRatio?: number,
): Figure[] {
  const time = (of: string) =>
    ({ name: `${name}, processor time${of}`, unit: 'µs', better: 'less' }) as const;
  const rates = each(readings, ({ perSecond }) => perSecond);
  const times = each(readings, ({ cpuMicroseconds }) => cpuMicroseconds);
  const ofDatabase = each(readings, ({ databaseMicroseconds }) => databaseMicroseconds);
  return [
    figure({ name, unit, better: 'more' }, rates, minRatio),
    figure(time(''), times),
    // Not every yardstick uses PostgreSQL.
    median(ofDatabase.yardstick) > 0
      ? figure(time(' of PostgreSQL'), ofDatabase)
      : figureAlone(time(' of PostgreSQL'), median(ofDatabase.ours)),
  ];
}
