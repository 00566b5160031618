import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** The core of a process: `server` has its own; `others` (load generator, PostgreSQL) share the next one. */
export type Core = 'server' | 'others' | 'any';

const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

export interface NodeProcessOptions {
  script: URL;
  core?: Core;
  parameters?: readonly string[];
  env?: Record<string, string>;
  execArgv?: readonly string[];
  /** Text on standard output that marks the end of the start-up. If undefined, output is discarded. */
  readyText?: string;
}

export type NodeProcess = Awaited<ReturnType<typeof startNode>>;

/** Starts a TypeScript program of this repository in a separate process. It inherits standard error. */
export async function startNode(options: NodeProcessOptions) {
  const { script, core = 'any', parameters = [], env = {}, execArgv = [], readyText } = options;
  const node = [process.execPath, '--conditions=pv-source', ...execArgv, script.pathname, ...parameters];
  const pinned = core === 'any' || !canPin ? node : ['taskset', '-c', core === 'server' ? '0' : '1', ...node];
  const child = spawn(String(pinned[0]), pinned.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', readyText === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const ended = exit.then(([code, signal]): never => {
    throw new Error(`${script.pathname} has ended (${code ?? signal}).`);
  });
  // Prevents an unhandled rejection if nothing awaits `ended`, as after a stop.
  ended.catch(() => {});
  if (readyText !== undefined) {
    let output = '';
    const ready = new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => {
        output += chunk;
        if (output.includes(readyText)) resolve();
      });
    });
    await Promise.race([ready, ended]);
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    child.kill(signal);
    await exit;
  }
  return {
    pid: child.pid ?? 0,
    /** Rejects when the process ends; never resolves. */
    ended,
    /** Sends a message and returns the reply. Only one message can be pending at a time. */
    async ask(message: object): Promise<unknown> {
      child.send(message);
      const [reply] = await Promise.race([once(child, 'message'), ended]);
      return reply;
    },
    /** Sends a signal and waits until the process has ended. */
    end,
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}
