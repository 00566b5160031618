import { createHmac } from 'node:crypto';
import { verify } from '@pv-planning/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { openWorkbench, settled, type Workbench } from './support/workbench.ts';

let bench: Workbench;
let receiver: Receiver;

beforeAll(async () => {
  bench = await openWorkbench();
  receiver = await startReceiver();
  bench.dispatch();
});
afterEach(() => receiver.reset());
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

async function firstRequest() {
  const [request] = await receiver.received(1);
  if (!request) throw new Error('No request was received.');
  return { body: request.body, headers: request.headers as Record<string, string> };
}

test('a delivery has signatures for libraries and for hand-written receivers', async () => {
  const { companyId, id, secret } = await bench.subscribe(receiver.url);
  const eventId = await bench.record(companyId, 'customer.created', { id: '1002', lastName: 'Kornblüme 🌞' });
  const { headers, body } = await firstRequest();

  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'PV-Planning-Webhooks/1',
    'webhook-id': eventId,
  });
  const envelope = {
    id: eventId,
    type: 'customer.created',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { id: '1002', lastName: 'Kornblüme 🌞' },
  };
  expect(new Webhook(secret).verify(body, headers)).toEqual(envelope);
  expect(verify({ secret, headers, body })).toEqual(envelope);
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const byHand = `v1,${createHmac('sha256', secret).update(text).digest('hex')}`;
  expect(headers['webhook-signature']?.split(' ')[0]).toBe(byHand);

  const [delivery] = await settled(bench, id, 'delivered');
  expect(delivery).toMatchObject({ eventId, eventType: 'customer.created', dueAt: null });
  expect(JSON.stringify(delivery)).not.toContain(secret);
});

test('a delivery is signed with both secrets during a rotation', async () => {
  const { companyId, id, secret: old } = await bench.subscribe(receiver.url);
  const { secret } = await bench.endpoints.rotateSecret(id);
  await bench.record(companyId);
  const { headers, body } = await firstRequest();
  new Webhook(old).verify(body, headers);
  new Webhook(secret).verify(body, headers);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(8);
});

test('the old secret is not used after its overlap', async () => {
  const { companyId, id, secret: old } = await bench.subscribe(receiver.url);
  const { secret } = await bench.endpoints.rotateSecret(id, { overlapHours: 0 });
  await bench.record(companyId);
  const { headers, body } = await firstRequest();
  expect(() => new Webhook(old).verify(body, headers)).toThrow('No matching signature found');
  new Webhook(secret).verify(body, headers);
});

test('a second rotation invalidates the first secret immediately, so that at most two are valid', async () => {
  const { companyId, id, secret: first } = await bench.subscribe(receiver.url);
  const { secret: second } = await bench.endpoints.rotateSecret(id);
  const { secret: third } = await bench.endpoints.rotateSecret(id);
  await bench.record(companyId);
  const { headers, body } = await firstRequest();
  for (const secret of [second, third]) new Webhook(secret).verify(body, headers);
  expect(() => new Webhook(first).verify(body, headers)).toThrow('No matching signature found');
});

test.each([
  ['base64', 1, 44],
  ['hex', 2, 64],
] as const)(
  'with signatureMode %s, webhook-signature contains only signatures of this encoding (entries: %d)',
  async (signatureMode, entries, length) => {
    const { companyId, id, secret } = await bench.subscribe(receiver.url);
    await bench.endpoints.update(id, { signatureMode });
    await bench.record(companyId);
    const { headers, body } = await firstRequest();
    verify({ secret, headers, body });
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    expect(signatures.map((text) => text.length)).toEqual(Array(entries).fill('v1,'.length + length));
  },
);

test('an event is sent only to endpoints of its company', async () => {
  const other = await bench.subscribe(receiver.url);
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.record(companyId);
  await settled(bench, id, 'delivered');
  expect(await bench.deliveries.list(other.id)).toEqual([]);
  expect(receiver.requests).toHaveLength(1);
});
