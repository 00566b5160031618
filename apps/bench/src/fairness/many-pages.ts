import { createDataset } from '../api/dataset.ts';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type Burst, startBurstGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { slowest } from './visitor.ts';

const maxRatio = 3;

/** Number of list pages that one company requests at the same time. */
const pages = 1_700;
const connections = 425;

/** Number of customers of the company that requests the pages. */
const customers = 20_000;

/** Measures how long the requests of one company take while another company requests very many pages at the same time. */
export async function manyPages({ fairness }: Effort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    const generator = await startBurstGenerator();
    let server: ServerProcess | undefined;
    try {
      await postgres.createDatabase();
      const env = { ...productionEnvironment(`${directory}/service`), DATABASE_URL: postgres.url };
      server = await startServer({ script: apiMain, core: 'server', env });
      const { read: busy, written: other } = await createDataset(postgres.url, customers);
      await atRest(server);
      const visitor = { url: server.url, headers: { authorization: `Bearer ${other.apiKey}` } };
      const burst: Burst = {
        url: server.url,
        method: 'GET',
        headers: { authorization: `Bearer ${busy.apiKey}` },
        paths: Array.from(
          { length: customers / 200 },
          (_, page) => `/v1/customers?limit=200&sort=lastName.asc&offset=${page * 200}`,
        ),
        connections,
        amount: pages,
      };
      await slowest(visitor, fairness.visits);
      const readings = await interleave(fairness, {
        ours: async () => {
          const bursting = generator.run(burst);
          const reading = await slowest(visitor, 0, bursting);
          const { statuses } = await bursting;
          const wrong = Object.keys(statuses).filter((status) => status !== '200' && status !== '429');
          if (wrong.length > 0)
            throw new Error(
              `The busy company got responses with these statuses: ${JSON.stringify(statuses)}.`,
            );
          return reading;
        },
        yardstick: () => slowest(visitor, fairness.visits),
        yardstickAgain: () => slowest(visitor, fairness.visits),
      });
      return [
        figure(
          {
            name: `fairness: p99 of a company while another requests ${pages} pages`,
            unit: 'ms',
            better: 'less',
          },
          readings,
          ({ median }) => ({ text: `< ${maxRatio} × idle`, reached: 1 / median < maxRatio }),
        ),
      ];
    } finally {
      await server?.stop();
      await generator.stop();
      await postgres.stop();
    }
  });
}
