import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEndpoints, type Endpoint } from '../src/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { secretKey } from './settings.ts';
import { eventually, openWorkbench, settled, type Workbench } from './workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
});
afterEach(async () => {
  await bench.reset();
  receiver.requests.length = 0;
  receiver.answer(204);
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

const idOf = ({ companyId, id }: Endpoint) => ({ companyId, endpointId: id });
const stateOf = async (endpoint: Endpoint) => (await bench.endpoints.get(idOf(endpoint))).state;
const logOf = (endpoint: Endpoint) => bench.deliveries.list(idOf(endpoint));
const arrived = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

async function age(days: number) {
  await bench.database.transaction(bench.companyId, async (_queries, transaction) => {
    await sql`update webhook_event set created_at = created_at - ${days} * interval '1 day'`.execute(
      transaction,
    );
    await sql`update webhook_delivery set event_created_at = event_created_at - ${days} * interval '1 day'`.execute(
      transaction,
    );
  });
}

describe('administration', () => {
  test('shows the secret once; stores it sealed', async () => {
    const { endpoint, secret } = await bench.subscribe(receiver.url, ['customer.created']);
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toMatchObject({
      url: receiver.url,
      eventTypes: ['customer.created'],
      state: 'active',
      signatureMode: 'both',
    });
    expect(JSON.stringify(await bench.endpoints.list(bench.companyId))).not.toContain('ecret":"');
    const stored = await bench.database.kysely.selectFrom('webhookEndpoint').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
  });

  test.each([
    ['http://127.0.0.1/', 'https_required'],
    ['https://127.0.0.1/', 'blocked_address'],
    ['https://localhost/', 'blocked_address'],
    ['https://db.internal/', 'blocked_address'],
    ['https://10.0.0.1/', 'blocked_address'],
    ['nonsense', 'invalid_url'],
  ])('refuses %s unless it is allowed: %s', async (url, code) => {
    const endpoints = createEndpoints({ kysely: bench.database.kysely, secretKey });
    await expect(
      endpoints.create({ companyId: bench.companyId, url, eventTypes: ['*'] }),
    ).rejects.toMatchObject({ code });
    const { endpoint } = await bench.subscribe(receiver.url);
    await expect(endpoints.update(idOf(endpoint), { url })).rejects.toMatchObject({ code });
  });

  test('accepts a public name that cannot be looked up now', async () => {
    const resolver = {
      resolve4: () => Promise.reject({ code: 'ESERVFAIL' }),
      resolve6: () => Promise.reject({ code: 'ESERVFAIL' }),
    };
    const endpoints = createEndpoints({ kysely: bench.database.kysely, secretKey, resolver });
    const { companyId } = bench;
    const { endpoint } = await endpoints.create({
      companyId,
      url: 'https://receiver.example/x',
      eventTypes: ['*'],
    });
    expect(endpoint.url).toBe('https://receiver.example/x');
  });

  test.each([[[]], [['']], [['Customer.Created']], [['customer']]])(
    'refuses the event types %j',
    async (eventTypes) => {
      await expect(bench.subscribe(receiver.url, eventTypes)).rejects.toMatchObject({
        code: 'invalid_event_types',
      });
    },
  );

  test('knows nothing of endpoints of another company, deleted ones, or texts that are no id', async () => {
    const { endpoint } = await bench.subscribe(receiver.url);
    const { endpoint: gone } = await bench.subscribe(receiver.url);
    await bench.endpoints.remove(idOf(gone));
    const foreign = { companyId: await bench.addCompany(), endpointId: endpoint.id };
    for (const id of [foreign, idOf(gone), { companyId: bench.companyId, endpointId: 'x' }]) {
      const { endpoints } = bench;
      const refused = { code: 'endpoint_not_found' };
      await expect(endpoints.get(id)).rejects.toMatchObject(refused);
      await expect(endpoints.update(id, { eventTypes: ['*'] })).rejects.toMatchObject(refused);
      await expect(endpoints.pause(id)).rejects.toMatchObject(refused);
      await expect(endpoints.enable(id)).rejects.toMatchObject(refused);
      await expect(endpoints.rotateSecret(id)).rejects.toMatchObject(refused);
      await expect(endpoints.remove(id)).rejects.toMatchObject(refused);
    }
    expect((await bench.endpoints.list(bench.companyId)).map(({ id }) => id)).toEqual([endpoint.id]);
    expect(await bench.endpoints.companyOf(endpoint.id)).toBe(bench.companyId);
  });

  test('a new URL and new event types count from the next attempt and the next event', async () => {
    const moved = await startReceiver();
    const { endpoint } = await bench.subscribe(receiver.url, ['customer.created']);
    await bench.endpoints.pause(idOf(endpoint));
    await bench.record('customer.created');
    await bench.endpoints.update(idOf(endpoint), { url: moved.url, eventTypes: ['customer.deleted'] });
    await bench.record('customer.created');
    await bench.endpoints.enable(idOf(endpoint));
    bench.dispatch();
    await settled(bench, endpoint, 'delivered');
    expect([receiver.requests.length, moved.requests.length]).toEqual([0, 1]);
    await moved.close();
  });
});

describe('failures in a row', () => {
  test('twenty, over several events, disable the endpoint; then nothing more is sent and nothing is lost', async () => {
    receiver.answer(500);
    const { endpoint } = await bench.subscribe(receiver.url);
    for (let count = 0; count < 4; count++) await bench.record();
    bench.dispatch();
    await eventually(async () => expect(await stateOf(endpoint)).toBe('disabled'));
    const { stateReason } = await bench.endpoints.get(idOf(endpoint));
    expect(stateReason).toBe('20 failed attempts in a row');
    const sent = receiver.requests.length;
    await bench.record();
    await delay(200);
    expect(receiver.requests).toHaveLength(sent);
    const log = await logOf(endpoint);
    expect(log.flatMap(({ attempts }) => attempts)).toHaveLength(20);
    expect(log.filter(({ status }) => status === 'pending').length).toBeGreaterThanOrEqual(2);
  });

  test('one success between them sets the count back', async () => {
    receiver.answer(...Array.from({ length: 7 }, () => 500), 204);
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch();
    await bench.record();
    await settled(bench, endpoint, 'delivered');
    expect(await bench.endpoints.get(idOf(endpoint))).toMatchObject({
      state: 'active',
      consecutiveFailures: 0,
    });
  });

  test('after the third, one attempt at a time, each after a pause of the endpoint', async () => {
    receiver.answer(500);
    const { endpoint } = await bench.subscribe(receiver.url);
    for (let count = 0; count < 20; count++) await bench.record();
    bench.dispatch({ rules: { gateFirstMs: 10, gateCapMs: 100 } });
    await receiver.received(12);
    const gaps = receiver.requests
      .slice(9, 12)
      .map(({ at }, index) => at - (receiver.requests[index + 8]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(80);
    expect(await stateOf(endpoint)).toBe('active');
  });
});

describe('paused and disabled endpoints', () => {
  test('queue their events and get them in order once enabled, each with all its attempts again', async () => {
    receiver.answer(500);
    const { endpoint } = await bench.subscribe(receiver.url);
    const dispatcher = bench.dispatch({ rules: { maxConsecutiveFailures: 7 } });
    const ids = [await bench.record()];
    await eventually(async () => expect(await stateOf(endpoint)).toBe('disabled'));
    for (let count = 0; count < 5; count++) ids.push(await bench.record());
    await delay(100);
    expect(receiver.requests).toHaveLength(7);

    receiver.requests.length = 0;
    receiver.answer(500, 204);
    await bench.endpoints.enable(idOf(endpoint));
    dispatcher.wake(bench.companyId);
    const log = await settled(bench, endpoint, 'delivered', 6);
    expect(arrived()[0]).toBe(ids[0]);
    expect(arrived().filter((id) => id !== ids[0])).toEqual(ids.slice(1));
    expect(log.at(-1)?.attempts).toHaveLength(9);
    expect(await bench.endpoints.get(idOf(endpoint))).toMatchObject({
      state: 'active',
      consecutiveFailures: 0,
      stateReason: null,
    });
  });

  test('nothing is sent after a pause, and pausing twice changes nothing', async () => {
    const { endpoint } = await bench.subscribe(receiver.url);
    bench.dispatch();
    const paused = await bench.endpoints.pause(idOf(endpoint));
    expect(paused.state).toBe('paused');
    await bench.record();
    await delay(150);
    expect(receiver.requests).toEqual([]);
    expect(await bench.endpoints.pause(idOf(endpoint))).toEqual(paused);
    expect((await logOf(endpoint)).map(({ status }) => status)).toEqual(['pending']);
  });

  test('a huge queue of a paused endpoint keeps nobody waiting', async () => {
    const { endpoint } = await bench.subscribe(receiver.url);
    await bench.endpoints.pause(idOf(endpoint));
    await bench.record();
    await sql`
      insert into webhook_event (company_id, id, type, created_at, body)
      select company_id, gen_random_uuid(), type, created_at, body from webhook_event, generate_series(1, 5000)
      where company_id = ${bench.companyId}::bigint
    `.execute(bench.database.kysely);
    await sql`
      insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
      select company_id, ${endpoint.id}::uuid, id, type, created_at, created_at - interval '1 hour' from webhook_event
      where company_id = ${bench.companyId}::bigint on conflict do nothing
    `.execute(bench.database.kysely);
    const other = await bench.addCompany();
    const { endpoint: lively } = await bench.endpoints.create({
      companyId: other,
      url: receiver.url,
      eventTypes: ['*'],
    });
    await bench.record('customer.created', {}, other);
    bench.dispatch();
    await settled(bench, lively, 'delivered');
    expect(receiver.requests).toHaveLength(1);
  });

  test('events older than 30 days are discarded with a line in the log, younger ones delivered', async () => {
    const { endpoint } = await bench.subscribe(receiver.url);
    await bench.endpoints.pause(idOf(endpoint));
    const old = await bench.record();
    await age(1);
    const young = await bench.record();
    await age(29.99);
    await bench.endpoints.enable(idOf(endpoint));
    bench.dispatch();
    await eventually(async () => {
      const log = await logOf(endpoint);
      expect(log.map(({ eventId, status }) => [eventId, status])).toEqual([
        [young, 'delivered'],
        [old, 'discarded'],
      ]);
      expect(log[1]?.attempts).toMatchObject([{ outcome: 'discarded', errorCode: 'discarded_30d' }]);
    });
    expect(arrived()).toEqual([young]);
  });

  test('a deleted endpoint discards what was queued and is sent nothing more', async () => {
    const { endpoint } = await bench.subscribe(receiver.url);
    await bench.endpoints.pause(idOf(endpoint));
    await bench.record();
    await bench.endpoints.remove(idOf(endpoint));
    bench.dispatch();
    await bench.record();
    await delay(100);
    expect(receiver.requests).toEqual([]);
    expect(await logOf(endpoint)).toMatchObject([
      { status: 'discarded', attempts: [{ outcome: 'discarded', errorCode: 'endpoint_deleted' }] },
    ]);
  });
});
