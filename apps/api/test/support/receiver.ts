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
  /** Statuses of the next answers; the last one stays. 204 unless told otherwise. */
  answer(...statuses: number[]): void;
  /** From now on nobody gets an answer, until `answer` of what it returns is called. */
  hold(): { answer(): void };
  /** The request with this number, from 1, once it has come. */
  received(number: number): Promise<ReceivedRequest>;
}

/** Receives webhooks on a port of its own until the test is over. */
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
