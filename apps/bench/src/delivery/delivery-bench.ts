import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { largeResponse } from './large-response.ts';
import { latency, oneEndpointLatency } from './latency.ts';
import { longQueue } from './long-queue.ts';
import { restart } from './restart.ts';
import { type Stage, type StageCompany, withStage } from './stage.ts';
import { throughApi } from './through-api.ts';
import { fourDispatchers, oneDispatcher } from './throughput.ts';

const companiesCount = 10;
const endpointsEach = 5;

function addCompanies(stage: Stage): Promise<StageCompany[]> {
  const paths = Array.from({ length: endpointsEach }, () => '/confirm' as const);
  return Promise.all(Array.from({ length: companiesCount }, () => stage.addCompany(paths)));
}

/** Measures the delivery of events, also under adverse conditions. */
export async function deliveryBench({ delivery }: Effort): Promise<Figure[]> {
  // Separate databases, because PostgreSQL keeps vacuuming for minutes after hundreds of thousands of deliveries.
  const latencies = await withStage({ pinned: false }, async (stage) => [
    ...(await oneEndpointLatency(stage, delivery.latency)),
    ...(await latency(stage, delivery.latency)),
  ]);
  const ofOne = await withStage({ pinned: true }, async (stage) =>
    oneDispatcher(stage, [await stage.addCompany(['/confirm'])], delivery.throughput, {
      endpoints: 'one endpoint',
      minRatio: 0.6,
    }),
  );
  const ofFifty = await withStage({ pinned: true }, async (stage) =>
    oneDispatcher(stage, await addCompanies(stage), delivery.throughput, {
      endpoints: 'fifty endpoints',
      minRatio: 0.7,
    }),
  );
  const others = await withStage({ pinned: false }, async (stage) => {
    const companies = await addCompanies(stage);
    return [
      ...(await fourDispatchers(stage, companies, delivery.fourDispatchers)),
      ...(await restart(stage)),
      ...(await throughApi(stage, delivery.throughApi)),
      ...(await largeResponse(stage, companies, delivery.throughput)),
      // Runs last, because the deliveries left in the queue would affect the other measurements.
      ...(await longQueue(stage, companies, delivery.longQueue)),
    ];
  });
  return [...latencies, ...ofOne, ...ofFifty, ...others];
}
