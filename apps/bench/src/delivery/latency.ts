import { type Figure, figureAlone, quantile } from '../measure/figure.ts';
import { paceOf } from '../process/pace.ts';
import { latenciesOfAll, perSecond, raiseEvents } from './events.ts';
import { startDispatchers } from './senders.ts';
import { startStage } from './stage.ts';

const secondsOf = (quick: boolean) => (quick ? 3 : 25);

const maxMs = { p50: 3, p99: 15 };
/** From recording the event to recording the response. */
const maxMicroseconds = 2_000;

/** Measures the latency and cost of first attempts at one endpoint that receives all events. */
export async function latency(quick: boolean): Promise<Figure[]> {
  await using stage = await startStage();
  const companies = await stage.addCompanies(1, 1, '/time');
  await using dispatcher = await startDispatchers(stage);
  // The first second is the warm-up.
  await latenciesOfAll(stage, await raiseEvents(stage, companies, 1));
  await stage.forgetArrivals();
  let latencies: number[] = [];
  const { cpuMicroseconds, databaseMicroseconds } = await paceOf(
    dispatcher.report,
    stage.postgres,
    async () => {
      latencies = await latenciesOfAll(stage, await raiseEvents(stage, companies, secondsOf(quick)));
      return latencies.length;
    },
  );
  const name = `delivery: first attempt at one endpoint, ${perSecond} events per second`;
  const less = (what: string, unit: string) => ({ name: `${name}, ${what}`, unit, better: 'less' }) as const;
  const microseconds = cpuMicroseconds + databaseMicroseconds;
  return [
    figureAlone(less('p50', 'ms'), quantile(latencies, 0.5), maxMs.p50),
    figureAlone(less('p99', 'ms'), quantile(latencies, 0.99), maxMs.p99),
    figureAlone(less('processor time with PostgreSQL', 'µs'), microseconds, maxMicroseconds),
    figureAlone(less('processor time of PostgreSQL', 'µs'), databaseMicroseconds),
  ];
}
