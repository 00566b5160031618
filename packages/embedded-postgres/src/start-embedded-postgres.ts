import { randomUUID } from 'node:crypto';
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts';
import { isAlone } from './other-clients.ts';
import { openPresence, type Presence } from './presence.ts';
import type { ServerAddress } from './probe.ts';
import { removeSocketDirectory } from './socket-directory.ts';

/** Milliseconds between attempts to start a server again that died. */
const restartPause = 1_000;

/** PostgreSQL on a data directory, shared with all other processes that use the same directory. */
export interface EmbeddedPostgres {
  /** True when it ran already, false when this process started it. */
  readonly adopted: boolean;
  /** For every connection of this process: on leaving, it tells them from the connections of others. */
  readonly applicationName: string;
  /** Where it listens now; changes when it is started again. */
  address(): ServerAddress;
  /** Finds it or starts it again when it died, which also happens by itself. */
  ensureRunning(): Promise<void>;
  /** Leaves it; the caller has closed its connections before. The last process to leave stops the server. */
  close(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends ClusterOptions {
  /** Calls the start off; of no effect afterwards. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts PostgreSQL on `dataDir`, or finds the one that runs there. While this process uses it, one connection
 * stands for the process: the server itself knows who is there, and the operating system tells it who died.
 * @throws Error saying what to do when it cannot start; the signal's reason when it is called off
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { signal } = options;
  const cluster = await openCluster(options);
  const applicationName = `pv-planning ${randomUUID()}`;
  let { address, presence, adopted } = await cluster.locked(
    () => join(cluster, applicationName, true, signal),
    signal,
  );
  let restart: Promise<void> | undefined;
  let closed = false;
  watch(presence);

  function watch(current: Presence): void {
    void current.ended.then(() => {
      if (!closed && current === presence) restartUntilItRuns();
    });
  }

  function restartUntilItRuns(): void {
    ensureRunning().catch(() => setTimeout(restartUntilItRuns, restartPause).unref());
  }

  async function rejoin(): Promise<void> {
    if (closed) return;
    const old = presence;
    ({ address, presence } = await join(cluster, applicationName, false));
    watch(presence);
    await old.close();
  }

  function ensureRunning(): Promise<void> {
    restart ??= cluster.locked(rejoin).finally(() => {
      restart = undefined;
    });
    return restart;
  }

  return {
    adopted,
    applicationName,
    address: () => address,
    ensureRunning,
    async close() {
      if (closed) return;
      closed = true;
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
  // It may die while it is asked; then there is nothing to stop.
  const alone = await isAlone(running, applicationName).catch(() => false);
  if (alone) await cluster.stop();
}
