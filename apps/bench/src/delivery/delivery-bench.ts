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

function addCompanies(stage: Stage, companies: number, endpoints: number): Promise<StageCompany[]> {
  const paths = Array.from({ length: endpoints }, () => '/confirm' as const);
  return Promise.all(Array.from({ length: companies }, () => stage.addCompany(paths)));
}

type Part = (effort: Effort) => Promise<Figure[]>;

/**
 * The parts of the benchmark, each with a database of its own, because PostgreSQL keeps vacuuming for minutes after hundreds of
 * thousands of deliveries.
 */
export const deliveryParts = {
  'one-endpoint-latency': ({ delivery }) =>
    withStage({ pinned: false }, (stage) => oneEndpointLatency(stage, delivery.latency)),
  latency: ({ delivery }) => withStage({ pinned: false }, (stage) => latency(stage, delivery.latency)),
  'one-endpoint': ({ delivery }) =>
    withStage({ pinned: true }, async (stage) =>
      oneDispatcher(stage, await addCompanies(stage, 1, 1), delivery.throughput, {
        endpoints: 'one endpoint',
        minRatio: 0.6,
      }),
    ),
  'fifty-endpoints': ({ delivery }) =>
    withStage({ pinned: true }, async (stage) =>
      oneDispatcher(stage, await addCompanies(stage, companiesCount, endpointsEach), delivery.throughput, {
        endpoints: 'fifty endpoints',
        minRatio: 0.7,
      }),
    ),
  'fifty-companies': ({ delivery }) =>
    withStage({ pinned: true }, async (stage) =>
      oneDispatcher(stage, await addCompanies(stage, 50, 1), delivery.throughput, {
        endpoints: 'fifty companies',
        minRatio: 0.7,
      }),
    ),
  'four-dispatchers': ({ delivery }) =>
    withStage({ pinned: false }, async (stage) =>
      fourDispatchers(
        stage,
        await addCompanies(stage, companiesCount, endpointsEach),
        delivery.fourDispatchers,
      ),
    ),
  restart: () => withStage({ pinned: false }, restart),
  'api-one-company': ({ delivery }) =>
    withStage({ pinned: false }, async (stage) =>
      throughApi(stage, await addCompanies(stage, 1, 1), delivery.throughApi, {
        name: 'delivery: through the API, one endpoint',
        limits: { microseconds: 1_200 },
      }),
    ),
  'api-fifty-companies': ({ delivery }) =>
    withStage({ pinned: false }, async (stage) =>
      throughApi(stage, await addCompanies(stage, 50, 1), delivery.throughApi, {
        name: 'delivery: through the API, fifty companies',
        limits: { microseconds: 1_600, roundTrips: 0.3 },
      }),
    ),
  'large-response': ({ delivery }) =>
    withStage({ pinned: false }, async (stage) =>
      largeResponse(stage, await addCompanies(stage, companiesCount, endpointsEach), delivery.throughput),
    ),
  'long-queue': ({ delivery }) =>
    withStage({ pinned: false }, async (stage) =>
      longQueue(stage, await addCompanies(stage, companiesCount, endpointsEach), delivery.longQueue),
    ),
} satisfies Record<string, Part>;

/** Measures the delivery of events, also under adverse conditions. */
export async function deliveryBench(effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of Object.values<Part>(deliveryParts)) figures.push(...(await part(effort)));
  return figures;
}
