import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NodeProcess, type NodeProcessOptions, startNode, type Usage } from './node-process.ts';

/** A server under measurement. */
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

/** How long a server may take to start, in steps of 20 ms. */
const patienceSteps = 1_500;

async function answering(url: string): Promise<void> {
  for (let step = 0; step < patienceSteps; step += 1) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(20);
  }
  throw new Error(`Nothing answers at ${url}.`);
}

const usageProbe = new URL('usage-probe.ts', import.meta.url);

interface ServerOptions extends Pick<NodeProcessOptions, 'script' | 'core' | 'env'> {
  /** What answers `ask` in the server. Unless given, it answers with the usage. */
  probe?: URL;
}

/** Starts a program that listens on `PORT` and answers `GET /healthz`; resolves when it does. */
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

/** Of one processor's time, what a process that does nothing may still use. */
const restingShare = 0.02;
const lookMs = 250;

/** Resolves when the server does nothing of its own any more, such as preparing itself for its first requests. */
export async function atRest(server: ServerProcess): Promise<void> {
  for (let step = 0; step < patienceSteps; step += 1) {
    const { cpuMicroseconds } = await server.usage();
    await sleep(lookMs);
    const used = (await server.usage()).cpuMicroseconds - cpuMicroseconds;
    if (used < lookMs * 1000 * restingShare) return;
  }
  throw new Error(`${server.url} does not come to rest.`);
}
