// Webhook receivers: TLS servers on free ports. They are controlled over the IPC channel.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Arrivals, ReceiverOrder, ReceiverPath } from './receiver-orders.ts';

const { key, cert, servers } = JSON.parse(process.argv[2] ?? '{}') as {
  key: string;
  cert: string;
  servers: number;
};

const seen = new Set<unknown>();
let arrived = 0;
let latencies: number[] = [];

/** Response time of `/slow-down` after the order: less than the timeout of an attempt, which is 10 s. */
const slowMs = 9_600;
let isSlow = false;

/** Sends a body of 1 GB until the client stops reading. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1_000_000_000 });
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more).on('error', () => {});
  more();
}

const handlers: Record<ReceiverPath, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/confirm': (request, response) => {
    request.resume();
    response.writeHead(204).end();
  },
  '/time': async (request, response) => {
    const chunks = await request.toArray();
    latencies.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).createdAt));
    response.writeHead(204).end();
  },
  '/slow-down': (request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(204).end(), isSlow ? slowMs : 0);
  },
  '/hang': (request) => request.resume(),
  '/pour': (request, response) => {
    request.resume();
    pour(response);
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
