import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface ReceivedRequest {
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  requests: ReceivedRequest[];
  /** Sets the statuses of the next responses. The last one repeats. Default: 204. */
  answer(...statuses: number[]): void;
  /** Holds back all responses until `answer` of the returned object is called. */
  hold(): { answer(): void };
  /** Resolves with the request with this number, starting at 1, when it has arrived. */
  received(number: number): Promise<ReceivedRequest>;
}

/** Starts a webhook receiver on a free port. It stops when the test ends. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let statuses = [204];
  let arrived = () => {};
  let held: Promise<void> | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 204;
      requests.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      arrived();
      await held;
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    requests,
    answer(...next) {
      statuses = next;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return { answer: resolve };
    },
    async received(number) {
      for (;;) {
        const request = requests[number - 1];
        if (request) return request;
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
  };
}
