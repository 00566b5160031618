import { setTimeout as sleep } from 'node:timers/promises';
import { createDispatcherNotifier, createOutbox } from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import { eventData, type Stage, type StageCompany } from './stage.ts';

/** Events raised per second. */
export const perSecond = 200;

/** Maximum wait for the last arrivals, and the interval of checks. */
const maxWaitMs = 60_000;
const pollIntervalMs = 200;

const logger = pino({ level: 'silent' });

/**
 * Records events of the companies in turn at a constant rate, each in its own transaction, like the service. Returns the number of
 * their deliveries.
 */
export async function raiseEvents(
  { database }: Stage,
  companies: readonly StageCompany[],
  seconds: number,
): Promise<number> {
  const notifier = createDispatcherNotifier({ kysely: database.kysely, logger });
  const recording: Promise<void>[] = [];
  let expected = 0;
  const begun = performance.now();
  while (performance.now() < begun + seconds * 1000) {
    const due = ((performance.now() - begun) / 1000) * perSecond;
    while (recording.length < Math.floor(due)) {
      const { companyId, urls } = companies[recording.length % companies.length] as StageCompany;
      const outbox = createOutbox({ companyId, wake: notifier.wake });
      outbox.record({ type: 'customer.created', data: eventData });
      recording.push(database.transaction(companyId, async () => {}, { atCommit: outbox }));
      expected += urls.length;
    }
    await sleep(2);
  }
  await Promise.all(recording);
  await notifier.stop();
  return expected;
}

/** Waits for the expected arrivals and returns the milliseconds from each event to its arrival. */
export async function latenciesOfAll({ arrivals }: Stage, expected: number): Promise<number[]> {
  const deadline = performance.now() + maxWaitMs;
  let { latencies } = await arrivals();
  while (latencies.length < expected && performance.now() < deadline) {
    await sleep(pollIntervalMs);
    ({ latencies } = await arrivals());
  }
  if (latencies.length === expected) return latencies;
  throw new Error(`${latencies.length} deliveries arrived instead of ${expected}.`);
}
