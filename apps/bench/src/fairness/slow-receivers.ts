import { latenciesOfAll, raiseEvents } from '../delivery/events.ts';
import { startDispatchers } from '../delivery/senders.ts';
import { startStage } from '../delivery/stage.ts';
import { type Figure, quantile } from '../measure/figure.ts';
import { fairnessFigures } from './fairness-case.ts';

const secondsOf = (quick: boolean) => (quick ? 4 : 10);

const slowCompanies = 2;
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
export async function slowReceivers(quick: boolean): Promise<Figure[]> {
  await using stage = await startStage();
  const slow = await stage.addCompanies(slowCompanies, slowEndpoints, '/slow-down');
  const other = await stage.addCompanies(1, 1, '/time');
  const dispatcher = await startDispatchers(stage);
  const slowest = async () =>
    quantile(await latenciesOfAll(stage, await raiseEvents(stage, other, secondsOf(quick))), 0.99);
  try {
    await latenciesOfAll(stage, await raiseEvents(stage, other, 1));
    await stage.forgetArrivals();
    const idleMs = await slowest();
    await dispatcher.deliver(slow, slowCompanies * slowEndpoints * quickDeliveries);
    await stage.forgetArrivals();
    await stage.slowDown();
    await stage.queue(slow, slowDeliveries);
    await stage.wake(slow);
    const busyMs = await slowest();
    const { peakResidentBytes } = await dispatcher.report();
    const name = 'first attempts of a company while the receivers of two others become slow';
    return fairnessFigures(name, { busyMs, idleMs, peakResidentBytes });
  } finally {
    // A stop would wait for the slow responses.
    await dispatcher.kill();
  }
}
