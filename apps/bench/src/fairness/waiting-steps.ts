import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { startPostgres } from '../process/postgres.ts';
import { type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { slowest, type Visitor } from './visitor.ts';

const maxRatio = 1.2;

/** Six times as many as there are slots. */
const waiting = 50;

/** Measures how long the requests of one company take while operations in steps of the same company wait for something else. */
export async function waitingSteps({ fairness }: Effort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    let server: ServerProcess | undefined;
    try {
      await postgres.createDatabase();
      const script = new URL('steps-server.ts', import.meta.url);
      server = await startServer({ script, core: 'server', env: { DATABASE_URL: postgres.url } });
      const { url } = server;
      const headers = { 'x-company': '1' };
      const visitor: Visitor = { url, headers, path: '/v1/thing' };
      const wait = async () => {
        const response = await fetch(`${url}/v1/waits`, { method: 'POST', headers });
        if (response.status !== 200) throw new Error(`A waiting operation got ${response.status}.`);
        await response.arrayBuffer();
      };
      await slowest(visitor, fairness.visits);
      const idle = () => slowest(visitor, 5 * fairness.visits);
      const readings = await interleave(fairness, {
        ours: () => slowest(visitor, fairness.visits, Promise.all(Array.from({ length: waiting }, wait))),
        yardstick: idle,
        yardstickAgain: idle,
      });
      return [
        figure(
          {
            name: `fairness: p99 of a company while ${waiting} of its operations wait in steps`,
            unit: 'ms',
            better: 'less',
          },
          readings,
          ({ median }) => ({ text: `< ${maxRatio} × idle`, reached: 1 / median < maxRatio }),
        ),
      ];
    } finally {
      await server?.stop();
      await postgres.stop();
    }
  });
}
