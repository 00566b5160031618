import { expect, test } from 'vitest';
import { booking, errorOf, paidIntent, startForTest } from './support/stripe.ts';

async function startPaid() {
  const started = await startForTest();
  const { id: session } = await started.stripe.checkout.sessions.create(booking());
  started.standIn.pay(session);
  return { ...started, session, payment_intent: await paidIntent(started.stripe, session) };
}

test('refunds a payment in parts, until all of it is back', async () => {
  const { stripe, payment_intent } = await startPaid();
  const first = await stripe.refunds.create({ payment_intent, amount: 4000, metadata: { bookingId: '7' } });
  expect(first).toMatchObject({
    amount: 4000,
    status: 'succeeded',
    currency: 'eur',
    metadata: { bookingId: '7' },
  });
  expect((await errorOf(stripe.refunds.create({ payment_intent, amount: 5901 }))).message).toContain(
    '(€59.00)',
  );
  const rest = await stripe.refunds.create({ payment_intent });
  expect(rest.amount).toBe(5900);
  expect((await errorOf(stripe.refunds.create({ payment_intent }))).code).toBe('charge_already_refunded');
  expect((await stripe.refunds.list({ payment_intent })).data.map(({ id }) => id)).toEqual([
    rest.id,
    first.id,
  ]);
  expect((await stripe.refunds.list({ payment_intent: 'pi_other' })).data).toEqual([]);
  expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ id: first.id });
});

test('a refund in the dashboard leaves nothing to refund', async () => {
  const { standIn, stripe, session, payment_intent } = await startPaid();
  standIn.refund(session);
  expect((await errorOf(stripe.refunds.create({ payment_intent }))).code).toBe('charge_already_refunded');
});

test('a refund that is pending or has succeeded can fail; the money can be refunded again', async () => {
  const { standIn, stripe, payment_intent, session } = await startPaid();
  standIn.disturb('refunds.create', 'pending');
  const pending = await stripe.refunds.create({ payment_intent });
  expect(pending.status).toBe('pending');
  standIn.finishRefund(pending.id, 'succeeded');
  standIn.finishRefund(pending.id, 'failed');
  expect(await stripe.refunds.retrieve(pending.id)).toMatchObject({ status: 'failed' });
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({
    amount: 9900,
    status: 'succeeded',
  });
  expect(standIn.refunds(session)).toHaveLength(2);
});

test('refuses to refund a disputed payment, unless the dispute was won', async () => {
  const { standIn, stripe, session, payment_intent } = await startPaid();
  const dispute = standIn.dispute(session);
  expect((await errorOf(stripe.refunds.create({ payment_intent }))).code).toBe('charge_disputed');
  standIn.closeDispute(dispute.id, 'won');
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 9900 });
});

test('a debit can be refunded only after the bank has paid', async () => {
  const { standIn, stripe } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(booking());
  standIn.pay(id, { method: 'sepa_debit' });
  const payment_intent = await paidIntent(stripe, id);
  expect((await errorOf(stripe.refunds.create({ payment_intent }))).statusCode).toBe(400);
  standIn.finishDebit(id, 'succeeded');
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 9900 });
});
