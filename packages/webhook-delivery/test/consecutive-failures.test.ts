import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { saveResults } from '../src/dispatch/results/save-results.ts';
import type { AttemptResult } from '../src/dispatch/send/attempt.ts';
import { defaultRules, type EndpointId, type OnNotice } from '../src/index.ts';
import { secretKey } from '../src/testing/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { holdAnswers } from './support/receiver.ts';
import { diskFull, rejectWrites } from './support/reject-writes.ts';
import { eventually, settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

/** Sets the number of consecutive failures, as if the attempts had been made. */
const failedBefore = ({ endpointId }: EndpointId, consecutiveFailures: number) =>
  bench.database.kysely
    .updateTable('webhookEndpoint')
    .set({ consecutiveFailures, sendWindow: 1 })
    .where('id', '=', endpointId)
    .execute();

const notices = async (id: EndpointId) =>
  (await bench.endpoints.notices(id)).map(
    ({ kind, consecutiveFailures }) => `${kind} ${consecutiveFailures}`,
  );

test('twenty failures over several events disable the endpoint: sending stops, events are kept, notices are recorded', async () => {
  receiver.answer(500);
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => log.push(line) });
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 4);
  const { registry } = bench.dispatch({ logger });
  await eventually(async () => expect((await bench.endpoints.get(id)).state).toBe('disabled'));
  expect(await bench.endpoints.get(id)).toMatchObject({
    stateReason: '20 failed attempts in a row',
    consecutiveFailures: 20,
  });
  const sent = receiver.requests.length;
  await bench.record(companyId);
  await bench.drainDue(companyId);
  expect(receiver.requests).toHaveLength(sent);

  const deliveries = await bench.deliveries.list(id);
  expect(deliveries.flatMap(({ attempts }) => attempts)).toHaveLength(sent);
  expect(deliveries).toHaveLength(5);
  expect(await notices(id)).toEqual(['disabled 20', 'failing 10']);
  expect(await bench.endpoints.notices({ companyId })).toMatchObject([
    { errorCode: 'http_status', errorText: 'Responded with 500; only 200 to 299 confirms receipt.' },
    {},
  ]);
  expect(log.map((line) => JSON.parse(line).consecutiveFailures)).toEqual([10, 20]);
  expect(await registry.metrics()).toContain('webhook_endpoints{state="disabled"} 1\n');
});

test('an endpoint is disabled even if onNotice fails', async () => {
  receiver.answer(500);
  const log: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => log.push(line) });
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 4);
  const onNotice: OnNotice = async (_notice, transaction) => {
    await sql`delete from webhook_notice`.execute(transaction);
    await sql`select 1 / 0`.execute(transaction);
  };
  bench.dispatch({ logger, onNotice });
  await eventually(async () => expect((await bench.endpoints.get(id)).state).toBe('disabled'));
  expect(await notices(id)).toEqual(['disabled 20', 'failing 10']);
  expect(log.map((line) => JSON.parse(line).err.message)).toEqual(['division by zero', 'division by zero']);
});

test('a success after nineteen failures keeps the endpoint active and resets the count', async () => {
  receiver.answer(500, 204);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await failedBefore(id, 18);
  bench.dispatch();
  await bench.record(companyId);
  const [delivery] = await settled(bench, id, 'delivered');
  expect(delivery?.attempts).toMatchObject([{ outcome: 'failed' }, { outcome: 'delivered' }]);
  expect(await bench.endpoints.get(id)).toMatchObject({ state: 'active', consecutiveFailures: 0 });
  expect(await notices(id)).toEqual([]);
});

test('four workers that save failures concurrently disable the endpoint once', async () => {
  receiver.answer(500);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 60);
  for (let count = 0; count < 4; count++) bench.dispatch({ rules: { probeFromFailures: 100 } });
  await eventually(async () => expect((await bench.endpoints.get(id)).state).toBe('disabled'));
  await bench.stop();
  expect(await notices(id)).toEqual(['disabled 20', 'failing 10']);
  const attempts = (await bench.deliveries.list({ ...id, limit: 100 })).flatMap(
    (delivery) => delivery.attempts,
  );
  expect(attempts).toHaveLength(receiver.requests.length);
});

test('internal errors do not count', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await failedBefore(id, 19);
  bench.dispatch({ secretKey: Buffer.from(secretKey).fill(8), rules: { maxAttempts: 2 } });
  await bench.record(companyId);
  const [delivery] = await settled(bench, id, 'exhausted');
  expect(delivery?.attempts).toMatchObject([{ errorCode: 'internal' }, { errorCode: 'internal' }]);
  expect(await bench.endpoints.get(id)).toMatchObject({ state: 'active', consecutiveFailures: 19 });
  expect(receiver.requests).toEqual([]);
});

test('a failure that was saved late because the database was unavailable counts once', async () => {
  receiver.answer(500);
  const { kysely } = bench.database;
  const { companyId, id } = await bench.subscribe(receiver.url);
  const accept = await rejectWrites(kysely, 'insert on webhook_delivery_finished', { code: diskFull });
  const log: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => log.push(line) });
  bench.dispatch({ logger, rules: { maxAttempts: 1 } });
  await bench.record(companyId);
  await eventually(() => expect(log.length).toBeGreaterThan(1));
  await accept();
  await settled(bench, id, 'exhausted');
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 });
  expect(receiver.requests).toHaveLength(1);
});

