import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { errorResponder, requestLog } from '../../src/index.ts';

/** Serves an API as a service would, between the log and the answers to errors. */
export async function serve(api: RequestHandler, logger = pino({ level: 'silent' })) {
  const app = express()
    .enable('strict routing')
    .enable('case sensitive routing')
    .use(requestLog(logger), api, errorResponder(logger));
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}
