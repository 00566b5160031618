import type { Bursts } from '../effort.ts';
import { atLeast, type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import type { LoadGenerator, LoadReading, RequestKind } from '../process/load.ts';
import type { ServerProcess } from '../process/server-process.ts';

const defaultMinRatio = 0.6;

type Contestant = 'ours' | 'yardstick' | 'yardstickAgain';

interface Comparison {
  load: LoadGenerator;
  kind: RequestKind;
  servers: Readonly<Record<Contestant, ServerProcess>>;
  bursts: Bursts;
  /** The goal for the rate. */
  minRatio?: number;
}

/** Measures the rate and processor time of one kind of request, on the service and on the yardstick. */
export async function requestRates(
  name: string,
  { load, kind, servers, bursts, minRatio = defaultMinRatio }: Comparison,
): Promise<Figure[]> {
  for (const server of Object.values(servers)) await load.run(server, kind, bursts.warmUpSeconds);
  const reading = (server: ServerProcess) => () => load.run(server, kind, bursts.burstSeconds);
  const readings = await interleave(bursts, {
    ours: reading(servers.ours),
    yardstick: reading(servers.yardstick),
    yardstickAgain: reading(servers.yardstickAgain),
  });
  const each = (pick: (reading: LoadReading) => number) => ({
    ours: readings.ours.map(pick),
    yardstick: readings.yardstick.map(pick),
    yardstickAgain: readings.yardstickAgain.map(pick),
  });
  return [
    figure(
      { name, unit: 'requests/s', better: 'more' },
      each(({ requestsPerSecond }) => requestsPerSecond),
      atLeast(minRatio),
    ),
    figure(
      { name: `${name}, processor time`, unit: 'µs', better: 'less' },
      each(({ cpuMicroseconds }) => cpuMicroseconds),
    ),
  ];
}
