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

const maxMs = 1_000;

/** Maximum wait for the last arrivals, and the interval of checks. */
const maxWaitMs = 60_000;
const lookEveryMs = 200;

/** Creates companies whose endpoints all confirm, except the given number that never respond. */
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

/** Returns the number of a company's endpoints that confirm. */
const confirming = ({ urls }: StageCompany): number =>
  urls.filter((url) => new URL(url).pathname === ('/time' satisfies ReceiverPath)).length;

/**
 * Records events at a constant rate, each in its own transaction, like the service. Returns the expected number of arrivals at
 * receivers that confirm.
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

/** Waits for the expected arrivals and returns the milliseconds from each event to its arrival. */
async function latenciesOfAll({ receivers }: Stage, expected: number): Promise<number[]> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const { latencies } = await receivers.arrivals();
    if (latencies.length === expected) return latencies;
    if (latencies.length > expected || performance.now() > deadline) {
      throw new Error(`${latencies.length} deliveries arrived instead of ${expected}.`);
    }
    await sleep(lookEveryMs);
  }
}

/** Returns the milliseconds from each event to its first arrival at receivers that confirm. */
async function latencies(
  stage: Stage,
  { seconds }: DeliveryEffort['latency'],
  hanging: number,
): Promise<number[]> {
  const companies = await addCompanies(stage, hanging);
  const dispatcher = await startDispatchers(stage, { count: 1 });
  try {
    let measured: number[] = [];
    // The first second is the warm-up.
    for (const duration of [1, seconds]) {
      await stage.receivers.forget();
      measured = await latenciesOfAll(stage, await raiseEvents(stage, companies, duration));
    }
    return measured;
  } finally {
    await dispatcher.stop();
  }
}

/** Measures the latency of first attempts while one of many endpoints hangs, and with all endpoints healthy for comparison. */
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
    figure(...beside(0.99), () => ({ text: `< ${maxMs} ms`, reached: slowest < maxMs })),
  ];
}
