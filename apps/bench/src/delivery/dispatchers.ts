import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryRules } from '@pv-planning/webhook-delivery';
import {
  type WorkerOptions,
  type WorkerOrder,
  type WorkerReport,
  workerScript,
} from '@pv-planning/webhook-delivery/testing';
import { startNode } from '../process/node-process.ts';
import type { Stage, StageCompany } from './stage.ts';
import { sum } from './sum.ts';

/** Rate and cost of deliveries. */
export interface Pace {
  perSecond: number;
  /** Processor time of the sending processes per delivery. */
  cpuMicroseconds: number;
  /** Processor time of PostgreSQL per delivery. */
  databaseMicroseconds: number;
}

/** Dispatchers in separate processes. */
export interface Dispatchers {
  /** Total work and resource usage since the start. */
  report(): Promise<WorkerReport>;
  /** Queues at least the given number of deliveries and waits until they are completed. */
  deliver(companies: readonly StageCompany[], deliveries: number): Promise<Pace>;
  stop(): Promise<void>;
  /** Kills the processes with SIGKILL. */
  kill(): Promise<void>;
}

export interface DispatchersOptions {
  count: number;
  rules?: Partial<DeliveryRules>;
}

/** Milliseconds between progress checks. */
const pollIntervalMs = 50;

function together(reports: readonly WorkerReport[]): WorkerReport {
  const total = (field: keyof WorkerReport) => sum(reports.map((report) => report[field]));
  return {
    delivered: total('delivered'),
    claims: total('claims'),
    claimSeconds: total('claimSeconds'),
    cpuMicroseconds: total('cpuMicroseconds'),
    residentBytes: total('residentBytes'),
    peakResidentBytes: total('peakResidentBytes'),
  };
}

/** Starts dispatchers, which begin to deliver immediately. */
export async function startDispatchers(
  stage: Stage,
  { count, rules }: DispatchersOptions,
): Promise<Dispatchers> {
  const options: WorkerOptions = { url: stage.databaseUrl, ca: stage.ca, ...(rules && { rules }) };
  const workers = await Promise.all(
    Array.from({ length: count }, () =>
      startNode({
        script: workerScript,
        core: stage.senderCore,
        parameters: [JSON.stringify(options)],
        execArgv: process.env.BENCH_SERVER_FLAGS?.split(' ') ?? [],
        readyText: 'ready',
      }),
    ),
  );
  const order = async (message: WorkerOrder) =>
    together(await Promise.all(workers.map(async (worker) => (await worker.ask(message)) as WorkerReport)));
  const report = () => order({ order: 'report' });
  await order({ order: 'start' });
  return {
    report,
    async deliver(companies, deliveries) {
      const endpoints = sum(companies.map(({ urls }) => urls.length));
      const eventsEach = Math.ceil(deliveries / endpoints);
      await stage.queue(companies, eventsEach);
      const before = await report();
      const databaseBefore = await stage.databaseMicroseconds();
      const begun = performance.now();
      await stage.wake(companies);
      const queued = eventsEach * endpoints;
      let now = await report();
      while (now.delivered < before.delivered + queued) {
        await sleep(pollIntervalMs);
        now = await report();
      }
      const seconds = (performance.now() - begun) / 1000;
      return {
        perSecond: queued / seconds,
        databaseMicroseconds: ((await stage.databaseMicroseconds()) - databaseBefore) / queued,
        cpuMicroseconds: (now.cpuMicroseconds - before.cpuMicroseconds) / queued,
      };
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    async kill() {
      await Promise.all(workers.map((worker) => worker.kill()));
    },
  };
}
