import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { sessionState } from '../../src/payments/checkout/session-state.ts';

const completed = (status: string | null) =>
  ({
    status: 'complete',
    payment_status: 'unpaid',
    amount_total: 8900,
    payment_intent: status && { id: 'pi_1', status },
  }) as Stripe.Checkout.Session;

test.each(['processing', 'requires_action', 'requires_capture', 'succeeded', null])(
  'a completed checkout whose payment is %s can still be paid',
  (status) => {
    expect(sessionState(completed(status))).toEqual({ kind: 'processing', amountCents: 8900 });
  },
);

test.each(['requires_payment_method', 'canceled'])('one whose payment is %s has failed', (status) => {
  expect(sessionState(completed(status))).toEqual({ kind: 'failed', amountCents: 8900 });
});
