import { createHmac } from 'node:crypto';
import { verify } from '@pv-planning/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Receiver, selfSigned, startReceiver } from './receiver.ts';
import { openWorkbench, settled, type Workbench } from './workbench.ts';

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

test('an event reaches its receiver, signed for libraries and for hand-written receivers', async () => {
  const { endpoint, secret } = await bench.subscribe(receiver.url, ['customer.created']);
  bench.dispatch();
  const id = await bench.record('customer.created', { id: '1002', lastName: 'Bäckerei Kornblume 🌞' });
  const [request] = await receiver.received(1);
  if (!request) throw new Error('nothing received');
  const headers = request.headers as Record<string, string>;

  expect(request.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'PV-Planning-Webhooks/1',
    'webhook-id': id,
  });
  const envelope = {
    id,
    type: 'customer.created',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { id: '1002', lastName: 'Bäckerei Kornblume 🌞' },
  };
  expect(new Webhook(secret).verify(request.body, headers)).toEqual(envelope);
  expect(verify({ secret, headers, body: request.body })).toEqual(envelope);
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${request.body}`;
  const byHand = `v1,${createHmac('sha256', secret).update(text).digest('hex')}`;
  expect(headers['webhook-signature']?.split(' ')).toContain(byHand);

  const [delivery] = await settled(bench, endpoint, 'delivered');
  expect(delivery).toMatchObject({ eventId: id, eventType: 'customer.created', dueAt: null });
  expect(delivery?.attempts).toMatchObject([
    {
      attemptNumber: 1,
      trigger: 'auto',
      outcome: 'delivered',
      errorCode: null,
      responseStatus: 204,
      url: receiver.url,
    },
  ]);
});

test('over TLS, trusting the given authority', async () => {
  const tls = await selfSigned('localhost');
  const secure = await startReceiver({ tls });
  const { endpoint } = await bench.subscribe(secure.url);
  bench.dispatch({ ca: tls.cert });
  await bench.record();
  const [delivery] = await settled(bench, endpoint, 'delivered');
  expect(delivery?.attempts[0]?.timings).toMatchObject({
    resolved: expect.any(Number),
    connected: expect.any(Number),
    secured: expect.any(Number),
    answered: expect.any(Number),
  });
  await secure.close();
});
