import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { withinNoise } from '../measure/statistics.ts';
import { startLoadGenerator } from '../process/load.ts';
import { startServer } from '../process/server-process.ts';
import { pathCount, pathNumber } from './synthetic-contract.ts';

/** Measures requests to the last path of a large contract, compared with the first: a linear scan would be slower for the last. */
export async function pathsBench({ bursts }: Effort): Promise<Figure[]> {
  const server = await startServer({ script: new URL('paths-server.ts', import.meta.url), core: 'server' });
  const load = await startLoadGenerator();
  const requests = (number: number) => ({
    method: 'GET' as const,
    headers: { authorization: 'Bearer any' },
    paths: [pathNumber(number)],
  });
  const first = requests(1);
  const last = requests(pathCount);
  try {
    for (const kind of [first, last]) await load.run(server, kind, bursts.warmUpSeconds);
    // More and shorter bursts than in other benchmarks, because the expected differences are small.
    const reading = (kind: typeof first) => async () =>
      (await load.run(server, kind, bursts.burstSeconds / 2)).cpuMicroseconds;
    const readings = await interleave(
      { ...bursts, rounds: bursts.rounds * 2 },
      {
        ours: reading(last),
        yardstick: reading(first),
        yardstickAgain: reading(first),
      },
    );
    const name = `paths: path ${pathCount} compared with path 1, processor time`;
    return [
      figure({ name, unit: 'µs', better: 'less' }, readings, (ratio, noise) => ({
        text: 'within noise',
        reached: noise !== null && withinNoise(ratio, noise),
      })),
    ];
  } finally {
    await server.stop();
    await load.stop();
  }
}
