import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../src/programs/main.ts', import.meta.url));

export interface SpawnedService {
  process: ChildProcess;
  /** Returns the output on stdout and stderr. */
  output(): string;
  /** Resolves with the exit code, or with the signal that ended the process. */
  exited: Promise<number | NodeJS.Signals>;
}

export interface ServiceProcess extends SpawnedService {
  /** URL of the API; empty for a dispatcher. */
  url: string;
  /** URL of the metrics and probes, if `METRICS_PORT` is set. */
  metricsUrl: string | undefined;
  /** Time from the call until the service is ready. */
  startMs: number;
  /** Key of the demo company; only the first start on a data directory prints it. */
  apiKey: string | undefined;
}

export interface ServiceOptions {
  dataDir: string;
  port?: number;
  /** Arguments after `npm start --`. */
  args?: readonly string[];
  environment?: Record<string, string>;
}

/** Spawns the service like `npm start`, on an embedded database. Does not wait until it is ready. */
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

/** Starts the service and waits until it is ready. @throws Error with its output if it exits instead */
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

/** Stops the service like an operator, with SIGTERM. */
export async function stopServiceProcess({
  process: child,
  exited,
}: ServiceProcess): Promise<number | NodeJS.Signals> {
  child.kill('SIGTERM');
  return exited;
}

export const killTargets = ['node', 'postgres', 'both'] as const;

export type KillTarget = (typeof killTargets)[number];

/** Kills without warning, like a power failure or the kernel's out-of-memory killer. */
export async function killHard(target: KillTarget, service: ServiceProcess, dataDir: string): Promise<void> {
  if (target !== 'node') process.kill(postmasterPid(dataDir), 'SIGKILL');
  if (target !== 'postgres') {
    service.process.kill('SIGKILL');
    await service.exited;
  }
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
