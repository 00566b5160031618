import type { Figure } from '../measure/figure.ts';
import { latency } from './latency.ts';
import { throughApi } from './through-api.ts';
import { throughput } from './throughput.ts';

const one = { companies: 1, endpointsEach: 1, dispatchers: 1, minRatio: 0.6 };
const fifty = { companies: 10, endpointsEach: 5, dispatchers: 1, minRatio: 0.7 };

/**
 * The parts of the benchmark, each with a database of its own, because PostgreSQL keeps vacuuming for minutes after hundreds of
 * thousands of deliveries.
 */
export const deliveryParts: Record<string, (quick: boolean) => Promise<Figure[]>> = {
  'delivery:one-endpoint-latency': latency,
  'delivery:one-endpoint': (quick) => throughput(quick, 'one dispatcher, one endpoint', one),
  'delivery:fifty-endpoints': (quick) => throughput(quick, 'one dispatcher, fifty endpoints', fifty),
  'delivery:fifty-companies': (quick) =>
    throughput(quick, 'one dispatcher, fifty companies', { ...fifty, companies: 50, endpointsEach: 1 }),
  'delivery:four-dispatchers': (quick) => throughput(quick, 'four dispatchers', { ...fifty, dispatchers: 4 }),
  'delivery:api-one-company': (quick) => throughApi(quick, { companies: 1, maxMicroseconds: 1_200 }),
  'delivery:api-fifty-companies': (quick) =>
    throughApi(quick, { companies: quick ? 10 : 50, maxMicroseconds: 1_600, maxRoundTrips: 0.3 }),
};
