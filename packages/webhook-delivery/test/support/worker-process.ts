import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DeliveryRules, NameServer } from '../../src/index.ts';
import { receiverCertificate } from './certificate.ts';

export interface WorkerOptions {
  /** Of the database. */
  url: string;
  rules?: Partial<DeliveryRules>;
  resolver?: NameServer;
}

export interface WorkerProcess {
  /** Lets it dispatch. */
  start(): void;
  /** Ends it as nobody can prevent. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit code. */
  terminate(): Promise<number | null>;
}

/** A process that has loaded everything and waits to be started. */
export async function prepareWorker(options: WorkerOptions): Promise<WorkerProcess> {
  const script = fileURLToPath(new URL('worker.ts', import.meta.url));
  const { cert: ca } = await receiverCertificate();
  const args = ['--conditions=pv-source', script, JSON.stringify({ ...options, ca })];
  const worker = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(worker, 'exit');
  await once(worker.stdout, 'data');
  return {
    start() {
      worker.stdin.write('\n');
    },
    async kill() {
      worker.kill('SIGKILL');
      await ended;
    },
    async terminate() {
      worker.kill('SIGTERM');
      await ended;
      return worker.exitCode;
    },
  };
}
