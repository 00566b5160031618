import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from './environment.ts';
import { readPostmasterFile } from './postmaster.ts';
import { addressOf, probe, type ServerAddress } from './probe.ts';
import type { Server } from './server.ts';
import { makeSocketDirectory, removeSocketDirectory } from './socket-directory.ts';

/** Bytes after which the log is rotated at the next start. */
const maxLogBytes = 10_000_000;

/** Maximum number of connections of all processes together. An unused one costs the server a few kilobytes. */
export const embeddedConnections = 300;

/** Additional connections for the superuser, which every process needs to start and stop the server. */
const reservedConnections = 3;

/** Milliseconds. Long, because a server that was killed under load replays its WAL first. */
export const startTimeout = 300_000;

/** A server that was just killed leaves its PID file (until it is reaped) and its processes for a moment. */
const transientFailure = /lock file "[^"]*" already exists|pre-existing shared memory block/;

/**
 * Starts the server in its own process group, so that Ctrl-C in a terminal reaches only the service, which then stops the
 * server. Resolves when the server accepts connections, or with the error if remains of the last server still block it.
 * @param deadPid the PID in `postmaster.pid`, which is no longer a server, although another process may use the number
 * @throws Error with the server's message if it does not start; the signal's reason if it aborts, after the server has stopped
 */
export async function launchServer(
  server: Server,
  deadPid?: number,
  signal?: AbortSignal,
): Promise<ServerAddress | { failure: string }> {
  const { directory, runAs } = server;
  const socketDirectory = await makeSocketDirectory(runAs);
  const log = await openLog(directory.logFile);
  const [command = '', ...rest] = serverCommand(server, socketDirectory);
  const child = spawn(command, rest, {
    ...runAs.ids,
    env: childEnvironment(deadPid),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.handle.fd, log.handle.fd],
  });
  child.unref();
  const ended = new AbortController();
  const end = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`));
  }).finally(() => ended.abort());
  await log.handle.close();

  const over = signal ? AbortSignal.any([ended.signal, signal]) : ended.signal;
  const outcome = await Promise.race([end, waitUntilReady(server, child.pid, over)]).catch(
    async (error: unknown) => {
      await stopStarting(child, end);
      await removeSocketDirectory(socketDirectory);
      throw error;
    },
  );
  if (typeof outcome === 'object') return outcome;
  if (signal?.aborted) await stopStarting(child, end);
  await removeSocketDirectory(socketDirectory);
  signal?.throwIfAborted();
  const words = (await readFile(directory.logFile)).subarray(log.start).toString().trim();
  const failure = `PostgreSQL does not start (${outcome}): ${words || 'no message'}`;
  if (transientFailure.test(words)) return { failure };
  throw new Error(failure);
}

async function stopStarting(child: ChildProcess, end: Promise<string>): Promise<void> {
  child.ref();
  child.kill('SIGINT');
  await end;
}

function serverCommand(server: Server, socketDirectory: string): string[] {
  const settings = {
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    listen_addresses: '',
    port: '5432',
    max_connections: String(embeddedConnections + reservedConnections),
    superuser_reserved_connections: String(reservedConnections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Excludes statement errors: they quote customer data, and the service logs them itself.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Detects a client that was killed while its statement runs.
    client_connection_check_interval: '1s',
    ...server.settings,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [...server.runAs.prefix, server.binaries.postgres, '-D', server.directory.pgData, ...options];
}

/** PostgreSQL ignores this PID in its lock file but still refuses to start while that server's shared memory is in use. */
function childEnvironment(deadPid: number | undefined): NodeJS.ProcessEnv {
  return { ...serverEnvironment(), ...(deadPid ? { PG_GRANDPARENT_PID: String(deadPid) } : {}) };
}

async function openLog(file: string): Promise<{ handle: FileHandle; start: number }> {
  const handle = await open(file, 'a', 0o600);
  const { size } = await handle.stat();
  if (size < maxLogBytes) return { handle, start: size };
  await handle.close();
  await rename(file, `${file}.old`);
  return { handle: await open(file, 'a', 0o600), start: 0 };
}

async function waitUntilReady(
  { directory, password, connectTimeout }: Server,
  pid: number | undefined,
  ended: AbortSignal,
): Promise<ServerAddress | 'timeout' | 'ended'> {
  const deadline = Date.now() + startTimeout;
  while (!ended.aborted) {
    const file = await readPostmasterFile(directory.pgData);
    if (file && file.pid === pid) {
      const address = addressOf(file, password);
      if (address && (await probe(address, connectTimeout, ended)) === 'ready') return address;
    }
    if (Date.now() > deadline) return 'timeout';
    await sleep(10);
  }
  return 'ended';
}
