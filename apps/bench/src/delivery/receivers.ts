// Webhook receivers: TLS servers on free ports. They are controlled over the IPC channel.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * The behavior of a receiver: confirms; confirms and records the latency; or confirms immediately until the order to slow down, then
 * shortly before the timeout.
 */
export type ReceiverPath = '/confirm' | '/time' | '/slow-down';

export interface ReceiverOptions {
  key: string;
  cert: string;
  servers: number;
}

/** A command for the receivers, which reply with `Arrivals`. */
export interface ReceiverOrder {
  order: 'report' | 'reset' | 'slow-down';
}

/** Arrivals since the last reset. */
export interface Arrivals {
  ports: number[];
  arrived: number;
  /** Excludes duplicates. */
  different: number;
  /** Milliseconds from each event to its arrival, for deliveries to `/time`. */
  latencies: number[];
}

const { key, cert, servers } = JSON.parse(process.argv[2] ?? '{}') as ReceiverOptions;

const seen = new Set<string>();
let arrived = 0;
let latencies: number[] = [];

/** Response time of `/slow-down` after the order: less than the timeout of an attempt, which is 10 s. */
const slowMs = 9_600;
let isSlow = false;

const confirm = (response: ServerResponse) => response.writeHead(204).end();

const handlers: Record<ReceiverPath, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/confirm': (request, response) => {
    request.resume();
    confirm(response);
  },
  '/time': async (request, response) => {
    const chunks = await request.toArray();
    latencies.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).createdAt));
    confirm(response);
  },
  '/slow-down': (request, response) => {
    request.resume();
    setTimeout(confirm, isSlow ? slowMs : 0, response);
  },
};

async function listen(): Promise<number> {
  const server = createServer({ key, cert }, (request, response) => {
    arrived += 1;
    // The same event is sent to several endpoints.
    seen.add(`${request.headers['webhook-id']} ${request.url}`);
    const [path] = request.url?.split('?') ?? [];
    handlers[path as ReceiverPath](request, response);
  });
  // Keeps connections open between bursts; the senders close them.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const ports = await Promise.all(Array.from({ length: servers }, listen));

process.on('message', ({ order }: ReceiverOrder) => {
  const arrivals: Arrivals = { ports, arrived, different: seen.size, latencies };
  process.send?.(arrivals);
  if (order !== 'report') isSlow = order === 'slow-down';
  if (order !== 'reset') return;
  arrived = 0;
  latencies = [];
  seen.clear();
});
process.once('disconnect', () => process.exit());
process.stdout.write('ready\n');
