import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { largeAnswer } from './large-answer.ts';
import { latency } from './latency.ts';
import { longQueue } from './long-queue.ts';
import { type Stage, type StageCompany, withStage } from './stage.ts';
import { fourDispatchers, oneDispatcher } from './throughput.ts';

const companiesCount = 10;
const endpointsEach = 5;

function addCompanies(stage: Stage): Promise<StageCompany[]> {
  const paths = Array.from({ length: endpointsEach }, () => '/confirm' as const);
  return Promise.all(Array.from({ length: companiesCount }, () => stage.addCompany(paths)));
}

/** What it costs to deliver events, and what disturbs it. */
export function deliveryBench({ delivery }: Effort): Promise<Figure[]> {
  return withStage(async (stage) => {
    const companies = await addCompanies(stage);
    return [
      ...(await oneDispatcher(stage, companies, delivery.throughput)),
      ...(await fourDispatchers(stage, companies, delivery.fourDispatchers)),
      ...(await latency(stage, delivery.latency)),
      ...(await largeAnswer(stage, companies, delivery.throughput)),
      // The last one: what it leaves in the queue would disturb the others.
      ...(await longQueue(stage, companies, delivery.longQueue)),
    ];
  });
}
