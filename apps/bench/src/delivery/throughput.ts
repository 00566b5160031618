import { defaultRules } from '@pv-planning/webhook-delivery';
import { type Figure, figureAlone, paceFigures } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { startBareLoops, startDispatchers } from './senders.ts';
import { startStage } from './stage.ts';

const normal = { rounds: 8, seconds: 45, burst: 20_000, warmUp: 20_000 };
const quickly = { rounds: 2, seconds: 5, burst: 1_500, warmUp: 2_000 };

interface Setting {
  companies: number;
  endpointsEach: number;
  dispatchers: number;
  minRatio: number;
}

/**
 * Measures sending queued events, compared with loops that only sign and post, and counts duplicates. A single dispatcher has its own
 * core; several share two cores with the rest, so their rate has no goal.
 */
export async function throughput(
  quick: boolean,
  name: string,
  { companies: count, endpointsEach, dispatchers: processes, minRatio }: Setting,
): Promise<Figure[]> {
  const { burst, warmUp, ...extent } = quick ? quickly : normal;
  const isAlone = processes === 1;
  await using stage = await startStage({ pinned: isAlone });
  const companies = await stage.addCompanies(count, endpointsEach, '/confirm');
  // All share the limit of one, because the receivers could not respond to several times as many requests in time.
  const rules = { maxInFlight: defaultRules.maxInFlight / processes };
  await using dispatchers = await startDispatchers(stage, processes, rules);
  await using bareLoops = await startBareLoops(stage, companies, processes);

  await dispatchers.deliver(companies, warmUp);
  await bareLoops.deliver(warmUp);
  let duplicates = 0;
  const readings = await interleave(extent, {
    ours: async () => {
      await stage.forgetArrivals();
      const pace = await dispatchers.deliver(companies, burst);
      const { arrived, different } = await stage.arrivals();
      duplicates += arrived - different;
      return pace;
    },
    yardstick: () => bareLoops.deliver(burst),
    yardstickAgain: () => bareLoops.deliver(burst),
  });

  const duplicated = { name: `delivery: ${name}, duplicates`, unit: 'deliveries', better: 'less' } as const;
  return [
    ...paceFigures(
      { name: `delivery: ${name}`, unit: 'deliveries/s' },
      readings,
      isAlone ? minRatio : undefined,
    ),
    figureAlone(duplicated, duplicates, 0),
  ];
}