test('a success resets the count even if the reset could not be saved together with the delivery', async () => {
  const answers = holdAnswers();
  receiver.answer(answers.hold);
  const { kysely } = bench.database;
  const { companyId, id } = await bench.subscribe(receiver.url);
  const log: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => log.push(line) });
  bench.dispatch({ logger });
  await bench.record(companyId);
  await receiver.received(1);
  await failedBefore(id, 5);
  const updates = 'update of consecutive_failures on webhook_endpoint';
  const accept = await rejectWrites(kysely, updates, { code: diskFull });
  answers.release();
  await eventually(() => expect(log.length).toBeGreaterThan(1));
  await accept();
  await eventually(async () =>
    expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 }),
  );
});

/** Claims deliveries of the endpoint. Returns a function that saves an attempt of each. */
async function attemptOf({ companyId }: EndpointId, count: number, outcome: AttemptResult['outcome']) {
  const { kysely } = bench.database;
  const rules = { ...defaultRules, gateFirstMs: 0 };
  const { claims } = await claimDeliveries(kysely, { companyId, limit: count, rules });
  const results = claims.map(
    (claim): AttemptResult => ({
      claim,
      outcome,
      errorCode: outcome === 'failed' ? 'http_status' : null,
      errorText: outcome === 'failed' ? 'Responded with 500; only 200 to 299 confirms receipt.' : null,
      startedAtMs: claim.claimedAt.databaseMs,
      durationMs: 1,
      timings: {},
      requestHeaders: {},
      response: null,
      retryInMs: 0,
      requestedPauseMs: 0,
    }),
  );
  expect(results).toHaveLength(count);
  return () => saveResults(kysely, { companyId, results, rules });
}

const failOf = (id: EndpointId, count = 1) => attemptOf(id, count, 'failed');

const attemptsOf = async (id: EndpointId) =>
  (await bench.deliveries.list(id)).flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));

test('a failure that is saved again because the commit was not confirmed counts once', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  const fail = await failOf(id);
  expect(await fail()).toMatchObject({ withoutLease: 0 });
  expect(await fail()).toMatchObject({ withoutLease: 0 });
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 });
  expect(await attemptsOf(id)).toEqual(['failed']);
  await (await failOf(id))();
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 2 });
});

test('a failure after another process took over the delivery is logged but does not count', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  const fail = await failOf(id);
  await sql`
    update webhook_delivery set lease_token = gen_random_uuid() where company_id = ${companyId}::bigint
  `.execute(bench.database.kysely);
  expect(await fail()).toMatchObject({ withoutLease: 1 });
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 });
  expect(await attemptsOf(id)).toEqual(['failed']);
});

test('failures of attempts in flight at the same time count once, those of later attempts again', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 40);
  const burst = [await failOf(id, 8), await failOf(id, 8), await failOf(id, 8)];
  for (const fail of burst) await fail();
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 });
  const later = [await failOf(id), await failOf(id)];
  for (const fail of later) await fail();
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 2 });
});

test('a failure of an attempt that was in flight before a success does not end the recovery', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 4);
  const [first, early, delivered] = [await failOf(id), await failOf(id), await attemptOf(id, 1, 'delivered')];
  await first();
  await delivered();
  await early();
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0, lastErrorCode: null });
  await (await failOf(id))();
  expect(await bench.endpoints.get(id)).toMatchObject({
    consecutiveFailures: 1,
    lastErrorCode: 'http_status',
  });
});

test('from the third failure on, attempts are made one at a time after doubling pauses', async () => {
  receiver.answer(500);
  const { companyId } = await bench.subscribe(receiver.url);
  await bench.recordMany(companyId, 20);
  bench.dispatch({ rules: { gateFirstMs: 1, gateCapMs: 100 } });
  await receiver.received(20);
  const gaps = receiver.requests
    .slice(17, 20)
    .map(({ at }, index) => at - (receiver.requests[index + 16]?.at ?? 0));
  // The eight attempts at the same time count once. After more than seven failures, the pause is at its cap.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(90);
});

test('failures of companies whose endpoints are locked do not delay those of others', async () => {
  const answers = holdAnswers(500);
  receiver.answer(answers.hold);
  const locked = await Promise.all(Array.from({ length: 4 }, () => bench.subscribe(receiver.url)));
  const other = await bench.subscribe(receiver.url);
  bench.dispatch({ rules: { retryFirstMs: 3_600_000, retryCapMs: 3_600_000 } });
  for (const { companyId } of locked) await bench.record(companyId);
  await receiver.received(locked.length);
  await bench.database.kysely.transaction().execute(async (transaction) => {
    const ids = locked.map(({ endpoint }) => endpoint.id);
    await sql`select from webhook_endpoint where id = any(${ids}::uuid[]) for update`.execute(transaction);
    answers.release();
    receiver.answer(500);
    await bench.record(other.companyId);
    await eventually(async () => {
      expect(await bench.endpoints.get(other.id)).toMatchObject({ consecutiveFailures: 1 });
    });
    for (const { id } of locked)
      expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 });
  });
  for (const { id } of locked) {
    await eventually(async () =>
      expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 1 }),
    );
  }
});
