import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  receiverCertificate,
  type WorkerOptions,
  type WorkerOrder,
  workerScript,
} from '../../src/testing/index.ts';

export interface WorkerProcess {
  /** Starts the dispatcher. */
  start(): void;
  /** Kills the process (SIGKILL). */
  kill(): Promise<void>;
  /** Suspends the process (SIGSTOP), or lets it continue. */
  suspend(): void;
  proceed(): void;
  /** Requests a graceful stop. Resolves with the exit code. */
  terminate(): Promise<number | null>;
}

/** Spawns a process with a dispatcher. Resolves when it is loaded and waits to be started. */
export async function prepareWorker(options: Omit<WorkerOptions, 'ca'>): Promise<WorkerProcess> {
  const { cert: ca } = await receiverCertificate();
  const args = ['--conditions=pv-source', fileURLToPath(workerScript), JSON.stringify({ ...options, ca })];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(worker, 'exit');
  await new Promise((resolve) => worker.stdout?.once('data', resolve));
  return {
    start() {
      const order: WorkerOrder = { order: 'start' };
      worker.send(order);
    },
    async kill() {
      worker.kill('SIGKILL');
      await ended;
    },
    suspend: () => void worker.kill('SIGSTOP'),
    proceed: () => void worker.kill('SIGCONT'),
    async terminate() {
      worker.kill('SIGTERM');
      await ended;
      return worker.exitCode;
    },
  };
}
