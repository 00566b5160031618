import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';

/** Serves handlers with the settings of a service behind a proxy. */
export async function serve(...handlers: (RequestHandler | ErrorRequestHandler)[]) {
  const app = express()
    .enable('strict routing')
    .enable('case sensitive routing')
    .enable('trust proxy')
    .use(handlers);
  const server = createServer({ keepAliveTimeout: 75_000 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
