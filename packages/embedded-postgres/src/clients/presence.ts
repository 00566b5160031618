import { Socket } from 'node:net';
import pg from 'pg';
import type { ServerAddress } from '../probe.ts';

/** A connection that represents this process while it uses the server. */
export interface Presence {
  /** Resolves when the connection ends, whichever side closes it. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export async function openPresence(address: ServerAddress, applicationName: string): Promise<Presence> {
  const socket = new Socket();
  const client = new pg.Client({
    ...address,
    database: 'postgres',
    application_name: applicationName,
    stream: () => socket,
  });
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  // The connection must not keep the process running.
  socket.unref();
  return {
    ended,
    async close() {
      socket.ref();
      await client.end().catch(() => {});
    },
  };
}
