// Dispatchers, and their yardstick.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryRules } from '@pv-planning/webhook-delivery';
import {
  type WorkerOptions,
  type WorkerOrder,
  type WorkerReport,
  workerScript,
} from '@pv-planning/webhook-delivery/testing';
import type { Pace } from '../measure/figure.ts';
import { type NodeProcess, startNode } from '../process/node-process.ts';
import { paceOf } from '../process/pace.ts';
import type { BareOptions, BareOrder } from './bare-loop.ts';
import { eventData, type Stage, type StageCompany } from './stage.ts';

/** Milliseconds between progress checks. */
const pollIntervalMs = 50;

/** Starts processes, each with the same options. */
function startSenders({ senderCore: core }: Stage, count: number, script: URL, options: object) {
  const sender = { script, core, parameters: [JSON.stringify(options)], readyText: 'ready' };
  return Promise.all(Array.from({ length: count }, () => startNode(sender)));
}

/** Sends all of them an order. @returns the sum of their reports by field */
async function askAll<Report>(senders: readonly NodeProcess[], order: object): Promise<Report> {
  const total: Record<string, number> = {};
  for (const report of await Promise.all(senders.map((sender) => sender.ask(order))))
    for (const [field, value] of Object.entries(report as Record<string, number>))
      total[field] = (total[field] ?? 0) + value;
  return total as Report;
}

async function endAll(senders: readonly NodeProcess[], signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await Promise.all(senders.map((sender) => sender.end(signal)));
}

/** Starts dispatchers in separate processes, which begin to deliver immediately. */
export async function startDispatchers(stage: Stage, count = 1, rules: Partial<DeliveryRules> = {}) {
  const { postgres, ca } = stage;
  const options: WorkerOptions = { url: postgres.url, ca, rules };
  const dispatchers = await startSenders(stage, count, workerScript, options);
  const order = (message: WorkerOrder) => askAll<WorkerReport>(dispatchers, message);
  const report = () => order({ order: 'report' });
  await order({ order: 'start' });
  return {
    /** Total work and resource usage since the start. */
    report,
    /** Queues at least the given number of deliveries and waits until they are completed. */
    async deliver(companies: readonly StageCompany[], deliveries: number): Promise<Pace> {
      const endpoints = companies.flatMap(({ urls }) => urls).length;
      const eventsEach = Math.ceil(deliveries / endpoints);
      await stage.queue(companies, eventsEach);
      const { delivered } = await report();
      const queued = eventsEach * endpoints;
      return paceOf(report, postgres, async () => {
        await stage.wake(companies);
        while ((await report()).delivered < delivered + queued) await sleep(pollIntervalMs);
        return queued;
      });
    },
    kill: () => endAll(dispatchers, 'SIGKILL'),
    [Symbol.asyncDispose]: () => endAll(dispatchers, 'SIGTERM'),
  };
}

/** Concurrent requests per endpoint, equal to the total of all dispatchers. */
const concurrency = 8;

/** Starts the yardstick of dispatchers: the same number of processes that only sign and post. */
export async function startBareLoops(stage: Stage, companies: readonly StageCompany[], count: number) {
  const event = { id: crypto.randomUUID(), type: 'customer.created', createdAt: new Date().toISOString() };
  const options: BareOptions = {
    urls: companies.flatMap(({ urls }) => urls),
    ca: stage.ca,
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
    body: JSON.stringify({ ...event, data: eventData }),
    concurrency: concurrency / count,
  };
  const loops = await startSenders(stage, count, new URL('bare-loop.ts', import.meta.url), options);
  return {
    async deliver(posts: number): Promise<Pace> {
      const order: BareOrder = { posts: Math.ceil(posts / count) };
      const begun = performance.now();
      const { cpuMicroseconds } = await askAll<{ cpuMicroseconds: number }>(loops, order);
      const sent = order.posts * count;
      return {
        perSecond: (sent * 1000) / (performance.now() - begun),
        cpuMicroseconds: cpuMicroseconds / sent,
        databaseMicroseconds: 0,
      };
    },
    [Symbol.asyncDispose]: () => endAll(loops, 'SIGTERM'),
  };
}
