import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
  url: string;
  at: number;
}

export interface Receiver {
  url: string;
  port: number;
  requests: ReceivedRequest[];
  /** The next answers; the last one stays. A number is a status without a body. */
  answer(...behaviours: Behaviour[]): void;
  /** Resolves once that many requests have arrived. */
  received(count: number): Promise<ReceivedRequest[]>;
  close(): Promise<void>;
}

export type Behaviour = number | ((response: ServerResponse, request: ReceivedRequest) => void);

export interface ReceiverOptions {
  tls?: { key: string; cert: string };
}

/** A local HTTP or TLS server that plays a receiver. */
export async function startReceiver({ tls }: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let behaviours: Behaviour[] = [204];
  let waiting: { count: number; resolve: () => void }[] = [];

  const server: Server = (tls ? createSecureServer.bind(undefined, tls) : createServer)(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => {
        const received = {
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
          url: request.url ?? '',
          at: Date.now(),
        };
        requests.push(received);
        const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? 204;
        if (typeof behaviour === 'number') response.writeHead(behaviour).end();
        else behaviour(response, received);
        waiting = waiting.filter(({ count, resolve }) => requests.length < count || resolve());
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls ? 'https' : 'http'}://localhost:${port}/webhooks`,
    port,
    requests,
    answer: (...next) => {
      behaviours = next;
    },
    async received(count) {
      if (requests.length < count) {
        await new Promise<void>((resolve) => {
          waiting.push({ count, resolve });
        });
      }
      return requests;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A certificate of its own for a host name. */
export async function selfSigned(host: string, days = 1): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    ...(days < 0 && { notBeforeDate: new Date(Date.now() + (days - 1) * 86_400_000) }),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { key, cert };
}
