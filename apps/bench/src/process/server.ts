import { setTimeout as sleep } from 'node:timers/promises';
import { secretKey } from '@pv-planning/webhook-delivery/testing';
import { freePort } from '../../../../scripts/free-port.ts';
import { type Core, type NodeProcessOptions, startNode } from './node-process.ts';
import type { Postgres } from './postgres.ts';

/** Usage of a server since its start. */
export interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
  peakResidentBytes: number;
  /** Calls of the database driver, and the dispatcher's share of them. */
  roundTrips: number;
  ofDispatcher: number;
}

/** Maximum time of a start, in steps of 20 ms. */
const maxSteps = 1_500;

async function answering(url: string): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(20);
  }
  throw new Error(`No server responds at ${url}.`);
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts a program that listens on `PORT`. Resolves when it responds to `GET /healthz`. */
export async function startServer({ core = 'server', env, ...options }: NodeProcessOptions) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const execArgv = ['--import', new URL('usage-probe.ts', import.meta.url).href];
  const server = await startNode({ ...options, core, execArgv, env: { ...env, PORT: String(port) } });
  await Promise.race([answering(url), server.ended]);
  return { ...server, url, usage: async () => (await server.ask({})) as Usage };
}

/** Production mode with default logging and without a rate limit, for the service and its command line. */
export const serviceEnvironment = ({ url, directory }: Postgres): Record<string, string> => ({
  NODE_ENV: 'production',
  RATE_LIMIT: '0',
  DATABASE_URL: url,
  DATA_DIR: `${directory}/service`,
  SECRET_KEY: secretKey.toString('base64'),
});

/** Starts the service, as `npm start` does, and waits until its warm-up is complete. */
export async function startService(
  postgres: Postgres,
  { role = 'all', env, core }: { role?: 'all' | 'api'; env?: Record<string, string>; core?: Core } = {},
): Promise<Server> {
  const server = await startServer({
    script: new URL('../../../api/src/programs/main.ts', import.meta.url),
    parameters: [`--role=${role}`],
    env: { ...serviceEnvironment(postgres), ...env },
    ...(core && { core }),
  });
  await atRest(server);
  return server;
}

/** Maximum share of one processor that an idle process uses. */
const maxIdleShare = 0.02;
const checkIntervalMs = 250;

async function atRest({ url, usage }: Server): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const { cpuMicroseconds } = await usage();
    await sleep(checkIntervalMs);
    const used = (await usage()).cpuMicroseconds - cpuMicroseconds;
    if (used < checkIntervalMs * 1000 * maxIdleShare) return;
  }
  throw new Error(`The server at ${url} did not become idle.`);
}
