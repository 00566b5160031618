import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The content of `postmaster.pid` in a data directory. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** Empty while the server does not listen yet. */
  socketDirectory: string;
}

export async function readPostmasterFile(pgData: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketDirectory = ''] = text.split('\n');
  if (!Number(pid) || !Number(port)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDirectory };
}

/**
 * Whether the process is a running server of this data directory, not a zombie and not another process that reused the PID
 * after a crash or reboot.
 */
export async function isServing(pid: number, pgData: string): Promise<boolean> {
  if (!exists(pid)) return false;
  const command = process.platform === 'linux' ? await linuxCommand(pid) : await psCommand(pid);
  return command.includes(pgData);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Command line of the process; empty if it does not exist or is a zombie. */
async function linuxCommand(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
}

/** The same on systems without /proc. */
async function psCommand(pid: number): Promise<string> {
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/**
 * Stops the server: closes open connections and writes committed data.
 * @throws Error if it still runs after `timeout` milliseconds
 */
export async function stopPostmaster(pgData: string, pid: number, timeout = 30_000): Promise<void> {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + timeout;
  while (await isServing(pid, pgData)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
    await sleep(10);
  }
}
