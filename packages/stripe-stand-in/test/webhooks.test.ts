import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { booking, paidIntent, sdk, startForTest } from './support/stripe.ts';

/** Receives webhooks as the service does: the SDK checks signature and age. */
async function startReceiver(statuses: number[] = []) {
  const received: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), signature: String(request.headers['stripe-signature']) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function start(statuses?: number[]) {
  const started = await startForTest();
  const receiver = await startReceiver(statuses);
  const account = started.standIn.createAccount({ webhookUrl: receiver.url });
  const stripe = sdk(started.standIn, account);
  const events = () =>
    receiver.received.map(({ body, signature }) =>
      stripe.webhooks.constructEvent(body, signature, account.webhookSecret),
    );
  return { ...started, account, stripe, events, received: receiver.received };
}

test('sends a signed event for each change, in its order', async () => {
  const { standIn, stripe, events } = await start();
  const { id } = await stripe.checkout.sessions.create(booking());
  standIn.pay(id, { method: 'sepa_debit' });
  standIn.finishDebit(id, 'succeeded');
  await stripe.refunds.create({ payment_intent: await paidIntent(stripe, id), amount: 100 });
  standIn.dispute(id);
  await expect
    .poll(() => events().map(({ type }) => type))
    .toEqual([
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
    ]);
  expect(events()[0]).toMatchObject({
    api_version: Stripe.API_VERSION,
    data: { object: { id, payment_status: 'unpaid', client_reference_id: '7' } },
  });
});

test('a session that expires on request or by time raises one event', async () => {
  const { standIn, stripe, events, account, clock } = await start();
  await stripe.checkout.sessions.create(booking());
  const { id } = await stripe.checkout.sessions.create(booking());
  await stripe.checkout.sessions.expire(id);
  clock.offsetMs = 32 * 60_000;
  await expect.poll(() => new Set(events().map(({ id: event }) => event)).size).toBe(2);
  expect(standIn.events(account).map(({ type }) => type)).toEqual([
    'checkout.session.expired',
    'checkout.session.expired',
  ]);
});

test('sends an event again until it is accepted', async () => {
  const { standIn, stripe, received, events } = await start([500]);
  const { id } = await stripe.checkout.sessions.create(booking());
  standIn.pay(id);
  await expect.poll(() => received.length).toBe(2);
  expect(new Set(events().map(({ id: event }) => event)).size).toBe(1);
});

test('holds events back, and sends them late, in any order and any number of times', async () => {
  const { standIn, stripe, account, events } = await start();
  standIn.holdWebhooks();
  const { id } = await stripe.checkout.sessions.create(booking());
  standIn.pay(id);
  standIn.refund(id);
  const [completed, created] = standIn.events(account);
  if (!completed || !created) throw new Error('There are no events.');
  expect(await standIn.sendWebhook(created)).toBe(200);
  expect(await standIn.sendWebhook(completed)).toBe(200);
  expect(await standIn.sendWebhook(completed)).toBe(200);
  expect(events().map(({ type }) => type)).toEqual([
    'refund.created',
    'checkout.session.completed',
    'checkout.session.completed',
  ]);
  standIn.releaseWebhooks();
  await expect.poll(() => events().length).toBe(6);
});

test('sends webhooks to loopback addresses only', async () => {
  const { standIn } = await startForTest();
  expect(() => standIn.createAccount({ webhookUrl: 'http://192.0.2.1/hook' })).toThrow('loopback');
});
