import { expect, test } from 'vitest';
import { booking, errorOf, paidIntent, startForTest } from './support/stripe.ts';

async function startPaid(options?: { timeout: number }) {
  const started = await startForTest(options);
  const { id: session } = await started.stripe.checkout.sessions.create(booking());
  started.standIn.pay(session);
  return { ...started, session, refund: { payment_intent: await paidIntent(started.stripe, session) } };
}

const key = { idempotencyKey: 'refund:7:1' };

test('answers a repeated key as the first time, and says so', async () => {
  const { stripe, refund, standIn, session } = await startPaid();
  const first = await stripe.refunds.create(refund, key);
  const again = await stripe.refunds.create(refund, key);
  expect(again.id).toBe(first.id);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(standIn.refunds(session)).toHaveLength(1);
});

test('refuses a key with other parameters', async () => {
  const { stripe, refund } = await startPaid();
  await stripe.refunds.create(refund, key);
  const error = await errorOf(stripe.refunds.create({ ...refund, amount: 1 }, key));
  expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect((await errorOf(stripe.checkout.sessions.create(booking(), key))).type).toBe(
    'StripeIdempotencyError',
  );
});

test('forgets a key after a day', async () => {
  const { stripe, refund, clock } = await startPaid();
  await stripe.refunds.create({ ...refund, amount: 100 }, key);
  clock.offsetMs = 25 * 3_600_000;
  const later = await stripe.refunds.create({ ...refund, amount: 200 }, key);
  expect(later.amount).toBe(200);
});

test('saves a 500 and refusals under their key, but not invalid parameters', async () => {
  const { standIn, stripe, refund, session } = await startPaid();
  standIn.disturb('refunds.create', '500');
  expect((await errorOf(stripe.refunds.create(refund, key))).type).toBe('StripeAPIError');
  expect((await errorOf(stripe.refunds.create(refund, key))).type).toBe('StripeAPIError');
  expect(standIn.refunds(session)).toHaveLength(0);

  const second = { idempotencyKey: 'refund:7:2' };
  const wrong = { ...refund, amount: 0 };
  expect((await errorOf(stripe.refunds.create(wrong, second))).param).toBe('amount');
  expect(await stripe.refunds.create(refund, second)).toMatchObject({ status: 'succeeded' });

  const third = { idempotencyKey: 'refund:7:3' };
  expect((await errorOf(stripe.refunds.create(refund, third))).code).toBe('charge_already_refunded');
  standIn.finishRefund(standIn.refunds(session)[0]?.id ?? '', 'failed');
  expect((await errorOf(stripe.refunds.create(refund, third))).code).toBe('charge_already_refunded');
});

test('500 after the refund was made: the same key answers 500 again, the list shows the refund', async () => {
  const { standIn, stripe, refund } = await startPaid();
  standIn.disturb('refunds.create', '500-after');
  expect((await errorOf(stripe.refunds.create(refund, key))).statusCode).toBe(500);
  expect((await errorOf(stripe.refunds.create(refund, key))).statusCode).toBe(500);
  expect((await stripe.refunds.list(refund)).data).toHaveLength(1);
});

test('a connection that is lost after the refund was made: the same key returns it', async () => {
  const { standIn, stripe, refund, session } = await startPaid();
  // The SDK itself repeats a request once whose connection was closed.
  standIn.disturb('refunds.create', 'drop', 'drop');
  expect((await errorOf(stripe.refunds.create(refund, key))).type).toBe('StripeConnectionError');
  expect(await stripe.refunds.create(refund, key)).toMatchObject({ status: 'succeeded' });
  expect(standIn.refunds(session)).toHaveLength(1);
});

test('a request without a response does nothing', async () => {
  const { standIn, stripe, refund, session } = await startPaid({ timeout: 100 });
  standIn.disturb('refunds.create', 'hang');
  expect((await errorOf(stripe.refunds.create(refund, key))).type).toBe('StripeConnectionError');
  expect(standIn.refunds(session)).toHaveLength(0);
});

test('a late response: the key is in use until then', async () => {
  const { standIn, stripe, refund } = await startPaid();
  standIn.disturb('refunds.create', { lateMs: 300 });
  const late = stripe.refunds.create(refund, key);
  await expect.poll(async () => (await stripe.refunds.list(refund)).data).toHaveLength(1);
  expect((await errorOf(stripe.refunds.create(refund, key))).statusCode).toBe(409);
  expect(await late).toMatchObject({ status: 'succeeded' });
});

test('is disturbed as often as it is told', async () => {
  const { standIn, stripe, refund } = await startPaid();
  standIn.disturb('refunds.create', 'rate-limit', 'refuse');
  expect((await errorOf(stripe.refunds.create(refund))).type).toBe('StripeRateLimitError');
  expect((await errorOf(stripe.refunds.create(refund))).type).toBe('StripeInvalidRequestError');
  expect(await stripe.refunds.create(refund)).toMatchObject({ status: 'succeeded' });
});
