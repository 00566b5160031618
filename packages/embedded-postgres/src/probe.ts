import { Socket } from 'node:net';
import pg from 'pg';
import type { PostmasterFile } from './postmaster.ts';
import { superuser } from './server.ts';

/** Where an embedded PostgreSQL listens. `host` is the directory of its Unix socket. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** Address for the superuser. Undefined while the server does not listen yet. */
export function addressOf(
  { socketDirectory, port }: PostmasterFile,
  password: string,
): ServerAddress | undefined {
  return socketDirectory ? { host: socketDirectory, port, user: superuser, password } : undefined;
}

/** SQLSTATE of "the database system is starting up", "… shutting down", "… in recovery mode". */
const cannotConnectNow = '57P03';

/** Errors that mean that nothing listens. Other errors and timeouts also occur if a server is slow. */
const nobodyListens = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * The state of the server: `ready`; `busy`: slow, starting or stopping; `silent`: nothing listens. Aborting the signal ends the
 * attempt, with `busy`.
 * @throws Error for any other response, such as a failed authentication
 */
export async function probe(
  address: ServerAddress,
  connectionTimeoutMillis: number,
  signal?: AbortSignal,
): Promise<'ready' | 'busy' | 'silent'> {
  if (signal?.aborted) return 'busy';
  const socket = new Socket();
  const stop = () => socket.destroy();
  signal?.addEventListener('abort', stop);
  const client = new pg.Client({
    ...address,
    database: 'postgres',
    connectionTimeoutMillis,
    stream: () => socket,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== cannotConnectNow) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    return nobodyListens.has(code) ? 'silent' : 'busy';
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}
