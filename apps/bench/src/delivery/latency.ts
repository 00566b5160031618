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

/** Records events as the service does, each in a transaction of its own, evenly over the time. */
async function raiseEvents(
  { database }: Stage,
  companies: readonly StageCompany[],
  seconds: number,
): Promise<void> {
  const notifier = createDispatcherNotifier({ kysely: database.kysely, logger: pino({ level: 'silent' }) });
  const recording: Promise<void>[] = [];
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
      if (company) recording.push(raise(company.companyId));
    }
    await sleep(2);
  }
  await Promise.all(recording);
  await notifier.stop();
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
    await raiseEvents(stage, companies, 1);
    await stage.receivers.forget();
    await raiseEvents(stage, companies, seconds);
    await sleep(mostMs);
    return (await stage.receivers.arrivals()).latencies;
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
