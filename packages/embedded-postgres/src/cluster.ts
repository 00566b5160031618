import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateBinaries } from './binaries.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { withLaunchLock } from './launch-lock.ts';
import { isServing, readPostmasterFile, stopPostmaster } from './postmaster.ts';
import { addressOf, probe, type ServerAddress } from './probe.ts';
import { chooseRunAs } from './run-as.ts';
import { dataDirectory, type Server } from './server.ts';
import { launchServer, startTimeout } from './server-process.ts';
import { hasSocket, removeSocketDirectory } from './socket-directory.ts';

/** Milliseconds for the remains of a killed server to vanish. */
const patience = 30_000;

/** Milliseconds nobody may listen for a living server before it is taken for one that has lost its socket. */
const silenceOfLivingServer = 3_000;

export interface Found {
  address: ServerAddress;
  /** True when it ran already. */
  adopted: boolean;
}

export interface ClusterOptions {
  dataDir: string;
  /** Further settings of the server, when this call starts it. */
  settings?: Readonly<Record<string, string>>;
}

/** A database cluster on disk: starts, finds and stops its server. All but `locked` is to be called within it. */
export interface Cluster {
  /** Runs `work` while no other process starts or stops this server. The signal ends only the waiting for that. */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Finds the running server or starts one, making the database files when there are none and that is allowed.
   * @throws the signal's reason when it is aborted; what was started has then ended
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
  const server: Server = { directory, binaries, runAs, settings: options.settings ?? {} };
  return {
    locked: (work, signal) => withLaunchLock(directory.lockFile, runAs.owner, work, signal),
    startOrAdopt: (mayInitialize, signal) => startOrAdopt(server, mayInitialize, signal),
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
  const root = path.resolve(dataDir);
  // As root, PostgreSQL runs as somebody else, who must be able to pass.
  await mkdir(root, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return realpath(root);
}

async function startOrAdopt(server: Server, mayInitialize: boolean, signal?: AbortSignal): Promise<Found> {
  const { directory } = server;
  const deadline = Date.now() + patience;
  for (;;) {
    const running = await findRunning(server, signal);
    if (running) return { address: running, adopted: true };
    const remains = await readPostmasterFile(directory.pgData);
    await prepareDataDirectory(server, mayInitialize);
    const result = await launchServer(server, remains?.pid, signal);
    if (!('refusal' in result)) {
      if (remains) await removeSocketDirectory(remains.socketDirectory);
      return { address: result, adopted: false };
    }
    if (Date.now() > deadline) throw new Error(result.refusal);
    await sleep(100);
  }
}

/** Waits for a server that is slow, starts or stops, and ends one that lives but has lost its socket. */
async function findRunning({ directory }: Server, signal?: AbortSignal): Promise<ServerAddress | undefined> {
  const begin = Date.now();
  let lastHeard = begin;
  for (;;) {
    const file = await readPostmasterFile(directory.pgData);
    if (!file) return undefined;
    const address = addressOf(file);
    const readiness = address ? await probe(address) : 'busy';
    if (address && readiness === 'ready') return address;
    if (!(await isServing(file.pid, directory.pgData))) return undefined;
    if (readiness === 'busy') lastHeard = Date.now();
    if (Date.now() - lastHeard > silenceOfLivingServer || !(await hasSocket(file))) {
      await stopPostmaster(directory.pgData, file.pid);
      return undefined;
    }
    if (Date.now() - begin > startTimeout)
      throw new Error(`PostgreSQL (process ${file.pid}) does not get ready.`);
    signal?.throwIfAborted();
    await sleep(20);
  }
}
