import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

export interface SpawnedService {
  process: ChildProcess;
  /** What it wrote, both streams. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
}

export interface ServiceProcess extends SpawnedService {
  /** Empty for a dispatcher. */
  url: string;
  /** Where metrics and probes are, when `METRICS_PORT` is set. */
  metricsUrl: string | undefined;
  /** From the call to `ready`. */
  startMs: number;
  /** Of the demo company; only the first start on a data directory shows it. */
  apiKey: string | undefined;
}

export interface ServiceOptions {
  dataDir: string;
  port?: number;
  /** What follows `npm start --`. */
  args?: readonly string[];
  environment?: Record<string, string>;
}

/** Begins to start the service as `npm start` does, on an embedded database. */
export function spawnService(options: ServiceOptions): SpawnedService {
  const { dataDir, port = 0, args = [], environment = {} } = options;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    NODE_ENV: 'test',
    ...environment,
  };
  const child = spawn(process.execPath, ['--conditions=pv-source', entry, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { process: child, output: () => output, exited };
}

/** Starts the service and waits until it is ready. @throws Error with its output when it ends instead */
export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const service = spawnService(options);
  const { process: child, exited } = service;
  for (;;) {
    const output = service.output();
    const ready = /^ready( (?<url>http\S+)|: sending webhooks)$/m.exec(output);
    if (ready) {
      const url = ready.groups?.url ?? '';
      const metricsUrl = /^metrics: (\S+)\/metrics$/m.exec(output)?.[1];
      const startMs = performance.now() - startedAt;
      const apiKey = /API key \(shown once\): (\S+)/.exec(output)?.[1];
      return { ...service, url, metricsUrl, startMs, apiKey };
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      await exited;
      throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}: ${service.output()}`);
    }
    await delay(5);
  }
}

/** Ends it as an operator does. */
export async function stopServiceProcess({
  process: child,
  exited,
}: ServiceProcess): Promise<number | NodeJS.Signals> {
  child.kill('SIGTERM');
  return exited;
}

export const killTargets = ['node', 'postgres', 'both'] as const;

export type KillTarget = (typeof killTargets)[number];

/** Kills without warning, as a power cut or the kernel's out-of-memory killer does. */
export async function killHard(target: KillTarget, service: ServiceProcess, dataDir: string): Promise<void> {
  if (target !== 'node') process.kill(postmasterPid(dataDir), 'SIGKILL');
  if (target !== 'postgres') {
    service.process.kill('SIGKILL');
    await service.exited;
  }
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
