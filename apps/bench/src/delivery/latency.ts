import type { DeliveryEffort } from '../effort.ts';
import { type Figure, figure, figureAlone } from '../measure/figure.ts';
import { quantile } from '../measure/statistics.ts';
import { startDispatchers } from './dispatchers.ts';
import { latenciesOfAll, perSecond, raiseEvents } from './events.ts';
import type { ReceiverPath } from './receiver-orders.ts';
import type { Stage, StageCompany } from './stage.ts';

const endpoints = 50;
/** Endpoints of each company. */
const endpointsEach = 2;

const maxMs = 35;
/** Maximum processor time of an event at one endpoint, from recording the event to recording the response. */
const maxMicroseconds = 2_000;

/** Creates companies whose endpoints all confirm, except for the given number, which never respond. */
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

interface LatencyReading {
  latencies: number[];
  /** Processor time per delivery: of the dispatcher, and of PostgreSQL including the recording of the event. */
  cpuMicroseconds: number;
  databaseMicroseconds: number;
}

/** Returns the milliseconds from each event to its first arrival at receivers that confirm. */
async function latencies(
  stage: Stage,
  { seconds }: DeliveryEffort['latency'],
  companies: readonly StageCompany[],
): Promise<LatencyReading> {
  const dispatcher = await startDispatchers(stage, { count: 1 });
  try {
    // The first second is the warm-up.
    await latenciesOfAll(stage, await raiseEvents(stage, companies, 1));
    await stage.receivers.reset();
    const before = await dispatcher.report();
    const databaseBefore = await stage.databaseMicroseconds();
    const latencies = await latenciesOfAll(stage, await raiseEvents(stage, companies, seconds));
    const { cpuMicroseconds } = await dispatcher.report();
    const databaseMicroseconds = (await stage.databaseMicroseconds()) - databaseBefore;
    return {
      latencies,
      cpuMicroseconds: (cpuMicroseconds - before.cpuMicroseconds) / latencies.length,
      databaseMicroseconds: databaseMicroseconds / latencies.length,
    };
  } finally {
    await dispatcher.stop();
  }
}

/** Measures the latency and cost of first attempts at one endpoint that receives all events. */
export async function oneEndpointLatency(stage: Stage, effort: DeliveryEffort['latency']): Promise<Figure[]> {
  await stage.receivers.reset();
  const {
    latencies: all,
    cpuMicroseconds,
    databaseMicroseconds,
  } = await latencies(stage, effort, [await stage.addCompany(['/time'])]);
  const name = `delivery: first attempt at one endpoint, ${perSecond} events per second`;
  const within = (part: number, limit: number) => {
    const measured = quantile(all, part);
    const goal = { text: `≤ ${limit} ms`, reached: measured <= limit };
    return figureAlone({ name: `${name}, p${part * 100}`, unit: 'ms', better: 'less' }, measured, goal);
  };
  const cost = cpuMicroseconds + databaseMicroseconds;
  return [
    within(0.5, 3),
    within(0.99, 15),
    figureAlone({ name: `${name}, processor time with PostgreSQL`, unit: 'µs', better: 'less' }, cost, {
      text: `≤ ${maxMicroseconds} µs`,
      reached: cost <= maxMicroseconds,
    }),
    figureAlone(
      { name: `${name}, processor time of PostgreSQL`, unit: 'µs', better: 'less' },
      databaseMicroseconds,
    ),
  ];
}

/**
 * Measures the latency of first attempts while one of many endpoints hangs, compared with the latency when all endpoints are
 * healthy.
 */
export async function latency(stage: Stage, effort: DeliveryEffort['latency']): Promise<Figure[]> {
  await stage.receivers.reset();
  const { latencies: yardstick } = await latencies(stage, effort, await addCompanies(stage, 0));
  await stage.receivers.reset();
  const { latencies: ours } = await latencies(stage, effort, await addCompanies(stage, 1));
  const compared = (part: number) => {
    const name = `delivery: first attempt while one endpoint hangs, p${part * 100}`;
    const measured = { ours: [quantile(ours, part)], yardstick: [quantile(yardstick, part)] };
    return [{ name, unit: 'ms', better: 'less' }, measured] as const;
  };
  const slowest = quantile(ours, 0.99);
  return [
    figure(...compared(0.5)),
    figure(...compared(0.99), () => ({ text: `< ${maxMs} ms`, reached: slowest < maxMs })),
  ];
}
