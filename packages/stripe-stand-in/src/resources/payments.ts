import type { Charge, CheckoutSession, PaymentIntent, PaymentMethod } from '../provider/objects.ts';
import { invalidRequest, notFound } from '../provider/provider-error.ts';
import { getSession, includedTax, minimumAmount } from './checkout-sessions.ts';
import { type Context, newId } from './context.ts';
import { raise } from './events.ts';
import { discounted } from './promotion-codes.ts';

/** How a customer pays. */
export interface Payment {
  /** Default: the first that the session offers. A debit is under way until `finishDebit`. */
  method?: PaymentMethod;
  promotionCode?: string;
  /** What the customer enters. */
  name?: string;
  email?: string;
}

const address = {
  city: 'Nordhausen',
  country: 'DE',
  line1: 'Musterstraße 1',
  line2: null,
  postal_code: '99734',
  state: null,
};

export function getPaymentIntent({ store, account }: Context, id: string): PaymentIntent {
  const intent = store.get(account, 'payment_intent', id);
  if (!intent) throw notFound('payment_intent', id, 'intent');
  return intent;
}

export function getCharge({ store, account }: Context, id: string): Charge {
  const charge = store.get(account, 'charge', id);
  if (!charge) throw notFound('charge', id);
  return charge;
}

/** Returns the last charge of the session's payment. */
export function chargeOf(context: Context, sessionId: string): Charge {
  const { payment_intent: intentId } = getSession(context, sessionId);
  const chargeId =
    typeof intentId === 'string' ? getPaymentIntent(context, intentId).latest_charge : undefined;
  if (typeof chargeId !== 'string') throw invalidRequest('Nothing was paid for this session.');
  return getCharge(context, chargeId);
}

function openSession(context: Context, id: string): CheckoutSession {
  const session = getSession(context, id);
  if (session.status !== 'open') throw invalidRequest('This session cannot be paid any more.');
  return session;
}

function withCode(context: Context, session: CheckoutSession, code: string | undefined): CheckoutSession {
  if (code === undefined) return session;
  const { discount, discounts } = discounted(context, session, code);
  const total = (session.amount_subtotal ?? 0) - discount;
  if (total > 0 && total < minimumAmount) throw invalidRequest('The amount left is too small to be charged.');
  const cart = context.store.get(context.account, 'cart', session.id);
  return {
    ...session,
    amount_total: total,
    discounts,
    total_details: {
      ...session.total_details,
      amount_discount: discount,
      amount_tax: includedTax(total, cart?.taxPercentage ?? 0),
    },
  };
}

type Outcome = 'succeeded' | 'pending' | 'failed';

const intentStatus = {
  succeeded: 'succeeded',
  pending: 'processing',
  failed: 'requires_payment_method',
} as const satisfies Record<Outcome, PaymentIntent['status']>;

const declined = { failure_code: 'card_declined', failure_message: 'Your card was declined.' };
const accepted = { failure_code: null, failure_message: null };

/** Charges the total of the session; a second attempt is another charge of the same payment intent. */
function charge(context: Context, session: CheckoutSession, method: PaymentMethod, outcome: Outcome) {
  const { store, account } = context;
  const cart = store.get(account, 'cart', session.id);
  const created = context.now();
  const amount = session.amount_total ?? 0;
  const paid = outcome === 'succeeded' ? amount : 0;
  const known = typeof session.payment_intent === 'string' ? session.payment_intent : null;
  const intentId = known ?? newId('pi');
  const attempt: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: paid,
    amount_refunded: 0,
    billing_details: session.customer_details ?? { address: null, email: null, name: null, phone: null },
    captured: outcome !== 'failed',
    created,
    currency: 'eur',
    customer: session.customer,
    disputed: false,
    ...(outcome === 'failed' ? declined : accepted),
    livemode: false,
    metadata: cart?.metadata ?? {},
    paid: outcome === 'succeeded',
    payment_intent: intentId,
    payment_method_details: { type: method },
    refunded: false,
    status: outcome,
  };
  store.put(account, 'charge', attempt);
  const intent: PaymentIntent = {
    id: intentId,
    object: 'payment_intent',
    amount,
    amount_received: paid,
    created: known === null ? created : getPaymentIntent(context, known).created,
    currency: 'eur',
    customer: session.customer,
    latest_charge: attempt.id,
    livemode: false,
    metadata: cart?.metadata ?? {},
    payment_method_types: session.payment_method_types,
    status: intentStatus[outcome],
  };
  store.put(account, 'payment_intent', intent);
  return intentId;
}

function methodOf(session: CheckoutSession, given: PaymentMethod | undefined): PaymentMethod {
  const methods = session.payment_method_types as PaymentMethod[];
  const method = given ?? methods[0];
  if (method === undefined || !methods.includes(method))
    throw invalidRequest(`The session does not offer ${method}.`);
  return method;
}

/** The customer pays. A bank debit completes the session, too, but its money comes later or never. */
export function pay(context: Context, id: string, payment: Payment = {}): CheckoutSession {
  const session = withCode(context, openSession(context, id), payment.promotionCode);
  const method = methodOf(session, payment.method);
  const email = payment.email ?? session.customer_email ?? 'erika@example.org';
  const withCustomer: CheckoutSession = {
    ...session,
    customer: session.customer_creation === 'always' ? newId('cus') : null,
    customer_details: { address, email, name: payment.name ?? 'Erika Muster', phone: null },
    status: 'complete',
    url: null,
  };
  const outcome = method === 'sepa_debit' ? 'pending' : 'succeeded';
  const completed: CheckoutSession =
    session.amount_total === 0
      ? { ...withCustomer, payment_status: 'no_payment_required' }
      : {
          ...withCustomer,
          payment_intent: charge(context, withCustomer, method, outcome),
          payment_status: outcome === 'pending' ? 'unpaid' : 'paid',
        };
  context.store.put(context.account, 'checkout.session', completed);
  raise(context, 'checkout.session.completed', completed);
  return completed;
}

/** A payment that is declined. The customer can try again. */
export function decline(context: Context, id: string, method?: PaymentMethod): CheckoutSession {
  const session = openSession(context, id);
  const attempted = {
    ...session,
    payment_intent: charge(context, session, methodOf(session, method), 'failed'),
  };
  context.store.put(context.account, 'checkout.session', attempted);
  return attempted;
}

/** The bank responds to the debit. */
export function finishDebit(context: Context, id: string, outcome: 'succeeded' | 'failed'): CheckoutSession {
  const { store, account } = context;
  const session = getSession(context, id);
  const pending = chargeOf(context, id);
  if (pending.status !== 'pending') throw invalidRequest('No debit of this session is under way.');
  const isPaid = outcome === 'succeeded';
  const received = isPaid ? pending.amount : 0;
  store.put(account, 'charge', {
    ...pending,
    amount_captured: received,
    paid: isPaid,
    status: outcome,
    ...(isPaid
      ? accepted
      : { failure_code: 'insufficient_funds', failure_message: 'The account has insufficient funds.' }),
  });
  const intent = getPaymentIntent(context, String(session.payment_intent));
  store.put(account, 'payment_intent', {
    ...intent,
    amount_received: received,
    status: intentStatus[outcome],
  });
  const finished: CheckoutSession = { ...session, payment_status: isPaid ? 'paid' : 'unpaid' };
  store.put(account, 'checkout.session', finished);
  raise(context, `checkout.session.async_payment_${outcome}`, finished);
  return finished;
}
