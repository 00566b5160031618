import { startDispatchers } from '../delivery/dispatchers.ts';
import { latenciesOfAll, raiseEvents } from '../delivery/events.ts';
import { withStage } from '../delivery/stage.ts';
import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { quantile } from '../measure/statistics.ts';
import { fairnessFigures } from './fairness-figures.ts';

const slowEndpoints = 4;

/**
 * Deliveries per slow endpoint: enough for its window to reach the maximum, and enough to occupy the window for the whole
 * measurement.
 */
const quickDeliveries = 2_000;
const slowDeliveries = 1_000;

/**
 * Measures how long the events of one company take while the receivers of two others, whose windows have grown, respond only
 * shortly before the timeout.
 */
export function slowReceivers({ caseSeconds }: Effort['fairness']): Promise<Figure[]> {
  return withStage({ pinned: false }, async (stage) => {
    const addSlowCompany = () => stage.addCompany(Array.from({ length: slowEndpoints }, () => '/slow-down'));
    const slow = [await addSlowCompany(), await addSlowCompany()];
    const other = await stage.addCompany(['/time']);
    const dispatcher = await startDispatchers(stage, { count: 1 });
    const slowest = async () =>
      quantile(await latenciesOfAll(stage, await raiseEvents(stage, [other], caseSeconds)), 0.99);
    try {
      await latenciesOfAll(stage, await raiseEvents(stage, [other], 1));
      await stage.receivers.reset();
      const idle = await slowest();
      await dispatcher.deliver(slow, slow.length * slowEndpoints * quickDeliveries);
      await stage.receivers.reset();
      await stage.receivers.slowDown();
      await stage.queue(slow, slowDeliveries);
      await stage.wake(slow);
      const busy = await slowest();
      const { peakResidentBytes } = await dispatcher.report();
      return fairnessFigures('first attempts of a company while the receivers of two others become slow', {
        busy,
        idle,
        peakResidentBytes,
      });
    } finally {
      // A stop would wait for the slow responses.
      await dispatcher.kill();
    }
  });
}
