import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Core, pinned } from './pinning.ts';

/** Resource usage of a process since its start. */
export interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
  peakResidentBytes: number;
}

export interface NodeProcess {
  pid: number;
  /** Rejects when the process ends; never resolves. */
  ended: Promise<never>;
  /** Sends a message and returns the reply. Only one message can be pending at a time. */
  ask(message: object): Promise<unknown>;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
}

export interface NodeProcessOptions {
  script: URL;
  core: Core;
  parameters?: readonly string[];
  env?: Record<string, string>;
  execArgv?: readonly string[];
  /** Text on standard output that marks the end of the start-up. If undefined, output is discarded. */
  readyText?: string;
}

/** Resolves when standard output contains the text; never settles if the output ends without it. */
function outputHolding({ stdout }: ChildProcess, text: string): Promise<void> {
  let output = '';
  return new Promise((resolve) => {
    stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(text)) resolve();
    });
  });
}

/** Starts a TypeScript program of this repository in a separate process. It inherits standard error. */
export async function startNode({
  script,
  core,
  parameters: ofScript = [],
  env = {},
  execArgv = [],
  readyText,
}: NodeProcessOptions): Promise<NodeProcess> {
  const [command, parameters] = pinned(core, process.execPath, [
    '--conditions=pv-source',
    ...execArgv,
    script.pathname,
    ...ofScript,
  ]);
  const child = spawn(command, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', readyText === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const ended = exit.then(([code, signal]): never => {
    throw new Error(`${script.pathname} has ended (${code ?? signal}).`);
  });
  // Prevents an unhandled rejection if nothing awaits `ended`, as after a stop.
  ended.catch(() => {});
  if (readyText !== undefined) await Promise.race([outputHolding(child, readyText), ended]);
  return {
    pid: child.pid ?? 0,
    ended,
    async ask(message) {
      child.send(message);
      const [reply] = await Promise.race([once(child, 'message'), ended]);
      return reply;
    },
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
