import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type LoadReading, startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { apiCases } from './cases.ts';
import { createDataset } from './dataset.ts';
import { apiMain, productionEnvironment, yardstickServer } from './programs.ts';
import { requireSameAnswers } from './same-answers.ts';

const minRatio = 0.6;

function requestRate(
  name: string,
  readings: Record<'ours' | 'yardstick' | 'yardstickAgain', LoadReading[]>,
): Figure[] {
  const rates = (of: LoadReading[]) => of.map(({ requestsPerSecond }) => requestsPerSecond);
  const costs = (of: LoadReading[]) => of.map(({ cpuMicroseconds }) => cpuMicroseconds);
  const each = (pick: (of: LoadReading[]) => number[]) => ({
    ours: pick(readings.ours),
    yardstick: pick(readings.yardstick),
    yardstickAgain: pick(readings.yardstickAgain),
  });
  return [
    figure({ name: `api: ${name}`, unit: 'requests/s', better: 'more' }, each(rates), ({ median }) => ({
      text: `≥ ${minRatio}`,
      reached: median >= minRatio,
    })),
    figure({ name: `api: ${name}, processor time`, unit: 'µs', better: 'less' }, each(costs)),
  ];
}

/** Measures four operations on customers through the whole stack, and a hand-written server for comparison. */
export async function apiBench({ bursts }: Effort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    const load = await startLoadGenerator();
    const servers: ServerProcess[] = [];
    async function start(script: URL, env: Record<string, string>): Promise<ServerProcess> {
      const server = await startServer({
        script,
        core: 'server',
        env: { ...env, DATABASE_URL: postgres.url },
      });
      servers.push(server);
      return server;
    }
    try {
      await postgres.createDatabase();
      const ours = await start(apiMain, productionEnvironment(`${directory}/service`));
      const dataset = await createDataset(postgres.url);
      const yardstick = await start(yardstickServer, {});
      const yardstickAgain = await start(yardstickServer, {});
      for (const server of servers) await atRest(server);
      const figures: Figure[] = [];
      for (const { name, company, request } of apiCases) {
        const kind = request(dataset[company]);
        await requireSameAnswers(ours, yardstick, kind);
        for (const server of servers) await load.run(server, kind, bursts.warmUpSeconds);
        const reading = (server: ServerProcess) => () => load.run(server, kind, bursts.burstSeconds);
        const readings = await interleave(bursts, {
          ours: reading(ours),
          yardstick: reading(yardstick),
          yardstickAgain: reading(yardstickAgain),
        });
        figures.push(...requestRate(name, readings));
      }
      return figures;
    } finally {
      for (const server of servers) await server.stop();
      await load.stop();
      await postgres.stop();
    }
  });
}
