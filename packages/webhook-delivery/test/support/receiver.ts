import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { receiverCertificate } from '../../src/testing/index.ts';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** `webhook-id`. */
  id: string;
  body: string;
  /** Unix milliseconds. */
  at: number;
  /** The sender's port, which identifies the connection. */
  port: number;
  /** The connection resumed an earlier TLS session. */
  resumed: boolean;
}

/** A response: a status without a body, or any behavior. */
export type Behaviour = number | ((response: ServerResponse, request: ReceivedRequest) => void);

export interface Receiver {
  /** `https://localhost:…/webhooks`. */
  url: string;
  port: number;
  requests: ReceivedRequest[];
  /** Returns the ids in the order of arrival. */
  arrived(): string[];
  /** Sets the next responses. The last one repeats. */
  answer(...behaviours: Behaviour[]): void;
  /** Resolves with the requests when `count` of them have arrived. */
  received(count: number): Promise<ReceivedRequest[]>;
  /** Clears the received requests. Responds with 204 again. */
  reset(): void;
  /** Closes all connections, including those of pending requests. */
  hangUp(): void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Options of the TLS server; `false` for plain HTTP. */
  tls?: ServerOptions | false;
  /** Address and port. Default: 127.0.0.1 and a free port. */
  host?: string;
  port?: number;
}

/** A local TLS server that acts as a receiver. */
export async function startReceiver({
  tls,
  host = '127.0.0.1',
  port: wanted = 0,
}: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let behaviours: Behaviour[] = [204];
  let waiting: { count: number; resolve: () => void }[] = [];
  const create =
    tls === false
      ? createServer
      : createSecureServer.bind(undefined, { ...(await receiverCertificate()), ...tls });

  const server: Server = create((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        id: String(request.headers['webhook-id']),
        body: Buffer.concat(chunks).toString('utf8'),
        at: Date.now(),
        port: request.socket.remotePort ?? 0,
        resumed: tls !== false && (request.socket as TLSSocket).isSessionReused(),
      };
      requests.push(received);
      const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? 204;
      if (typeof behaviour === 'number') response.writeHead(behaviour).end();
      else behaviour(response, received);
      waiting = waiting.filter(({ count, resolve }) => requests.length < count || resolve());
    });
  });
  // Keeps idle connections open until the dispatcher closes them.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(wanted, host, resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls === false ? 'http' : 'https'}://localhost:${port}/webhooks`,
    port,
    requests,
    arrived: () => requests.map(({ id }) => id),
    answer(...next) {
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
    reset() {
      requests.length = 0;
      behaviours = [204];
    },
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responds after a delay. */
export const after =
  (milliseconds: number, status = 204): Behaviour =>
  (response) => {
    setTimeout(() => response.writeHead(status).end(), milliseconds);
  };

/** Withholds all responses until `release` is called. */
export function holdAnswers(status = 204): { hold: Behaviour; release(): void } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return {
    hold: (response) => void released.then(() => response.writeHead(status).end()),
    release,
  };
}

/** Writes raw bytes to the connection and closes it. */
export const raw =
  (bytes: string | Buffer): Behaviour =>
  (response) => {
    response.socket?.end(bytes);
  };

/** Never responds. */
export const silence: Behaviour = () => {};
