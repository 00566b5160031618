import type { PageResponse } from '../http/server.ts';
import type { Knobs } from '../knobs.ts';
import type { CheckoutSession, PaymentMethod } from '../provider/objects.ts';
import { invalidRequest, ProviderError } from '../provider/provider-error.ts';
import { getSession } from '../resources/checkout-sessions.ts';
import type { Context } from '../resources/context.ts';
import { getCharge, getPaymentIntent } from '../resources/payments.ts';
import type { Store } from '../store.ts';
import { type CheckoutDetails, checkoutPage } from './checkout-page.ts';

interface PageSettings {
  store: Store;
  now(): number;
  knobs: Knobs;
}

type Form = Readonly<Record<string, unknown>>;

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Returns an amount in cents, undefined if none was entered. */
function centsOf(value: unknown): number | undefined {
  const text = textOf(value);
  if (text === '') return undefined;
  const cents = /^\d{1,8}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : 0;
  if (cents === 0) throw invalidRequest('Enter an amount in euros, such as 12.50.');
  return cents;
}

function paymentOf({ method, promotionCode }: Form) {
  const code = textOf(promotionCode);
  return {
    ...(typeof method === 'string' && { method: method as PaymentMethod }),
    ...(code !== '' && { promotionCode: code }),
  };
}

type Action = (knobs: Knobs, session: string, form: Form, details: CheckoutDetails) => unknown;

/** What can be clicked, and whose part it plays. */
const actions: Readonly<Record<string, Action>> = {
  // The customer
  pay: (knobs, id, form) => knobs.pay(id, paymentOf(form)),
  fail(knobs, id, form) {
    knobs.fail(id, paymentOf(form).method);
    throw new ProviderError(402, { type: 'invalid_request_error', message: 'The payment was declined.' });
  },
  // The bank of the customer
  'debit-succeeded': (knobs, id) => knobs.finishDebit(id, 'succeeded'),
  'debit-failed': (knobs, id) => knobs.finishDebit(id, 'failed'),
  'refund-failed'(knobs, _, form, { refunds }) {
    const refund = refunds.find(({ id }) => id === form.refund);
    if (!refund) throw invalidRequest('The payment has no such refund.');
    return knobs.finishRefund(refund.id, 'failed');
  },
  dispute: (knobs, id) => knobs.dispute(id),
  'dispute-won': (knobs, _, __, details) => closeDispute(knobs, details, 'won'),
  'dispute-lost': (knobs, _, __, details) => closeDispute(knobs, details, 'lost'),
  // The company, in the dashboard
  refund: (knobs, id, form) => knobs.refund(id, centsOf(form.amount)),
};

function closeDispute(knobs: Knobs, { dispute }: CheckoutDetails, outcome: 'won' | 'lost') {
  if (!dispute) throw invalidRequest('The payment is not disputed.');
  return knobs.closeDispute(dispute.id, outcome);
}

function read({ store }: PageSettings, context: Context, id: string): [CheckoutSession, CheckoutDetails] {
  const { account } = context;
  const session = store.transaction(() => getSession(context, id));
  const intent =
    typeof session.payment_intent === 'string'
      ? getPaymentIntent(context, session.payment_intent)
      : undefined;
  const charge =
    typeof intent?.latest_charge === 'string' ? getCharge(context, intent.latest_charge) : undefined;
  const ofCharge = { charge: charge?.id ?? '' };
  const cart = store.get(account, 'cart', id);
  return [
    session,
    {
      productName: cart?.productName ?? '',
      productDescription: cart?.productDescription ?? '',
      charge,
      refunds: store.list(account, 'refund', ofCharge),
      dispute: store.list(account, 'dispute', ofCharge)[0],
      promotionCodes: store.list(account, 'promotion_code').map(({ code }) => code),
    },
  ];
}

/** Shows a session, or does what was clicked. Who has paid is sent back to the service. */
export function payOnPage(settings: PageSettings, id: string, form?: Form): PageResponse {
  const { store, now, knobs } = settings;
  const account = store.accountOf('checkout.session', id);
  if (account === undefined) return { status: 404, body: 'No such session' };
  const shown = () => read(settings, { store, account, now }, id);
  const page = (status: number, message = '') => ({ status, body: checkoutPage(...shown(), message) });
  if (!form) return page(200);
  const action = textOf(form.action);
  try {
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!act)
      throw invalidRequest(`There is no action "${action}". Known: ${Object.keys(actions).join(', ')}.`);
    act(knobs, id, form, shown()[1]);
  } catch (error) {
    if (error instanceof ProviderError) return page(error.status, error.message);
    throw error;
  }
  const [{ success_url: returnUrl }] = shown();
  // Otherwise reloading the page would do it again.
  return {
    status: 303,
    location:
      action === 'pay' && returnUrl ? returnUrl.replaceAll('{CHECKOUT_SESSION_ID}', id) : `/pay/${id}`,
  };
}
