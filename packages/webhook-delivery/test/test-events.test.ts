import { verify } from '@pv-planning/webhooks';
import { expect, test } from 'vitest';
import { testEventType } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

test('a test event is signed and sent only to its endpoint, regardless of the subscribed event types', async () => {
  const { companyId, id, secret } = await bench.subscribe(receiver.url, { eventTypes: ['customer.created'] });
  const other = await bench.subscribe(receiver.url, { companyId });
  bench.dispatch();
  const { deliveryId, eventId } = await bench.endpoints.sendTest(id);
  const [delivery] = await settled(bench, id, 'delivered');
  expect(delivery).toMatchObject({
    id: deliveryId,
    eventId,
    eventType: testEventType,
    attempts: [{ trigger: 'test', attemptNumber: 1, outcome: 'delivered' }],
  });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests;
  expect(verify({ secret, headers: headers as Record<string, string>, body })).toEqual({
    id: eventId,
    type: 'endpoint.test',
    createdAt: delivery?.eventCreatedAt,
    data: { endpointId: id.endpointId },
  });
  expect(await bench.deliveries.list(other.id)).toEqual([]);
});

test.each(['paused', 'disabled'] as const)(
  'a test event is sent to a %s endpoint and does not change its state',
  async (state) => {
    const { companyId, id } = await bench.subscribe(receiver.url);
    const { kysely } = bench.database;
    await kysely.updateTable('webhookEndpoint').set({ state }).where('companyId', '=', companyId).execute();
    bench.dispatch();
    await bench.endpoints.sendTest(id);
    await settled(bench, id, 'delivered');
    expect((await bench.endpoints.get(id)).state).toBe(state);
  },
);

test.each([
  [500, 'exhausted'],
  [204, 'delivered'],
] as const)(
  'a test event with response %d is %s after one attempt and does not affect the health of the endpoint',
  async (answer, status) => {
    receiver.answer(answer);
    const { companyId, id } = await bench.subscribe(receiver.url);
    const { kysely } = bench.database;
    await kysely
      .updateTable('webhookEndpoint')
      .set({ consecutiveFailures: 19 })
      .where('companyId', '=', companyId)
      .execute();
    bench.dispatch();
    await bench.endpoints.sendTest(id);
    const [delivery] = await settled(bench, id, status);
    expect(delivery?.attempts).toHaveLength(1);
    expect(await bench.endpoints.get(id)).toMatchObject({ state: 'active', consecutiveFailures: 19 });
  },
);
