import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { holdAnswers } from './support/receiver.ts';
import { drained, eventually, present } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const connection = () => ({ connectionString: bench.url });

interface Witness {
  /** Resolves once leases of dispatchers that are not seen alive are void. */
  voidLeasesAreTaken(): Promise<void>;
}

/** A delivery under the lease of a dispatcher that never lived. */
async function leaseOfNobody(): Promise<Witness> {
  const { companyId } = await bench.subscribe(receiver.url);
  const [event] = await bench.recordMany(companyId, 1);
  const lease = (leasedAt: string) =>
    sql`
      update webhook_delivery
      set lease_token = gen_random_uuid(), leased_by = 1, leased_at = ${leasedAt}::timestamptz, lease_until = 'infinity'
      where company_id = ${companyId}::bigint
    `.execute(bench.database.kysely);
  await lease('infinity');
  return {
    async voidLeasesAreTaken() {
      // Later than any that a test asks of.
      await lease(new Date(Date.now() + 500).toISOString());
      await eventually(() => expect(receiver.arrived()).toContain(event));
    },
  };
}

test('what a dispatcher that stops has in flight is not sent by another one', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold, 204);
  const nobody = await leaseOfNobody();
  const { companyId, id } = await bench.subscribe(receiver.url);
  const first = bench.dispatch({ connection });
  await present(bench, 1);
  const event = await bench.record(companyId);
  await receiver.received(1);
  bench.dispatch({ connection });
  await present(bench, 2);
  const stopped = first.stop();
  await nobody.voidLeasesAreTaken();
  answers.release();
  await stopped;
  await drained(bench, id);
  expect(receiver.arrived().filter((arrived) => arrived === event)).toHaveLength(1);
});
