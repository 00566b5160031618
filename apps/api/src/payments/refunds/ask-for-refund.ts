import type Stripe from 'stripe';
import type { PaymentAccount } from '../../kernel/payment-accounts/account-records.ts';
import { type ProviderFailure, providerResult } from '../../kernel/payment-accounts/provider-failure.ts';

/** A refund at the provider. */
export interface ProviderRefund {
  id: string;
  amountCents: number;
  outcome: 'pending' | 'succeeded' | 'failed' | 'canceled';
  createdAt: string;
  /** Our id of the refund, unless it was made at the provider. */
  refundId: string | null;
}

/** A refund to request from the provider. */
export interface WantedRefund {
  id: string;
  bookingId: string;
  paymentIntentId: string;
  amountCents: number;
  keyNumber: number;
  /** Whether it was requested before, so that it may exist. */
  mayExist: boolean;
}

export type RefundAnswer =
  | { kind: 'refunded'; refund: ProviderRefund }
  /** Final. With all refunds of the payment, which may explain it. */
  | { kind: 'refused'; message: string; refunds: ProviderRefund[] }
  /** Unclear: the refund may exist. The next request uses the key of this number. */
  | { kind: 'unclear'; failure: ProviderFailure; keyNumber: number };

const outcomes: Readonly<Record<string, ProviderRefund['outcome']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

function providerRefund({ id, amount, status, created, metadata }: Stripe.Refund): ProviderRefund {
  return {
    id,
    amountCents: amount,
    outcome: outcomes[status ?? ''] ?? 'pending',
    createdAt: new Date(created * 1000).toISOString(),
    refundId: metadata?.refundId ?? null,
  };
}

const isLost = ({ outcome }: ProviderRefund) => outcome === 'failed' || outcome === 'canceled';

const maxRefunds = 1_000;

/** Returns all refunds of a payment. @throws errors of the SDK */
export async function listRefunds(stripe: Stripe, paymentIntentId: string): Promise<ProviderRefund[]> {
  const list = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  return (await list.autoPagingToArray({ limit: maxRefunds })).map(providerRefund);
}

/**
 * Requests a refund from the provider, at most one however often it is called: after an unclear answer, it is looked up first. The
 * idempotency key is reused after a request without a response; after an error of the provider, a new key is needed, because the
 * provider repeats errors for the same key. A refused key of a removed account counts as a refused refund: such an account gets no
 * other key.
 */
export async function askForRefund(
  stripe: Stripe,
  { removedAt }: Pick<PaymentAccount, 'removedAt'>,
  refund: WantedRefund,
): Promise<RefundAnswer> {
  const answer = await ask(stripe, refund);
  const isFinal = answer.kind === 'unclear' && answer.failure.kind === 'keyRefused' && removedAt !== null;
  return isFinal ? { kind: 'refused', message: answer.failure.message, refunds: [] } : answer;
}

async function ask(
  stripe: Stripe,
  { id, bookingId, paymentIntentId, amountCents, keyNumber, mayExist }: WantedRefund,
): Promise<RefundAnswer> {
  const list = () => providerResult(listRefunds(stripe, paymentIntentId));
  const ownAmong = (refunds: readonly ProviderRefund[]) => refunds.find(({ refundId }) => refundId === id);
  if (mayExist) {
    const listed = await list();
    if (listed.failure) return { kind: 'unclear', failure: listed.failure, keyNumber };
    const own = ownAmong(listed.value);
    if (own) return { kind: 'refunded', refund: own };
  }
  const { value, failure } = await providerResult(
    stripe.refunds.create(
      { payment_intent: paymentIntentId, amount: amountCents, metadata: { bookingId, refundId: id } },
      { idempotencyKey: `refund:${id}:${keyNumber}` },
    ),
  );
  if (value) {
    const refund = providerRefund(value);
    return isLost(refund)
      ? { kind: 'refused', message: 'The refund has failed.', refunds: [refund] }
      : { kind: 'refunded', refund };
  }
  if (failure.kind !== 'refused')
    return { kind: 'unclear', failure, keyNumber: keyNumber + Number(failure.kind === 'failed') };
  const listed = await list();
  if (listed.failure) return { kind: 'unclear', failure: listed.failure, keyNumber };
  const own = ownAmong(listed.value);
  return own
    ? { kind: 'refunded', refund: own }
    : { kind: 'refused', message: failure.message, refunds: listed.value };
}
