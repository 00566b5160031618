import { startNode } from './node-process.ts';
import type { ServerProcess } from './server-process.ts';

/** Requests of one kind, each sent as soon as the previous response has arrived. */
export interface LoadOrder {
  url: string;
  connections: number;
  seconds: number;
  method: 'GET' | 'POST' | 'PATCH';
  headers: Record<string, string>;
  /** Keys of the API to use in rotation, instead of one in the headers. */
  apiKeys?: readonly string[];
  /** Used in rotation. */
  paths: readonly string[];
  /** `{n}` is replaced by a unique number, `{person}` and `{startsAt}` by an appointment that no other request has. */
  body?: string;
  appointments?: Appointments;
}

/** Appointments of each person one after the other. */
export interface Appointments {
  people: readonly string[];
  /** When the first ones start. */
  from: string;
  minutes: number;
}

/** Set `connections` only if requests are so slow that a burst would otherwise receive only a few responses. */
export type RequestKind = Pick<
  LoadOrder,
  'method' | 'headers' | 'apiKeys' | 'paths' | 'body' | 'appointments'
> &
  Partial<Pick<LoadOrder, 'connections'>>;

export interface LoadResult {
  /** Number of responses with 2xx. */
  succeeded: number;
  failed: number;
  /** Actual duration. */
  seconds: number;
}

/** A fixed number of requests over several connections. Any response status is accepted. */
export interface Burst extends Omit<LoadOrder, 'seconds'> {
  amount: number;
}

export interface BurstResult {
  /** Number of responses by status. */
  statuses: Record<string, number>;
}

export interface LoadReading {
  requestsPerSecond: number;
  /** Processor time of the server per request. */
  cpuMicroseconds: number;
}

export interface LoadGenerator {
  /** @throws Error if a response is not 2xx */
  run(server: ServerProcess, kind: RequestKind, seconds: number): Promise<LoadReading>;
  stop(): Promise<void>;
}

/** More than the connections of a database pool (10), so that the server is never idle. */
const connections = 16;

const startGenerator = () =>
  startNode({ script: new URL('load-generator.ts', import.meta.url), core: 'others' });

/** Starts a process that sends bursts. */
export async function startBurstGenerator() {
  const generator = await startGenerator();
  return {
    run: async (burst: Burst) => (await generator.ask(burst)) as BurstResult,
    stop: () => generator.stop(),
  };
}

/** Starts the process that sends requests. */
export async function startLoadGenerator(): Promise<LoadGenerator> {
  const generator = await startGenerator();
  return {
    async run(server, kind, seconds) {
      const order: LoadOrder = { url: server.url, connections, seconds, ...kind };
      const before = await server.usage();
      const result = (await generator.ask(order)) as LoadResult;
      const after = await server.usage();
      if (result.failed > 0 || result.succeeded === 0) {
        throw new Error(`${kind.method} ${kind.paths[0]} at ${server.url}: ${JSON.stringify(result)}`);
      }
      return {
        requestsPerSecond: result.succeeded / result.seconds,
        cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / result.succeeded,
      };
    },
    stop: () => generator.stop(),
  };
}
