import { verify } from '@pv-planning/webhooks';
import { expect, test } from 'vitest';
import { createEndpoints } from '../src/index.ts';
import { secretKey } from '../src/testing/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { startReceiver } from './support/receiver.ts';
import { settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

test('returns the secret once and stores it sealed', async () => {
  const { companyId, endpoint, secret } = await bench.subscribe(receiver.url, {
    eventTypes: ['customer.created'],
  });
  expect(secret).toMatch(/^whsec_/);
  expect(endpoint).toMatchObject({
    url: receiver.url,
    eventTypes: ['customer.created'],
    state: 'active',
    signatureMode: 'both',
  });
  expect(JSON.stringify(await bench.endpoints.list(companyId))).not.toContain('ecret":"');
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
])('rejects the URL %s with %s unless its address is allowed', async (url, code) => {
  const endpoints = createEndpoints({ kysely: bench.database.kysely, secretKey });
  const { companyId, id } = await bench.subscribe(receiver.url);
  await expect(endpoints.create({ companyId, url, eventTypes: ['*'] })).rejects.toMatchObject({ code });
  await expect(endpoints.update(id, { url })).rejects.toMatchObject({ code });
});

test.each([[[]], [['']], [['Customer.Created']], [['customer']]])(
  'rejects the event types %j',
  async (eventTypes) => {
    await expect(bench.subscribe(receiver.url, { eventTypes })).rejects.toMatchObject({
      code: 'invalid_event_types',
    });
  },
);

test('endpoints of another company, deleted endpoints and invalid ids are not found', async () => {
  const { endpoints, deliveries } = bench;
  const { companyId, id: existing } = await bench.subscribe(receiver.url);
  const { id: gone } = await bench.subscribe(receiver.url, { companyId });
  await endpoints.remove(gone);
  const foreign = { companyId: await bench.addCompany(), endpointId: existing.endpointId };
  for (const id of [foreign, gone, { companyId, endpointId: 'x' }]) {
    const results = await Promise.allSettled([
      endpoints.get(id),
      endpoints.update(id, { eventTypes: ['*'] }),
      endpoints.pause(id),
      endpoints.enable(id),
      endpoints.rotateSecret(id),
      endpoints.sendTest(id),
      endpoints.remove(id),
      deliveries.recover({ ...id, since: '2026-01-01T00:00:00Z' }),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'endpoint_not_found' } });
    }
  }
  expect((await endpoints.list(companyId)).map(({ id }) => id)).toEqual([existing.endpointId]);
  expect(await endpoints.companyOf(existing.endpointId)).toBe(companyId);
});

test('a new URL applies to the next attempt, new event types to the next event', async () => {
  const moved = await startReceiver();
  const { companyId, id } = await bench.subscribe(receiver.url, { eventTypes: ['customer.created'] });
  await bench.endpoints.pause(id);
  await bench.record(companyId, 'customer.created');
  await bench.endpoints.update(id, { url: moved.url, eventTypes: ['customer.deleted'] });
  await bench.record(companyId, 'customer.created');
  await bench.endpoints.enable(id);
  bench.dispatch();
  await settled(bench, id, 'delivered');
  expect([receiver.requests.length, moved.requests.length]).toEqual([0, 1]);
  await moved.close();
});

test('ids are case-insensitive: after a rotation with an upper-case id, deliveries are signed with the new secret', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const endpointId = id.endpointId.toUpperCase();
  const { endpoint, secret } = await bench.endpoints.rotateSecret({ companyId, endpointId });
  expect(endpoint.id).toBe(id.endpointId);
  await bench.record(companyId);
  bench.dispatch();
  await settled(bench, id, 'delivered');
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests;
  expect(() => verify({ secret, headers, body })).not.toThrow();
});
