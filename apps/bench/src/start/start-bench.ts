import { apiMain } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type NodeProcess, startNode } from '../process/node-process.ts';
import { postgresServer, startPostgres } from '../process/postgres.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';

interface Start {
  script: URL;
  env?: Record<string, string>;
}

/** Starts a process and stops it when it is ready. Returns the start-up time in milliseconds. */
async function timeToReady({ script, env = {} }: Start): Promise<number> {
  const begun = performance.now();
  const started: NodeProcess = await startNode({
    script,
    core: 'any',
    env: { ...env, PORT: '0' },
    readyText: 'ready',
  });
  const milliseconds = performance.now() - begun;
  await started.stop();
  return milliseconds;
}

const bareServer = new URL('bare-server.ts', import.meta.url);

/** Starts on an empty directory, which includes creating the database and a demo company. */
const firstStart = (script: URL) => () =>
  withTemporaryDirectory((dataDir) => timeToReady({ script, env: { DATA_DIR: dataDir } }));

const later = (start: Start) => () => timeToReady(start);

/** Measures the time to "ready", compared with only PostgreSQL or only Express. */
export function startBench({ starts }: Effort): Promise<Figure[]> {
  const compared = async (
    name: string,
    ours: () => Promise<number>,
    yardstick: () => Promise<number>,
  ): Promise<Figure> => {
    const readings = await interleave(starts, { ours, yardstick, yardstickAgain: yardstick });
    return figure({ name: `start: ${name}`, unit: 'ms', better: 'less' }, readings);
  };
  return withTemporaryDirectory(async (dataDir) => {
    const service: Start = { script: apiMain, env: { DATA_DIR: dataDir } };
    const postgresAlone: Start = { script: postgresServer, env: { DATA_DIR: dataDir } };
    await timeToReady(service);
    const first = await compared(
      'first, compared with PostgreSQL',
      firstStart(apiMain),
      firstStart(postgresServer),
    );
    const second = await compared('second, compared with PostgreSQL', later(service), later(postgresAlone));
    const postgres = await startPostgres(dataDir, 'any');
    try {
      const running = later({ script: bareServer });
      const third = await compared('PostgreSQL running, compared with Express', later(service), running);
      return [first, second, third];
    } finally {
      await postgres.stop();
    }
  });
}
