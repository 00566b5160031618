import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { booking, errorOf, minutesFromNow, sdk, startForTest } from './support/stripe.ts';

test('a card payment completes the session, with its amounts, customer, and charge', async () => {
  const { standIn, stripe } = await startForTest();
  const rate = await stripe.taxRates.create({
    display_name: 'MwSt.',
    percentage: 19,
    inclusive: true,
    country: 'DE',
  });
  const { line_items: [line] = [] } = booking();
  const created = await stripe.checkout.sessions.create(
    booking({ line_items: [{ ...line, tax_rates: [rate.id] }] }),
  );
  expect(created).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 9900,
  });

  standIn.pay(created.id, { method: 'card' });

  const session = await stripe.checkout.sessions.retrieve(created.id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    currency: 'eur',
    amount_total: 9900,
    total_details: { amount_tax: 1581 },
    metadata: { companyId: '1', bookingId: '7' },
    customer: expect.stringMatching(/^cus_/),
    customer_details: { name: 'Erika Muster', email: 'erika@example.org', address: { country: 'DE' } },
    invoice: null,
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 9900, metadata: { bookingId: '7' } });
  expect(intent.latest_charge).toMatchObject({
    status: 'succeeded',
    paid: true,
    created: expect.any(Number),
    payment_method_details: { type: 'card' },
  });
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id });
});

test('a SEPA debit completes the session unpaid, and the bank decides later', async () => {
  const { standIn, stripe } = await startForTest();
  for (const outcome of ['succeeded', 'failed'] as const) {
    const { id } = await stripe.checkout.sessions.create(booking());
    standIn.pay(id, { method: 'sepa_debit' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });

    standIn.finishDebit(id, outcome);

    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
    expect(session).toMatchObject({
      payment_status: outcome === 'succeeded' ? 'paid' : 'unpaid',
      payment_intent: { latest_charge: { status: outcome, payment_method_details: { type: 'sepa_debit' } } },
    });
  }
});

test('promotion codes reduce the total; with nothing left to pay there is no payment', async () => {
  const { standIn, account, stripe } = await startForTest();
  standIn.createPromotionCode(account, { code: 'SOMMER', amountOff: 900 });
  standIn.createPromotionCode(account, { code: 'GRATIS', percentOff: 100 });

  const { id } = await stripe.checkout.sessions.create(booking());
  expect(standIn.pay(id, { promotionCode: 'SOMMER' })).toMatchObject({
    amount_subtotal: 9900,
    amount_total: 9000,
    total_details: { amount_discount: 900 },
    payment_status: 'paid',
  });

  const free = await stripe.checkout.sessions.create(booking());
  expect(standIn.pay(free.id, { promotionCode: 'GRATIS' })).toMatchObject({
    amount_total: 0,
    payment_status: 'no_payment_required',
    payment_intent: null,
  });

  const without = await stripe.checkout.sessions.create(booking({ allow_promotion_codes: false }));
  expect(() => standIn.pay(without.id, { promotionCode: 'SOMMER' })).toThrow('This code is invalid.');
});

test('after a declined payment the session is open, and can be paid', async () => {
  const { standIn, stripe } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(booking());
  standIn.fail(id);
  const failed = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  expect(failed).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method', latest_charge: { failure_code: 'card_declined' } },
  });
  standIn.pay(id);
  const paid = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({
    payment_status: 'paid',
    payment_intent: { id: (failed.payment_intent as Stripe.PaymentIntent).id, status: 'succeeded' },
  });
});

test('a session expires on request or when its time is over, and is not paid then', async () => {
  const { standIn, stripe, clock } = await startForTest();
  const first = await stripe.checkout.sessions.create(booking());
  expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
  expect((await errorOf(stripe.checkout.sessions.expire(first.id))).message).toContain('status of `expired`');

  const second = await stripe.checkout.sessions.create(booking());
  clock.offsetMs = 32 * 60_000;
  expect(await stripe.checkout.sessions.retrieve(second.id)).toMatchObject({ status: 'expired' });
  expect(() => standIn.pay(second.id)).toThrow('cannot be paid any more');
  expect((await errorOf(stripe.checkout.sessions.create(booking()))).param).toBe('expires_at');
});

test('a paid session cannot be expired', async () => {
  const { standIn, stripe } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(booking());
  standIn.pay(id);
  expect(await errorOf(stripe.checkout.sessions.expire(id))).toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
  });
});

test.each([
  ['expires in 29 minutes', { expires_at: minutesFromNow(29) }, 'at least 30 minutes'],
  ['expires in 25 hours', { expires_at: minutesFromNow(25 * 60) }, 'less than 24 hours'],
  [
    'has an unknown parameter',
    { payment_method_types: ['card'] },
    'Received unknown parameter: payment_method_types',
  ],
  ['has no success_url', { success_url: undefined }, 'Missing required param: success_url.'],
  [
    'has a method that the service does not use',
    { allowed_payment_method_types: ['link'] },
    'Invalid allowed_payment_method_types[0]',
  ],
  [
    'has an unknown tax rate',
    { line_items: [{ ...booking().line_items?.[0], tax_rates: ['txr_1'] }] },
    "No such tax rate: 'txr_1'",
  ],
  [
    'costs less than 50 cents',
    {
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 49, product_data: { name: 'x' } } },
      ],
    },
    'at least €0.50',
  ],
])('refuses a session that %s', async (_, changes, message) => {
  const { stripe } = await startForTest();
  const error = await errorOf(
    stripe.checkout.sessions.create(booking(changes as Partial<Stripe.Checkout.SessionCreateParams>)),
  );
  expect(error.message).toContain(message);
  expect(error.type).toBe('StripeInvalidRequestError');
});

test('refuses unknown keys and versions, and hides what other accounts have', async () => {
  const { standIn, stripe, account } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(booking());
  const other = sdk(standIn, standIn.createAccount());
  expect(await errorOf(other.checkout.sessions.retrieve(id))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });

  const rolled = standIn.rollApiKey(account);
  expect((await errorOf(stripe.checkout.sessions.retrieve(id))).type).toBe('StripeAuthenticationError');
  expect(await sdk(standIn, rolled).checkout.sessions.retrieve(id)).toMatchObject({ id });
  const version = { apiVersion: '2020-08-27' } as unknown as Stripe.RequestOptions;
  expect((await errorOf(sdk(standIn, rolled).taxRates.list({}, version))).message).toContain('2020-08-27');
});

test('lists tax rates page by page', async () => {
  const { stripe } = await startForTest();
  for (const percentage of [7, 19, 0])
    await stripe.taxRates.create({ display_name: 'MwSt.', percentage, inclusive: true, country: 'DE' });
  const percentages: number[] = [];
  for await (const rate of stripe.taxRates.list({ limit: 2, active: true }))
    percentages.push(rate.percentage);
  expect(percentages).toEqual([0, 19, 7]);
  expect((await stripe.taxRates.list({ inclusive: false })).data).toEqual([]);
});
