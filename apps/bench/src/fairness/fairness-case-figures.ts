import { setTimeout as sleep } from 'node:timers/promises';
import { createDataset } from '../api/dataset.ts';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import { type Figure, figure, figureAlone } from '../measure/figure.ts';
import type { PostgresProcess } from '../process/postgres.ts';
import { atRest, startServer } from '../process/server-process.ts';
import type { FairnessCase } from './fairness-case.ts';
import { slowest, type Visitor } from './visitor.ts';

/** A company may wait this long, or three times as long as without the other one. */
const allowedMs = 30;
const allowedRatio = 3;

const maxPeakMegabytes = 700;

/** Time until what the case does has its full effect. */
const leadInMs = 1_000;

/** Measures the requests of one company, without and with what another does, and the peak memory of the process. */
export async function caseFigures(
  { name, prepare }: FairnessCase,
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
    const run = await prepare({
      url,
      databaseUrl: postgres.url,
      administratorUrl: postgres.administratorUrl,
    });
    await atRest(server);
    const visitor: Visitor = { url, headers: { authorization: `Bearer ${company.apiKey}` } };
    await slowest(visitor, visits);
    const idle = await slowest(visitor, visits);
    const controller = new AbortController();
    const running = run(controller.signal);
    await Promise.race([sleep(leadInMs), running]);
    const busy = await Promise.race([
      slowest(visitor, visits, sleep(caseSeconds * 1000)),
      running.then(never),
    ]);
    controller.abort();
    await running;
    const { peakResidentBytes } = await server.usage();
    const allowed = Math.max(allowedMs, allowedRatio * idle);
    const peakMegabytes = peakResidentBytes / 1024 ** 2;
    return [
      figure(
        { name: `fairness: p99 of a company while another ${name}`, unit: 'ms', better: 'less' },
        { ours: [busy], yardstick: [idle] },
        () => ({ text: `≤ ${allowedMs} ms or ${allowedRatio} × idle`, reached: busy <= allowed }),
      ),
      figureAlone(
        { name: 'fairness: peak memory of the process', unit: 'MB', better: 'less' },
        peakMegabytes,
        {
          text: `< ${maxPeakMegabytes}`,
          reached: peakMegabytes < maxPeakMegabytes,
        },
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** What a case does must last until it is ended. */
function never(): never {
  throw new Error('The case ended before it was measured.');
}
