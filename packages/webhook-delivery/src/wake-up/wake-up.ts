import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { lockOf } from '../queue/leases.ts';

const channel = 'webhook_delivery';

/** PostgreSQL takes 8000 bytes; an empty text says "look for all that have something to send". */
const payloadLimit = 7_000;

/** Minimum interval between notifications: a wake-up alone is sent at once, many are gathered. */
const intervalMs = 2;
const reconnectMs = 1_000;

/**
 * Notifies dispatchers in other processes that companies have due deliveries. Without it, they find them at their next poll. Call
 * it outside of transactions: PostgreSQL serializes commits that notify.
 */
export async function notifyDispatchers(
  database: QueryExecutorProvider,
  companyIds: Iterable<string>,
): Promise<void> {
  const text = [...companyIds].join();
  await sql`select pg_notify(${channel}, ${text.length > payloadLimit ? '' : text})`.execute(database);
}

export interface DispatcherNotifier {
  /** Call after a commit that recorded events, with their company. Returns immediately. */
  wake(companyId: string): void;
  /** Sends pending notifications. */
  stop(): Promise<void>;
}

/** Creates a notifier for processes that record events without a dispatcher. Batches wake-ups. */
export function createDispatcherNotifier({
  kysely,
  logger,
}: {
  kysely: QueryExecutorProvider;
  logger: Logger;
}): DispatcherNotifier {
  const companies = new Set<string>();
  let sending: Promise<void> | undefined;
  let nextMs = 0;

  async function send(): Promise<void> {
    // What is woken in the same turn of the event loop goes along.
    const waitMs = nextMs - performance.now();
    await (waitMs > 0 ? delay(waitMs) : nextTurn());
    nextMs = performance.now() + intervalMs;
    const ids = [...companies];
    companies.clear();
    await notifyDispatchers(kysely, ids).catch((error: unknown) => {
      logger.debug({ err: error }, 'dispatchers not notified, they will find the events at their next poll');
    });
    sending = companies.size > 0 ? send() : undefined;
  }

  return {
    wake(companyId) {
      companies.add(companyId);
      sending ??= send();
    },
    async stop() {
      while (sending) await sending;
    },
  };
}

const connectionTimeoutMillis = 5_000;

/** Shows other dispatchers that this one lives, by an advisory lock of the connection. */
interface Presence {
  /** Number of the lock. */
  readonly id: number;
  /** Whether the lock is held now. Leases taken meanwhile end when it is free again. */
  held(isHeld: boolean): void;
}

export interface WakeUpOptions {
  /** Must connect to PostgreSQL itself, since a pooler in transaction mode does not forward notifications. */
  connection: () => pg.ClientConfig;
  /** As of a dispatcher. */
  wake: (companyId?: string) => void;
  presence?: Presence;
  logger: Logger;
}

/** Listens for notifications of other processes on a separate connection. While disconnected, the dispatcher relies on polling. */
export function listenForWakeUps({ connection, wake, presence, logger }: WakeUpOptions): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let connecting: Promise<unknown> = Promise.resolve();

  async function listen(): Promise<void> {
    client = new pg.Client({ keepAlive: true, connectionTimeoutMillis, ...connection() });
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
    await Promise.all([
      ended,
      presence && hold(client, presence),
      // What was said while nobody listened.
      client.query(`listen ${channel}`).then(() => wake()),
    ]);
  }

  /** Until PostgreSQL notices the end of an earlier connection, that one has the lock. */
  async function hold(connected: pg.Client, presence: Presence): Promise<void> {
    for (;;) {
      const { rows } = await connected.query(`select ${lockOf(presence.id)} as held`);
      if (rows[0].held) return presence.held(true);
      await delay(reconnectMs, undefined, { signal: stopping.signal });
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        logger.debug({ err: error }, 'not connected for wake-ups');
      }
      presence?.held(false);
      await client?.end().catch(() => {});
      await delay(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    async stop() {
      stopping.abort();
      // A client that is told to end while it connects may never say that it has ended.
      await connecting.catch(() => {});
      await client?.end().catch(() => {});
      await listening;
    },
  };
}
