import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { startPostgres } from '../process/postgres.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { fairnessCases } from './cases.ts';
import { caseFigures } from './fairness-case-figures.ts';
import { manyPages } from './many-pages.ts';
import { slowReceivers } from './slow-receivers.ts';
import { waitingSteps } from './waiting-steps.ts';

/**
 * Measures how long requests and deliveries of one company take while another company, or a client without a key, puts heavy load
 * on the service.
 */
export async function fairnessBench(effort: Effort): Promise<Figure[]> {
  const figures = [...(await manyPages(effort)), ...(await waitingSteps(effort))];
  await withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    try {
      await postgres.createDatabase();
      for (const each of fairnessCases) {
        figures.push(...(await caseFigures(each, postgres, `${directory}/service`, effort.fairness)));
      }
    } finally {
      await postgres.stop();
    }
  });
  return [...figures, ...(await slowReceivers(effort.fairness))];
}
