import { setTimeout as delay } from 'node:timers/promises';
import type { QueryExecutorProvider } from 'kysely';
import pg from 'pg';
import { type LeaseOwners, liveProcesses, tryLock } from './live-processes.ts';
import { watchLoop } from './watch-loop.ts';

/** A lost connection is replaced at once, before other processes consider this one dead. Further attempts wait longer. */
const firstReconnectMs = 50;
const reconnectMs = 1_000;
/** Short, because other processes soon consider this one dead once its old connection has released the lock. */
const relockMs = 100;
const connectionTimeoutMillis = 5_000;
/** Firewalls and NAT forget idle connections after a few minutes, without telling either side. */
const keepAliveInitialDelayMillis = 30_000;
/** In seconds. PostgreSQL releases the lock of a process whose host has vanished after `idle` + `interval` x `count`. */
const serverKeepAlive = { idle: 10, interval: 5, count: 3 };
const setKeepAlive = `select ${Object.entries(serverKeepAlive)
  .map(([name, value]) => `set_config('tcp_keepalives_${name}', '${value}', false)`)
  .join()}`;

/** Called with the payload of a notification; without one, if notifications may have been missed. */
export type Notified = (payload?: string) => void;

export interface ProcessSessionOptions {
  /** Reads the locks of all processes. */
  database: QueryExecutorProvider;
  /**
   * Connects to PostgreSQL itself, since a pooler in transaction mode forwards no notifications and keeps no locks of a session. Without
   * it, the process has no lock, and others wait until its leases expire.
   */
  connection?: (() => pg.ClientConfig) | undefined;
  onDisconnected?: (error: unknown) => void;
  /** Called when the database has ended the connection and released the lock, while the connection seemed open here. */
  onSilentLoss?: () => void;
}

/**
 * The session of a process in the database: a connection with an advisory lock, which PostgreSQL releases when the process dies.
 * The leases of the process then become void.
 */
export interface ProcessSession {
  /** Returns the current data for taking leases. */
  owners(): LeaseOwners;
  /** Calls `died` when leases have become void because their process has died. Returns a function that stops watching. */
  watch(died: () => void): () => void;
  /** Listens on a channel of NOTIFY. Returns a function that stops listening. */
  listen(channel: string, notified: Notified): () => void;
  /** Releases the lock. Other processes then consider the leases of this one void. */
  stop(): Promise<void>;
}

export function openProcessSession({
  database,
  connection,
  onDisconnected = () => {},
  onSilentLoss = () => {},
}: ProcessSessionOptions): ProcessSession {
  const processes = liveProcesses(database, () => {
    onSilentLoss();
    // Causes a reconnect. A graceful end would wait for a response that never arrives.
    client?.connection.stream.destroy(new Error('The database has ended the connection.'));
  });
  const watchers = new Set<() => void>();
  const listeners = new Map<string, Notified>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let connecting: Promise<unknown> = Promise.resolve();
  let lastStatement: Promise<unknown> = Promise.resolve();
  /** Whether the latest connection has been established. */
  let isConnected = false;

  const watching = watchLoop({
    watch: processes.refresh,
    died: () => {
      for (const died of watchers) died();
    },
    failed: onDisconnected,
  });

  /** Sends a statement when the one before it has ended, because `pg` accepts only one at a time. */
  function query(connected: pg.Client, text: string): Promise<pg.QueryResult> {
    const result = lastStatement.then(() => connected.query(text));
    lastStatement = result.catch(() => {});
    return result;
  }

  async function listenOn(connected: pg.Client, channel: string): Promise<void> {
    await query(connected, `listen ${channel}`);
    // Notifications may have been missed before.
    listeners.get(channel)?.();
  }

  async function connect(config: pg.ClientConfig): Promise<void> {
    const connected = new pg.Client({
      keepAlive: true,
      keepAliveInitialDelayMillis,
      connectionTimeoutMillis,
      ...config,
    });
    client = connected;
    const ended = new Promise<void>((resolve, reject) => {
      connected.once('end', resolve);
      connected.on('error', reject);
    });
    ended.catch(() => {});
    connected.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload));
    connecting = connected.connect();
    await connecting;
    stopping.signal.throwIfAborted();
    isConnected = true;
    await Promise.all([
      ended,
      query(connected, setKeepAlive),
      lock(connected),
      ...[...listeners.keys()].map((channel) => listenOn(connected, channel)),
    ]);
  }

  /** Retries, because an earlier connection keeps the lock until PostgreSQL notices that the connection has ended. */
  async function lock(connected: pg.Client): Promise<void> {
    for (;;) {
      const { rows } = await query(connected, `select ${tryLock(processes.id)} as locked`);
      if (rows[0].locked) return processes.setLocked(true);
      await delay(relockMs, undefined, { signal: stopping.signal });
    }
  }

  async function keepConnected(configuration: () => pg.ClientConfig): Promise<void> {
    while (!stopping.signal.aborted) {
      isConnected = false;
      try {
        await connect(configuration());
      } catch (error) {
        onDisconnected(error);
      }
      processes.setLocked(false);
      await client?.end().catch(() => {});
      const waitMs = isConnected ? firstReconnectMs : reconnectMs;
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const staying = connection ? keepConnected(connection) : Promise.resolve();
  return {
    owners: processes.owners,
    watch(died) {
      watchers.add(died);
      return () => watchers.delete(died);
    },
    listen(channel, notified) {
      listeners.set(channel, notified);
      if (client && isConnected) listenOn(client, channel).catch(onDisconnected);
      return () => listeners.delete(channel);
    },
    async stop() {
      stopping.abort();
      await watching.stop();
      // A client that is ended while it connects may never emit `end`.
      await connecting.catch(() => {});
      await client?.end().catch(() => {});
      await staying;
    },
  };
}
