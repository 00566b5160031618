import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingsError } from '../settings/settings.ts';

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
  /** What stands before HOST and PORT in the names of the variables that set them. */
  prefix: '' | 'METRICS_';
}

/** Why one cannot listen there, and what to do. */
function refusal(code: string | undefined, { host, port, prefix }: Place): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Set ${prefix}PORT to a free one.`;
    case 'EACCES':
      return `Port ${port} is for root alone. Set ${prefix}PORT to one from 1024 on.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine. Set ${prefix}HOST to one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return undefined;
  }
}

/**
 * How long a connection may be idle: longer than load balancers and clients keep theirs, commonly 60 s, so that it is they who
 * close it. Closed from here, it could break a request that is on its way.
 */
const idleConnectionMs = 75_000;

/** @throws {SettingsError} when nobody can listen there */
export async function startHttpServer(listener: RequestListener, place: Place): Promise<HttpServer> {
  const { host, port } = place;
  const server = createServer({ keepAliveTimeout: idleConnectionMs }, listener);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const message = refusal((error as NodeJS.ErrnoException).code, place);
    throw message === undefined ? error : new SettingsError(message);
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
