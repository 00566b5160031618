import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NodeProcess, type NodeProcessOptions, startNode, type Usage } from './node-process.ts';

/** A measured server. */
export interface ServerProcess extends NodeProcess {
  /** For example `http://127.0.0.1:40123`. */
  url: string;
  usage(): Promise<Usage>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found.');
  return address.port;
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

const usageProbe = new URL('usage-probe.ts', import.meta.url);
/** Reports the usage as `DeliveryUsage`. */
export const deliveryProbe = new URL('delivery-probe.ts', import.meta.url);

/** Several statements can share a round trip. */
export interface DatabaseUse {
  statements: number;
  roundTrips: number;
}

/** Usage of a service since its start. */
export interface DeliveryUsage extends Usage {
  /** Claims of deliveries, and saving of results. */
  dispatcher: DatabaseUse;
  /** Everything else, which are requests under load. */
  requests: DatabaseUse;
}

/** Reports the statements sent since the last message. */
export const statementProbe = new URL('statement-probe.ts', import.meta.url);

interface ServerOptions extends Pick<NodeProcessOptions, 'script' | 'core' | 'env' | 'parameters'> {
  /** The module that replies to `ask` in the server. Default: a probe that reports the usage. */
  probe?: URL;
}

/** Starts a program that listens on `PORT`. Resolves when it responds to `GET /healthz`. */
export async function startServer({ probe = usageProbe, ...options }: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startNode({
    ...options,
    env: { ...options.env, PORT: String(port) },
    execArgv: ['--import', probe.href, ...(process.env.BENCH_SERVER_FLAGS?.split(' ') ?? [])],
  });
  await Promise.race([answering(url), server.ended]);
  return { ...server, url, usage: async () => (await server.ask({})) as Usage };
}

/** Maximum share of one processor that an idle process uses. */
const maxIdleShare = 0.02;
const checkIntervalMs = 250;

/** Waits until the server is idle, for example until its warm-up is complete. */
export async function atRest(server: ServerProcess): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const { cpuMicroseconds } = await server.usage();
    await sleep(checkIntervalMs);
    const used = (await server.usage()).cpuMicroseconds - cpuMicroseconds;
    if (used < checkIntervalMs * 1000 * maxIdleShare) return;
  }
  throw new Error(`The server at ${server.url} did not become idle.`);
}
