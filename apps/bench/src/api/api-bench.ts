import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { apiCases } from './cases.ts';
import { createDataset } from './dataset.ts';
import { apiMain, productionEnvironment, yardstickServer } from './programs.ts';
import { requestRates } from './request-rates.ts';
import { requireSameResponses } from './same-responses.ts';

/** Measures four operations on customers through the whole stack, compared with a hand-written server. */
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
      const contestants = { ours, yardstick, yardstickAgain };
      for (const server of servers) await atRest(server);
      const figures: Figure[] = [];
      for (const { name, company, request } of apiCases) {
        const kind = request(dataset[company]);
        await requireSameResponses(ours, yardstick, kind);
        figures.push(...(await requestRates(`api: ${name}`, { load, kind, servers: contestants, bursts })));
      }
      return figures;
    } finally {
      for (const server of servers) await server.stop();
      await load.stop();
      await postgres.stop();
    }
  });
}
