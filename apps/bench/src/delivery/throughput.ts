import { defaultRules } from '@pv-planning/webhook-delivery';
import type { DeliveryEffort } from '../effort.ts';
import { type Figure, figure, figureAlone, type Readings } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { median } from '../measure/statistics.ts';
import { startBareLoops } from './bare-loops.ts';
import { type Pace, startDispatchers } from './dispatchers.ts';
import type { Stage, StageCompany } from './stage.ts';

/**
 * Four dispatchers share the limit of one, because the receivers on the same machine could not respond to four times as many
 * requests in time.
 */
const oneOfFour = { maxInFlight: defaultRules.maxInFlight / 4 };

function eachPace(
  { ours, yardstick, yardstickAgain = [] }: Record<keyof Readings, Pace[]>,
  pick: (pace: Pace) => number,
): Readings {
  return {
    ours: ours.map(pick),
    yardstick: yardstick.map(pick),
    yardstickAgain: yardstickAgain.map(pick),
  };
}

/** Measures the throughput of one dispatcher, compared with a loop that only signs and posts. */
export async function oneDispatcher(
  stage: Stage,
  companies: readonly StageCompany[],
  { burst, warmUp, ...extent }: DeliveryEffort['throughput'],
  { endpoints, minRatio }: { endpoints: string; minRatio: number },
): Promise<Figure[]> {
  const dispatcher = await startDispatchers(stage, { count: 1 });
  const bareLoop = await startBareLoops(stage, companies, { count: 1 });
  try {
    await dispatcher.deliver(companies, warmUp);
    await bareLoop.deliver(warmUp);
    const readings = await interleave(extent, {
      ours: () => dispatcher.deliver(companies, burst),
      yardstick: () => bareLoop.deliver(burst),
      yardstickAgain: () => bareLoop.deliver(burst),
    });
    const name = `delivery: one dispatcher, ${endpoints}`;
    return [
      figure(
        { name, unit: 'deliveries/s', better: 'more' },
        eachPace(readings, ({ perSecond }) => perSecond),
        (ratio) => ({ text: `≥ ${minRatio}`, reached: ratio.median >= minRatio }),
      ),
      figure(
        { name: `${name}, processor time`, unit: 'µs', better: 'less' },
        eachPace(readings, ({ cpuMicroseconds }) => cpuMicroseconds),
      ),
      figureAlone(
        { name: `${name}, processor time of PostgreSQL`, unit: 'µs', better: 'less' },
        median(readings.ours.map(({ databaseMicroseconds }) => databaseMicroseconds)),
      ),
    ];
  } finally {
    await dispatcher.stop();
    await bareLoop.stop();
  }
}

/**
 * Measures the throughput of four dispatchers on the same queues, compared with four loops that only sign and post, and the number
 * of duplicates.
 */
export async function fourDispatchers(
  stage: Stage,
  companies: readonly StageCompany[],
  { deliveries }: DeliveryEffort['fourDispatchers'],
): Promise<Figure[]> {
  const bareLoops = await startBareLoops(stage, companies, { count: 4 });
  const dispatchers = await startDispatchers(stage, { count: 4, rules: oneOfFour });
  try {
    await bareLoops.deliver(deliveries / 10);
    const yardstick = await bareLoops.deliver(deliveries);
    await dispatchers.deliver(companies, deliveries / 10);
    await stage.receivers.reset();
    const ours = await dispatchers.deliver(companies, deliveries);
    const { arrived, different } = await stage.receivers.arrivals();
    const name = 'delivery: four dispatchers';
    return [
      figure(
        { name, unit: 'deliveries/s', better: 'more' },
        { ours: [ours.perSecond], yardstick: [yardstick.perSecond] },
      ),
      figureAlone(
        {
          name: `delivery: duplicates among ${different.toLocaleString('en')} by four dispatchers`,
          unit: 'deliveries',
          better: 'less',
        },
        arrived - different,
        { text: 'none', reached: arrived === different && different >= deliveries },
      ),
    ];
  } finally {
    await dispatchers.stop();
    await bareLoops.stop();
  }
}
