import type Stripe from 'stripe';
import type { Charge, Refund } from '../provider/objects.ts';
import { invalidRequest, notFound } from '../provider/provider-error.ts';
import { type Context, newId } from './context.ts';
import { raise } from './events.ts';
import { type PageParameters, page, pageParameters } from './lists.ts';
import { count, metadata, parameters, text } from './parameters.ts';
import { getCharge, getPaymentIntent } from './payments.ts';

export interface RefundCreation {
  payment_intent?: string;
  charge?: string;
  amount?: number;
  metadata?: Record<string, string>;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
}
interface Listing extends PageParameters {
  payment_intent?: string;
  charge?: string;
}

export const refundCreation = parameters<
  Pick<Stripe.RefundCreateParams, keyof RefundCreation> & RefundCreation
>({
  payment_intent: text,
  charge: text,
  amount: { ...count, minimum: 1 },
  metadata,
  reason: { enum: ['duplicate', 'fraudulent', 'requested_by_customer'] },
});
export const refundListing = parameters<Pick<Stripe.RefundListParams, keyof Listing> & Listing>({
  payment_intent: text,
  charge: text,
  ...pageParameters,
});

function chargeToRefund(context: Context, { payment_intent, charge }: RefundCreation): Charge {
  if (charge !== undefined) return getCharge(context, charge);
  if (payment_intent === undefined)
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const { latest_charge: latest } = getPaymentIntent(context, payment_intent);
  const found = typeof latest === 'string' ? getCharge(context, latest) : undefined;
  if (found?.paid) return found;
  throw invalidRequest(`This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`);
}

const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

function checkRefundable({ store, account }: Context, charge: Charge, amount: number): void {
  const { id, paid, refunded } = charge;
  if (!paid) throw invalidRequest(`Charge ${id} has not succeeded.`);
  const disputes = store.list(account, 'dispute', { charge: id });
  if (disputes.some(({ status }) => status !== 'won'))
    throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (refunded)
    throw invalidRequest(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  const rest = charge.amount - charge.amount_refunded;
  if (amount > rest)
    throw invalidRequest(
      `Refund amount (${euros(amount)}) is greater than unrefunded amount on charge (${euros(rest)})`,
      { param: 'amount' },
    );
}

function addRefunded(context: Context, charge: Charge, amount: number): Charge {
  const refunded = charge.amount_refunded + amount;
  const changed = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  context.store.put(context.account, 'charge', changed);
  return changed;
}

export function createRefund(
  context: Context,
  given: RefundCreation,
  status: 'succeeded' | 'pending' = 'succeeded',
): Refund {
  const charge = chargeToRefund(context, given);
  const amount = given.amount ?? charge.amount - charge.amount_refunded;
  checkRefundable(context, charge, amount);
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: context.now(),
    currency: charge.currency,
    metadata: given.metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: given.reason ?? null,
    status,
  };
  context.store.put(context.account, 'refund', refund);
  raise(context, 'refund.created', refund);
  raise(context, 'charge.refunded', addRefunded(context, charge, amount));
  return refund;
}

export function getRefund({ store, account }: Context, id: string): Refund {
  const refund = store.get(account, 'refund', id);
  if (!refund) throw notFound('refund', id);
  return refund;
}

export function listRefunds({ store, account }: Context, { payment_intent, charge, ...paging }: Listing) {
  const filter = { ...(payment_intent && { payment_intent }), ...(charge && { charge }) };
  return page('/v1/refunds', store.list(account, 'refund', filter), paging);
}

/** The bank responds to a refund. A refund that seemed to have succeeded can fail, too. */
export function finishRefund(
  context: Context,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): Refund {
  const refund = getRefund(context, id);
  const isLost = status !== 'succeeded';
  if (refund.status !== 'pending' && !(refund.status === 'succeeded' && isLost))
    throw invalidRequest(`The refund has already ${refund.status}.`);
  const finished: Refund = {
    ...refund,
    status,
    ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  };
  context.store.put(context.account, 'refund', finished);
  if (isLost) addRefunded(context, getCharge(context, String(refund.charge)), -refund.amount);
  raise(context, 'refund.updated', finished);
  if (status === 'failed') raise(context, 'refund.failed', finished);
  return finished;
}
