import { setTimeout as sleep } from 'node:timers/promises';
import { apiCases } from '../api/cases.ts';
import { createDataset } from '../api/dataset.ts';
import { apiMain, productionEnvironment, yardstickServer } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type LoadGenerator, startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { memoryBelow, peakMemory } from './resident-memory.ts';

/** Megabytes (10⁶ bytes). */
interface MemoryReading {
  nodeAtRest: number;
  nodePeak: number;
  postgresAtRest: number;
  postgresPeak: number;
}

const sampleEveryMs = 200;
const megabytes = (bytes: number): number => bytes / 1e6;

/** Returns the peak memory of the descendants of `pid` in bytes while `work` runs. */
async function peakBelow(pid: number, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  let running = true;
  const ended = work.finally(() => {
    running = false;
  });
  while (running) {
    peak = Math.max(peak, await memoryBelow(pid));
    await Promise.race([sleep(sampleEveryMs), ended]);
  }
  await ended;
  return peak;
}

/** Measures a server with its own PostgreSQL: at rest, then under each kind of request in turn. */
function memoryOf(load: LoadGenerator, script: URL, { restSeconds, loadSeconds }: Effort['memory']) {
  return () =>
    withTemporaryDirectory(async (directory): Promise<MemoryReading> => {
      const postgres = await startPostgres(`${directory}/postgres`, 'others');
      const start = (program: URL, settings: Record<string, string>): Promise<ServerProcess> =>
        startServer({ script: program, core: 'server', env: { ...settings, DATABASE_URL: postgres.url } });
      try {
        await postgres.createDatabase();
        const migrating = await start(apiMain, productionEnvironment(`${directory}/service`));
        await migrating.stop();
        const dataset = await createDataset(postgres.url);
        const server = await start(script, productionEnvironment(`${directory}/service`));
        try {
          await sleep(restSeconds * 1000);
          const nodeAtRest = (await server.usage()).residentBytes;
          const postgresAtRest = await memoryBelow(postgres.pid);
          const allCases = async () => {
            for (const { company, request } of apiCases)
              await load.run(server, request(dataset[company]), loadSeconds);
          };
          const postgresPeak = await peakBelow(postgres.pid, allCases());
          return {
            nodeAtRest: megabytes(nodeAtRest),
            nodePeak: megabytes(await peakMemory(server.pid)),
            postgresAtRest: megabytes(postgresAtRest),
            postgresPeak: megabytes(postgresPeak),
          };
        } finally {
          await server.stop();
        }
      } finally {
        await postgres.stop();
      }
    });
}

const names = {
  nodeAtRest: 'Node at rest',
  nodePeak: 'Node, peak under load',
  postgresAtRest: 'PostgreSQL at rest',
  postgresPeak: 'PostgreSQL under load',
} as const satisfies Record<keyof MemoryReading, string>;

/** Measures the memory of Node and PostgreSQL at rest and under load, compared with the hand-written server. */
export async function memoryBench({ memory }: Effort): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('memory is measured only on Linux.\n');
    return [];
  }
  const load = await startLoadGenerator();
  try {
    const yardstick = memoryOf(load, yardstickServer, memory);
    const readings = await interleave(memory, {
      ours: memoryOf(load, apiMain, memory),
      yardstick,
      yardstickAgain: yardstick,
    });
    return (Object.keys(names) as (keyof MemoryReading)[]).map((field) => {
      const pick = (of: readonly MemoryReading[]) => of.map((reading) => reading[field]);
      return figure(
        { name: `memory: ${names[field]}`, unit: 'MB', better: 'less' },
        {
          ours: pick(readings.ours),
          yardstick: pick(readings.yardstick),
          yardstickAgain: pick(readings.yardstickAgain),
        },
      );
    });
  } finally {
    await load.stop();
  }
}
