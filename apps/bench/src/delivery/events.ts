import { setTimeout as sleep } from 'node:timers/promises';
import { createDispatcherNotifier, createOutbox } from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import type { ReceiverPath } from './receiver-orders.ts';
import { eventData, type Stage, type StageCompany } from './stage.ts';

/** Events raised per second. */
export const perSecond = 200;

/** Maximum wait for the last arrivals, and the interval of checks. */
const maxWaitMs = 60_000;
const pollIntervalMs = 200;

/** Returns the number of a company's endpoints that confirm deliveries. */
const confirming = ({ urls }: StageCompany): number =>
  urls.filter((url) => new URL(url).pathname === ('/time' satisfies ReceiverPath)).length;

/**
 * Records events at a constant rate, each in its own transaction, like the service. Returns the expected number of arrivals at
 * receivers that confirm.
 */
export async function raiseEvents(
  { database }: Stage,
  companies: readonly StageCompany[],
  seconds: number,
): Promise<number> {
  const notifier = createDispatcherNotifier({ kysely: database.kysely, logger: pino({ level: 'silent' }) });
  const recording: Promise<void>[] = [];
  let expected = 0;
  const begun = performance.now();
  async function raise(companyId: string): Promise<void> {
    const outbox = createOutbox({ companyId, wake: notifier.wake });
    outbox.record({ type: 'customer.created', data: eventData });
    await database.transaction(companyId, async () => {}, { atCommit: outbox });
  }
  while (performance.now() < begun + seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
    while (recording.length < due) {
      const company = companies[recording.length % companies.length];
      if (!company) throw new RangeError('At least one company is required.');
      recording.push(raise(company.companyId));
      expected += confirming(company);
    }
    await sleep(2);
  }
  await Promise.all(recording);
  await notifier.stop();
  return expected;
}

/** Waits for the expected arrivals and returns the milliseconds from each event to its arrival. */
export async function latenciesOfAll({ receivers }: Stage, expected: number): Promise<number[]> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const { latencies } = await receivers.arrivals();
    if (latencies.length === expected) return latencies;
    if (latencies.length > expected || performance.now() > deadline) {
      throw new Error(`${latencies.length} deliveries arrived instead of ${expected}.`);
    }
    await sleep(pollIntervalMs);
  }
}
