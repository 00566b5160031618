import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingsError } from './settings.ts';

export interface HttpServer {
  /** Where it listens, for example `http://127.0.0.1:3000`. */
  url: string;
  /** Takes no further request and lets open ones end. */
  close(): Promise<void>;
}

interface Place {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** The variable that sets the port. */
  setting: string;
}

/** @throws {SettingsError} when the port is taken */
export async function startHttpServer(
  listener: RequestListener,
  { host, port, setting }: Place,
): Promise<HttpServer> {
  const server = createServer(listener);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SettingsError(`Port ${port} of ${host} is in use. Set ${setting} to a free one.`);
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () => drain(server),
  };
}

/** How long open requests may take to end once the service stops. */
const drainMs = 15_000;

/** Stops accepting and lets open requests end; connections kept alive are closed as they fall idle. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
