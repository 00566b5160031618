import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverUrl } from '../../kernel/settings/public-url.ts';
import { SettingsError } from '../../kernel/settings/settings.ts';

export interface HttpServer {
  /** Address, for example `http://127.0.0.1:3000`. */
  url: string;
  /** Stops accepting requests and waits for open ones. */
  close(): Promise<void>;
}

interface ListenAddress {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Prefix of the environment variables `HOST` and `PORT`. */
  prefix: '' | 'METRICS_';
}

/** Explains why the server cannot listen, with a remedy for the operator. */
function listenProblem(code: string | undefined, { host, port, prefix }: ListenAddress): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Set ${prefix}PORT to a free port.`;
    case 'EACCES':
      return `Only root may use port ${port}. Set ${prefix}PORT to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine. Set ${prefix}HOST to one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return undefined;
  }
}

/**
 * Keep-alive timeout. It exceeds the usual 60 s of load balancers and clients, so that they close idle connections first; closing
 * one here could break a request in transit.
 */
const idleConnectionMs = 75_000;

/** @throws {SettingsError} if the address cannot be used */
export async function startHttpServer(
  listener: RequestListener,
  address: ListenAddress,
): Promise<HttpServer> {
  const { host, port } = address;
  const server = createServer({ keepAliveTimeout: idleConnectionMs }, listener);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const message = listenProblem((error as NodeJS.ErrnoException).code, address);
    throw message === undefined ? error : new SettingsError(message);
  }
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: serverUrl({ host, port: actualPort }),
    close: () => drain(server),
  };
}

/** Maximum time for open requests to finish after shutdown starts. */
const drainMs = 15_000;

/** Stops accepting connections, waits for open requests and closes connections as they become idle. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
