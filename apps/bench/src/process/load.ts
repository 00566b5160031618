import type { Pace } from '../measure/figure.ts';
import { startNode } from './node-process.ts';
import { paceOf } from './pace.ts';
import type { Postgres } from './postgres.ts';
import type { Server } from './server.ts';

/** Requests of one kind. */
export interface RequestKind {
  method: 'GET' | 'POST' | 'PATCH';
  /** Used in rotation. */
  requests: readonly { path: string; headers: Record<string, string> }[];
  /** `{n}` is replaced by a unique number. */
  body?: string;
}

/** Each request is sent as soon as the previous one of its connection was answered, unless a rate is given. */
export interface LoadOrder extends RequestKind {
  url: string;
  connections: number;
  /** Requests per second. */
  overallRate?: number;
  /** Seconds, instead of an `amount` of requests. */
  duration?: number;
  amount?: number;
}

export interface LoadResult {
  /** Number of responses with 2xx. */
  succeeded: number;
  failed: number;
  /** Different ones. */
  statuses: string[];
}

/** More than the connections of a database pool (10), so that the server is never idle. */
const connections = 16;

export type LoadGenerator = Awaited<ReturnType<typeof startLoadGenerator>>;

/** Starts the process that sends requests. */
export async function startLoadGenerator() {
  const script = new URL('load-generator.ts', import.meta.url);
  const generator = await startNode({ script, core: 'others' });
  const send = async (order: LoadOrder) => (await generator.ask(order)) as LoadResult;
  return {
    send,
    /** Returns the rate and the processor time per request. @throws Error if a response is not 2xx */
    run(server: Server, postgres: Postgres, kind: RequestKind, duration: number): Promise<Pace> {
      return paceOf(server.usage, postgres, async () => {
        const result = await send({ url: server.url, connections, duration, ...kind });
        if (result.failed > 0 || result.succeeded === 0)
          throw new Error(
            `${kind.method} ${kind.requests[0]?.path} at ${server.url}: ${JSON.stringify(result)}`,
          );
        return result.succeeded;
      });
    },
    [Symbol.asyncDispose]: generator[Symbol.asyncDispose],
  };
}
