import { setTimeout as sleep } from 'node:timers/promises';
import { yardstickServer } from '../api/api-bench.ts';
import { customerRequests } from '../api/customer-requests.ts';
import { each, type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type LoadGenerator, startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { memoryBelow } from '../process/processes.ts';
import { startServer, startService } from '../process/server.ts';
import { addPausedEndpoint, createCompany } from '../records/company.ts';

const normal = { restSeconds: 1.5, loadSeconds: 1.5 };
const quickly = { restSeconds: 0.5, loadSeconds: 0.8 };

const sampleEveryMs = 200;

/** Names of the readings, which are in MB (10⁶ bytes). */
const names = {
  nodeAtRest: 'Node at rest',
  nodePeak: 'Node, peak under load',
  postgresAtRest: 'PostgreSQL at rest',
  postgresPeak: 'PostgreSQL under load',
};

/** Measures the memory of Node and PostgreSQL at rest and under load, compared with the hand-written server of `api`. */
export async function memoryBench(quick: boolean): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('memory is measured only on Linux.\n');
    return [];
  }
  await using load = await startLoadGenerator();
  const memory = (isYardstick: boolean) => () => memoryOf(load, isYardstick, quick ? quickly : normal);
  const contestants = { ours: memory(false), yardstick: memory(true), yardstickAgain: memory(true) };
  const readings = await interleave({ rounds: 1, seconds: 0 }, contestants);
  return (Object.keys(names) as (keyof typeof names)[]).map((field) =>
    figure(
      { name: `memory: ${names[field]}`, unit: 'MB', better: 'less' },
      each(readings, (reading) => reading[field] / 1e6),
    ),
  );
}

/** Measures a server with its own PostgreSQL: at rest, then under each kind of request in turn. */
async function memoryOf(
  load: LoadGenerator,
  isYardstick: boolean,
  { restSeconds, loadSeconds }: typeof normal,
): Promise<Record<keyof typeof names, number>> {
  await using postgres = await startPostgres();
  const company = await createCompany(postgres);
  await addPausedEndpoint(postgres, company);
  const filling = await startService(postgres);
  const kinds = await customerRequests(filling.url, { read: company, written: company });
  await filling.end('SIGTERM');
  await using server = isYardstick
    ? await startServer({ script: yardstickServer, env: { DATABASE_URL: postgres.url } })
    : await startService(postgres);
  await sleep(restSeconds * 1000);
  const { residentBytes: nodeAtRest } = await server.usage();
  const postgresAtRest = await memoryBelow(postgres.pid);
  let postgresPeak = 0;
  const sampling = setInterval(async () => {
    postgresPeak = Math.max(postgresPeak, await memoryBelow(postgres.pid));
  }, sampleEveryMs);
  try {
    for (const kind of Object.values(kinds)) await load.run(server, postgres, kind, loadSeconds);
  } finally {
    clearInterval(sampling);
  }
  const { peakResidentBytes: nodePeak } = await server.usage();
  return { nodeAtRest, nodePeak, postgresAtRest, postgresPeak };
}
