import { verify } from '@pv-planning/webhooks';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { defaultRules, purgeExpired } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { days, hours, minutes } from './support/database-clock.ts';
import { drained, eventually, settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

const signed = (index: number) => {
  const { headers, body } = receiver.requests[index] ?? {};
  return {
    headers: headers as Record<string, string>,
    body: body ?? '',
    timestamp: Number(headers?.['webhook-timestamp']),
  };
};

test("signatures, log and schedule use the database's clock even if the worker's clock is wrong", async () => {
  receiver.answer(503, 204);
  const realNow = Date.now();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: realNow + minutes(10) });
  const { companyId, id, secret } = await bench.subscribe(receiver.url);
  const { registry } = bench.dispatch();
  await bench.record(companyId);
  const [delivery] = await settled(bench, id, 'delivered');
  const metrics = await registry.metrics();
  await bench.stop();

  const { headers, body, timestamp } = signed(0);
  const right = (time: number) => Math.abs(time - realNow) < minutes(5);
  expect(timestamp * 1000).toSatisfy(right);
  expect(verify({ secret, headers, body, now: timestamp })).toMatchObject({ type: 'customer.created' });
  for (const { startedAt } of delivery?.attempts ?? []) {
    expect(Date.parse(startedAt)).toSatisfy(right);
  }
  const offset = Number(/^webhook_clock_offset_seconds (.*)$/m.exec(metrics)?.[1]);
  // The wrong clock stands still, so the offset shrinks during the test.
  expect(offset).toBeGreaterThan(-601);
  expect(offset).toBeLessThan(-300);
});

test('a retry after two hours has a new timestamp and signature, but the same id and body', async () => {
  receiver.answer(500, 204);
  const { companyId, id, secret } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { retryFirstMs: hours(1), retryCapMs: hours(1) } });
  await bench.record(companyId);
  await eventually(async () => {
    const [delivery] = await bench.deliveries.list(id);
    expect(delivery?.attempts).toHaveLength(1);
  });
  await bench.clock.advance(hours(2));
  const [delivery] = await settled(bench, id, 'delivered');
  const [first, second] = [signed(0), signed(1)];
  expect(second.timestamp - first.timestamp).toBeGreaterThanOrEqual(7_200);
  expect(second.timestamp - first.timestamp).toBeLessThan(10_800);
  expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
  expect([second.headers['webhook-id'], second.body]).toEqual([first.headers['webhook-id'], first.body]);
  for (const { headers, body, timestamp } of [first, second]) {
    verify({ secret, headers, body, now: timestamp + 5 });
    const byLibrary = new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date(timestamp * 1000), body);
    expect(headers['webhook-signature']?.split(' ')).toContain(byLibrary);
  }
  expect(delivery?.attempts).toMatchObject([
    { attemptNumber: 1, outcome: 'failed', errorCode: 'http_status', responseStatus: 500 },
    { attemptNumber: 2, outcome: 'delivered', responseStatus: 204, nextAttemptAt: null },
  ]);
});

/** Longer than any test. */
const longPauses = {
  retryFirstMs: hours(1),
  retryCapMs: hours(1),
  gateFirstMs: hours(1),
  gateCapMs: hours(1),
};

test("no delivery waits longer than the longest pause after the database's clock was set back", async () => {
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.clock.advance(hours(5));
  bench.dispatch({ rules: longPauses });
  await bench.record(companyId);
  await eventually(async () => {
    const [delivery] = await bench.deliveries.list(id);
    expect(delivery?.attempts).toHaveLength(1);
  });
  await bench.stop();
  await bench.clock.advance(-hours(5));
  const { kysely } = bench.database;
  await purgeExpired(kysely, defaultRules);
  const { rows } = await sql`
    select due_at <= now() + interval '1 hour' as due from webhook_delivery where endpoint_id = ${id.endpointId}
  `.execute(kysely);
  expect(rows).toEqual([{ due: true }]);
});

test.each([
  ['5 hours', hours(5)],
  ['10 minutes', minutes(10)],
])(
  "an endpoint paused after a failure gets the next event after the database's clock was set back by %s",
  async (_name, back) => {
    receiver.answer(500, 204);
    const { companyId, id } = await bench.subscribe(receiver.url);
    await bench.clock.advance(back);
    bench.dispatch({ rules: longPauses });
    await bench.record(companyId);
    await eventually(async () =>
      expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 }),
    );
    await bench.clock.advance(-back);
    await bench.record(companyId);
    await receiver.received(2);
  },
);

test("a requested delivery does not extend a pause after the database's clock was set back", async () => {
  receiver.answer(500, 204);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.clock.advance(hours(5));
  const dispatcher = bench.dispatch({ rules: longPauses });
  await bench.record(companyId);
  await eventually(async () =>
    expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 }),
  );
  await bench.clock.advance(-hours(5));
  await bench.endpoints.sendTest(id);
  dispatcher.wake(companyId);
  await receiver.received(2);
  await bench.record(companyId);
  await receiver.received(3);
});

test("neither a used-up rate nor a dead process's lease delays a delivery after the database's clock was set back", async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { rate: 1 });
  await bench.recordMany(companyId, 2);
  await bench.clock.advance(days(40));
  const order = { companyId, limit: 1, rules: defaultRules };
  expect((await claimDeliveries(bench.database.kysely, order)).claims).toHaveLength(1);
  await bench.clock.advance(-days(40));
  bench.dispatch();
  await drained(bench, id);
  expect(receiver.requests).toHaveLength(2);
});
