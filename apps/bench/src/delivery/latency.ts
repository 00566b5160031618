import { setTimeout as sleep } from 'node:timers/promises';
import { createDispatcherNotifier, recordEvent } from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import type { DeliveryEffort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { quantile } from '../measure/statistics.ts';
import { startDispatchers } from './dispatchers.ts';
import type { ReceiverPath } from './receiver-orders.ts';
import { eventData, type Stage, type StageCompany } from './stage.ts';

const perSecond = 200;
const endpoints = 50;
/** Of each company. */
const endpointsEach = 2;

const mostMs = 1_000;

/** How long the last arrivals are waited for, and how often they are looked for. */
const patienceMs = 60_000;
const lookEveryMs = 200;

/** Companies with endpoints that all confirm, or of which one never answers. */
function addCompanies(stage: Stage, hanging: number): Promise<StageCompany[]> {
  const paths = Array.from(
    { length: endpoints },
    (_, index): ReceiverPath => (index < hanging ? '/hang' : '/time'),
  );
  return Promise.all(
    Array.from({ length: endpoints / endpointsEach }, (_, index) =>
      stage.addCompany(paths.slice(index * endpointsEach, (index + 1) * endpointsEach)),
    ),
  );
}

/** How many of these receive a company's events and confirm them. */
const confirming = ({ urls }: StageCompany): number =>
  urls.filter((url) => new URL(url).pathname === ('/time' satisfies ReceiverPath)).length;

/**
 * Records events as the service does, each in a transaction of its own, evenly over the time. Returns how many arrivals
 * at receivers that confirm will come of them.
 */
async function raiseEvents(
  { database }: Stage,
  companies: readonly StageCompany[],
  seconds: number,
): Promise<number> {
  const notifier = createDispatcherNotifier({ kysely: database.kysely, logger: pino({ level: 'silent' }) });
  const recording: Promise<void>[] = [];
  let expected = 0;
  const begun = performance.now();
  async function raise(companyId: string): Promise<void> {
    const event = { companyId, type: 'customer.created', data: eventData };
    await database.transaction(companyId, (_queries, transaction) => recordEvent(transaction, event));
    notifier.wake(companyId);
  }
  while (performance.now() < begun + seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
    while (recording.length < due) {
      const company = companies[recording.length % companies.length];
      if (!company) throw new RangeError('Events need a company.');
      recording.push(raise(company.companyId));
      expected += confirming(company);
    }
    await sleep(2);
  }
  await Promise.all(recording);
  await notifier.stop();
  return expected;
}

/** Milliseconds from an event to its arrival, once all have arrived that are expected, each once. */
async function latenciesOfAll({ receivers }: Stage, expected: number): Promise<number[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { latencies } = await receivers.arrivals();
    if (latencies.length === expected) return latencies;
    if (latencies.length > expected || performance.now() > deadline) {
      throw new Error(`${latencies.length} deliveries arrived instead of ${expected}.`);
    }
    await sleep(lookEveryMs);
  }
}

/** Milliseconds from an event to its first arrival, of all that arrive at receivers that confirm. */
async function latencies(
  stage: Stage,
  { seconds }: DeliveryEffort['latency'],
  hanging: number,
): Promise<number[]> {
  const companies = await addCompanies(stage, hanging);
  const dispatcher = await startDispatchers(stage, { count: 1 });
  try {
    let measured: number[] = [];
    // The first second warms up.
    for (const duration of [1, seconds]) {
      await stage.receivers.forget();
      measured = await latenciesOfAll(stage, await raiseEvents(stage, companies, duration));
    }
    return measured;
  } finally {
    await dispatcher.stop();
  }
}

/** How long the first attempt takes to arrive while one of many endpoints hangs, beside the same with all of them well. */
export async function latency(stage: Stage, effort: DeliveryEffort['latency']): Promise<Figure[]> {
  const yardstick = await latencies(stage, effort, 0);
  const ours = await latencies(stage, effort, 1);
  const beside = (part: number) => {
    const name = `delivery: first attempt beside one that hangs, p${part * 100}`;
    const measured = { ours: [quantile(ours, part)], yardstick: [quantile(yardstick, part)] };
    return [{ name, unit: 'ms', better: 'less' }, measured] as const;
  };
  const slowest = quantile(ours, 0.99);
  return [
    figure(...beside(0.5)),
    figure(...beside(0.99), () => ({ text: `< ${mostMs} ms`, reached: slowest < mostMs })),
  ];
}
