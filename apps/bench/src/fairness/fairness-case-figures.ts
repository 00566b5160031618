import { setTimeout as sleep } from 'node:timers/promises';
import { createDataset } from '../api/dataset.ts';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import type { PostgresProcess } from '../process/postgres.ts';
import { atRest, startServer } from '../process/server-process.ts';
import type { FairnessCase } from './fairness-case.ts';
import { fairnessFigures } from './fairness-figures.ts';
import { slowest, type Visitor } from './visitor.ts';

/** Time until the load of the case has its full effect. */
const leadInMs = 1_000;

/** Measures the requests of one company without and with the load of a case, and the peak memory of the process. */
export async function caseFigures(
  { measured = 'a company while another', name, prepare }: FairnessCase,
  postgres: PostgresProcess,
  directory: string,
  { caseSeconds, visits }: Effort['fairness'],
): Promise<Figure[]> {
  const server = await startServer({
    script: apiMain,
    core: 'server',
    env: { ...productionEnvironment(directory), DATABASE_URL: postgres.url },
  });
  try {
    const { url } = server;
    const { read: company } = await createDataset(postgres.url);
    const prepared = await prepare({
      url,
      databaseUrl: postgres.url,
      administratorUrl: postgres.administratorUrl,
    });
    await atRest(server);
    const other: Visitor = { url, headers: { authorization: `Bearer ${company.apiKey}` } };
    const { load, visitor } = typeof prepared === 'function' ? { load: prepared, visitor: other } : prepared;
    await slowest(visitor, visits);
    const idle = await slowest(visitor, visits);
    const controller = new AbortController();
    const running = load(controller.signal);
    await Promise.race([sleep(leadInMs), running]);
    const busy = await Promise.race([
      slowest(visitor, visits, sleep(caseSeconds * 1000)),
      running.then(never),
    ]);
    controller.abort();
    await running;
    const { peakResidentBytes } = await server.usage();
    return fairnessFigures(`${measured} ${name}`, { busy, idle, peakResidentBytes });
  } finally {
    await server.stop();
  }
}

/** The load of a case must last until the case is stopped. */
function never(): never {
  throw new Error('The case ended before it was measured.');
}
