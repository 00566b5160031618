import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { locateBinaries } from './binaries.ts';
import { demandPassword, forgottenPassword } from './data-directory/access.ts';
import { prepareDataDirectory } from './data-directory/data-directory.ts';
import { makeDataDirectory } from './data-directory/make-data-directory.ts';
import { readPassword } from './data-directory/password.ts';
import { withLaunchLock } from './launch-lock.ts';
import { isServing, readPostmasterFile, stopPostmaster } from './postmaster.ts';
import { addressOf, probe, type ServerAddress } from './probe.ts';
import { chooseRunAs } from './run-as.ts';
import { dataDirectory, type Server } from './server.ts';
import { launchServer, startTimeout } from './server-process.ts';
import { hasSocket, removeSocketDirectory } from './socket-directory.ts';

/** Milliseconds to wait until the remains of a killed server have disappeared. */
const remainsTimeout = 30_000;

/** SQLSTATE */
const wrongPassword = '28P01';

export interface Found {
  /** For the superuser. */
  address: ServerAddress;
  /** True if the server was already running. */
  adopted: boolean;
}

export interface ClusterOptions {
  dataDir: string;
  /** Further server settings; they apply if this call starts the server. */
  settings?: Readonly<Record<string, string>>;
  /** Milliseconds for one attempt to connect. */
  connectTimeout?: number;
  /** Milliseconds without a listener after which a running server is considered to have lost its socket. */
  lostSocketTimeout?: number;
}

/** A database cluster on disk: starts, finds and stops its server. Call the other methods within `locked`. */
export interface Cluster {
  /** Runs `work` while no other process starts or stops this server. The signal only ends the wait for the lock. */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Finds the running server or starts one. Creates the database files if there are none and `mayInitialize` is set.
   * @throws the signal's reason if it aborts; a server that had been started is stopped first
   */
  startOrAdopt(mayInitialize: boolean, signal?: AbortSignal): Promise<Found>;
  /** Finds the running server. */
  find(): Promise<ServerAddress | undefined>;
  stop(): Promise<void>;
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const root = await makeRoot(options.dataDir);
  const directory = dataDirectory(root);
  const binaries = await locateBinaries();
  const runAs = await chooseRunAs(root, directory.pgData, binaries.postgres);
  const { settings = {}, connectTimeout = 5_000, lostSocketTimeout = 3_000 } = options;
  const password = await readPassword(directory);
  const server: Server = {
    directory,
    binaries,
    runAs,
    password,
    settings,
    connectTimeout,
    lostSocketTimeout,
  };
  return {
    locked: (work, signal) => withLaunchLock(directory.lockFile, runAs.owner, work, signal),
    async startOrAdopt(mayInitialize, signal) {
      try {
        const found = await startOrAdopt(server, mayInitialize, signal);
        await demandPassword(server, found.address);
        return found;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === wrongPassword)) throw error;
        throw new Error(forgottenPassword(server), { cause: error });
      }
    },
    find: () => findRunning(server),
    async stop() {
      const file = await readPostmasterFile(directory.pgData);
      if (!file) return;
      await stopPostmaster(directory.pgData, file.pid);
      await removeSocketDirectory(file.socketDirectory);
    },
  };
}

async function makeRoot(dataDir: string): Promise<string> {
  await makeDataDirectory(dataDir);
  return realpath(dataDir);
}

async function startOrAdopt(server: Server, mayInitialize: boolean, signal?: AbortSignal): Promise<Found> {
  const { directory } = server;
  const deadline = Date.now() + remainsTimeout;
  for (;;) {
    const running = await findRunning(server, signal);
    if (running) return { address: running, adopted: true };
    const remains = await readPostmasterFile(directory.pgData);
    await prepareDataDirectory(server, mayInitialize);
    const result = await launchServer(server, remains?.pid, signal);
    if (!('failure' in result)) {
      if (remains) await removeSocketDirectory(remains.socketDirectory);
      return { address: result, adopted: false };
    }
    if (Date.now() > deadline) throw new Error(result.failure);
    await sleep(100);
  }
}

/** Waits for a server that is slow, starting or stopping, and stops one that has lost its socket. */
async function findRunning(server: Server, signal?: AbortSignal): Promise<ServerAddress | undefined> {
  const { directory, password, connectTimeout, lostSocketTimeout } = server;
  const begin = Date.now();
  let lastHeard = begin;
  for (;;) {
    const file = await readPostmasterFile(directory.pgData);
    if (!file) return undefined;
    const address = addressOf(file, password);
    const readiness = address ? await probe(address, connectTimeout, signal) : 'busy';
    signal?.throwIfAborted();
    if (address && readiness === 'ready') return address;
    if (!(await isServing(file.pid, directory.pgData))) return undefined;
    if (readiness === 'busy') lastHeard = Date.now();
    if (Date.now() - lastHeard > lostSocketTimeout || !(await hasSocket(file))) {
      await stopPostmaster(directory.pgData, file.pid);
      return undefined;
    }
    if (Date.now() - begin > startTimeout)
      throw new Error(`PostgreSQL (process ${file.pid}) does not become ready.`);
    await sleep(20);
  }
}
