import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlone } from './clients/other-clients.ts';
import { openPresence, type Presence } from './clients/presence.ts';
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts';
import type { ServerAddress } from './probe.ts';
import { restartPauses } from './restart-pauses.ts';
import { serviceRole } from './server.ts';
import { removeSocketDirectory } from './socket-directory.ts';

/** PostgreSQL died and has not been restarted. */
export class PostgresUnavailableError extends Error {
  override readonly name = 'PostgresUnavailableError';
}

/** PostgreSQL on a data directory, shared by all processes that use the directory. */
export interface EmbeddedPostgres {
  /** True if it was already running, false if this process started it. */
  readonly adopted: boolean;
  /** Set this on every connection of this process; on closing, it distinguishes them from other clients. */
  readonly applicationName: string;
  /** Where the server listens, for the service's role; changes after a restart. */
  address(): ServerAddress;
  /** The same address for the superuser, which creates databases. */
  administrator(): ServerAddress;
  /**
   * Finds the server or restarts it if it died, after a pause if it dies repeatedly. This also happens automatically.
   * @throws {PostgresUnavailableError} if it does not start
   */
  ensureRunning(): Promise<void>;
  /** Disconnects this process; close all connections first. The last process to disconnect stops the server. */
  close(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends ClusterOptions {
  /** Aborts the start. Has no effect afterwards. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts PostgreSQL on `dataDir`, or joins the server that already runs there. One connection represents this process, so the
 * server knows which processes use it, and the operating system closes the connection of a process that dies.
 * @throws Error saying what to do if it cannot start; the signal's reason if it aborts
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { signal } = options;
  const cluster = await openCluster(options);
  const applicationName = `pv-planning ${randomUUID()}`;
  let { address, presence, adopted } = await cluster.locked(
    () => join(cluster, applicationName, true, signal),
    signal,
  );
  const pauses = restartPauses();
  const closing = new AbortController();
  let restart: Promise<void> | undefined;
  let closed = false;
  watch(presence);

  function watch(current: Presence): void {
    void current.ended.then(() => {
      if (!closed && current === presence) restartUntilItRuns();
    });
  }

  function restartUntilItRuns(): void {
    ensureRunning().catch(() => {
      if (!closed) restartUntilItRuns();
    });
  }

  async function rejoin(): Promise<void> {
    if (closed) return;
    const old = presence;
    ({ address, presence } = await join(cluster, applicationName, false));
    watch(presence);
    await old.close();
  }

  function ensureRunning(): Promise<void> {
    restart ??= pauseAndRejoin().finally(() => {
      restart = undefined;
    });
    return restart;
  }

  async function pauseAndRejoin(): Promise<void> {
    try {
      await sleep(pauses.next(), undefined, { ref: false, signal: closing.signal });
      await cluster.locked(rejoin);
    } catch (error) {
      throw new PostgresUnavailableError(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    } finally {
      pauses.restarted();
    }
  }

  return {
    adopted,
    applicationName,
    address: () => ({ ...address, user: serviceRole }),
    administrator: () => address,
    ensureRunning,
    async close() {
      if (closed) return;
      closed = true;
      closing.abort();
      await cluster.locked(() => leave(cluster, { presence, address }, applicationName));
    },
  };
}

interface Membership {
  address: ServerAddress;
  presence: Presence;
  adopted: boolean;
}

async function join(
  cluster: Cluster,
  applicationName: string,
  mayInitialize: boolean,
  signal?: AbortSignal,
): Promise<Membership> {
  const { address, adopted } = await cluster.startOrAdopt(mayInitialize, signal);
  return { address, adopted, presence: await openPresence(address, applicationName) };
}

async function leave(
  cluster: Cluster,
  { presence, address }: Pick<Membership, 'presence' | 'address'>,
  applicationName: string,
): Promise<void> {
  await presence.close();
  const running = await cluster.find();
  if (!running) return removeSocketDirectory(address.host);
  // If the server dies during the check, there is nothing to stop.
  const alone = await isAlone(running, applicationName).catch(() => false);
  if (alone) await cluster.stop();
}
