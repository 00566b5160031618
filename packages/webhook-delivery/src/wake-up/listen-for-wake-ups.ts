import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type LiveDispatchers, tryLock } from '../queue/live-dispatchers.ts';
import { channel } from './notify-dispatchers.ts';

/** A lost connection is replaced at once, before other dispatchers consider this one dead. Further attempts wait longer. */
const firstReconnectMs = 50;
const reconnectMs = 1_000;
/** Short, because other dispatchers consider this one dead soon after its old connection has released the lock. */
const relockMs = 100;
const connectionTimeoutMillis = 5_000;
/** Firewalls and NAT forget idle connections after a few minutes, without telling either side. */
const keepAliveInitialDelayMillis = 30_000;

export interface WakeUpOptions {
  /** Must connect to PostgreSQL itself, since a pooler in transaction mode does not forward notifications. */
  connection: () => pg.ClientConfig;
  /** The dispatcher's. */
  wake: (companyId?: string) => void;
  /** Shows other dispatchers that this dispatcher is alive, by means of an advisory lock on the connection. */
  presence?: Pick<LiveDispatchers, 'id' | 'setLocked'>;
  logger: Logger;
}

/** Listens for notifications of other processes on a separate connection. While disconnected, the dispatcher relies on polling. */
export function listenForWakeUps({ connection, wake, presence, logger }: WakeUpOptions): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let connecting: Promise<unknown> = Promise.resolve();
  /** Whether the latest connection has been established. */
  let isListening = false;

  async function listen(): Promise<void> {
    client = new pg.Client({
      keepAlive: true,
      keepAliveInitialDelayMillis,
      connectionTimeoutMillis,
      ...connection(),
    });
    const ended = new Promise<void>((resolve, reject) => {
      client?.once('end', resolve);
      client?.on('error', reject);
    });
    ended.catch(() => {});
    client.on('notification', ({ payload = '' }) => {
      if (payload === '') wake();
      else for (const companyId of payload.split(',')) wake(companyId);
    });
    connecting = client.connect();
    await connecting;
    stopping.signal.throwIfAborted();
    isListening = true;
    await Promise.all([
      ended,
      presence && lock(client, presence),
      // Polls once, because notifications were missed while nobody listened.
      client.query(`listen ${channel}`).then(() => wake()),
    ]);
  }

  /** Retries, because an earlier connection keeps the lock until PostgreSQL notices that the connection has ended. */
  async function lock(
    connected: pg.Client,
    { id, setLocked }: NonNullable<WakeUpOptions['presence']>,
  ): Promise<void> {
    for (;;) {
      const { rows } = await connected.query(`select ${tryLock(id)} as locked`);
      if (rows[0].locked) return setLocked(true);
      await delay(relockMs, undefined, { signal: stopping.signal });
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      isListening = false;
      try {
        await listen();
      } catch (error) {
        logger.debug({ err: error }, 'not connected for wake-ups');
      }
      presence?.setLocked(false);
      await client?.end().catch(() => {});
      const waitMs = isListening ? firstReconnectMs : reconnectMs;
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    async stop() {
      stopping.abort();
      // A client that is ended while it connects may never emit `end`.
      await connecting.catch(() => {});
      await client?.end().catch(() => {});
      await listening;
    },
  };
}
