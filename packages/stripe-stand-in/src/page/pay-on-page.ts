import type { PageResponse } from '../http/server.ts';
import type { Knobs } from '../knobs.ts';
import type { CheckoutSession, PaymentMethod } from '../provider/objects.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { getSession } from '../resources/checkout-sessions.ts';
import type { Store } from '../store.ts';
import { checkoutPage } from './checkout-page.ts';

interface PageSettings {
  store: Store;
  now(): number;
  knobs: Knobs;
}

function isDebitPending({ store }: PageSettings, account: string, session: CheckoutSession): boolean {
  const intent = store.get(account, 'payment_intent', String(session.payment_intent));
  return intent?.status === 'processing';
}

function act(knobs: Knobs, id: string, form: Record<string, unknown>): CheckoutSession | undefined {
  const promotionCode = String(form.promotionCode ?? '').trim();
  const payment = {
    ...(typeof form.method === 'string' && { method: form.method as PaymentMethod }),
    ...(promotionCode !== '' && { promotionCode }),
  };
  if (form.action === 'pay') return knobs.pay(id, payment);
  if (form.action === 'fail') knobs.fail(id, payment.method);
  if (form.action === 'debit-succeeded') knobs.finishDebit(id, 'succeeded');
  if (form.action === 'debit-failed') knobs.finishDebit(id, 'failed');
  return undefined;
}

/** Shows a session, or does what was clicked. Who has paid is sent back to the service. */
export function payOnPage(settings: PageSettings, id: string, form?: Record<string, unknown>): PageResponse {
  const { store, now, knobs } = settings;
  const account = store.accountOf('checkout.session', id);
  if (account === undefined) return { status: 404, body: 'No such session' };
  let message = '';
  try {
    const paid = form && act(knobs, id, form);
    if (paid?.success_url)
      return { status: 303, location: paid.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id) };
    if (form?.action === 'fail') message = 'The payment was declined.';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    message = error.message;
  }
  const session = store.transaction(() => getSession({ store, account, now }, id));
  const productName = store.get(account, 'cart', id)?.productName ?? '';
  const isPending = isDebitPending(settings, account, session);
  return { status: 200, body: checkoutPage(session, { productName, isDebitPending: isPending, message }) };
}
