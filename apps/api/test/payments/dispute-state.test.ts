import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { disputeState } from '../../src/payments/disputes/dispute-state.ts';

test.each([
  ['needs_response', 'chargeback', 'OPEN'],
  ['under_review', 'chargeback', 'OPEN'],
  ['appeal_under_review', 'chargeback', 'OPEN'],
  ['won', 'chargeback', 'WON'],
  ['lost', 'chargeback', 'LOST'],
  ['warning_needs_response', 'inquiry', 'OPEN'],
  ['warning_closed', 'inquiry', 'WON'],
  ['prevented', 'block', 'WON'],
  // The provider has refunded the customer.
  ['prevented', 'resolution', 'LOST'],
  ['prevented', undefined, 'WON'],
])('a dispute that the provider calls %s, of the case type %s, is %s', (status, caseType, expected) => {
  const card = { case_type: caseType };
  const dispute = {
    status,
    amount: 9900,
    created: 1_773_648_000,
    reason: 'fraudulent',
    payment_method_details: { card },
  };
  expect(disputeState(dispute as unknown as Stripe.Dispute).status).toBe(expected);
});
