import type Stripe from 'stripe';
import type { CheckoutSession, PaymentMethod } from '../provider/objects.ts';
import { invalidRequest, notFound } from '../provider/provider-error.ts';
import { type Context, newId } from './context.ts';
import { raise } from './events.ts';
import { count, flag, metadata, object, parameters, text } from './parameters.ts';

type Params = Stripe.Checkout.SessionCreateParams;

interface Creation {
  mode: 'payment';
  line_items: {
    price_data: {
      currency: string;
      unit_amount: number;
      product_data: { name: string; description?: string };
    };
    quantity: number;
    tax_rates?: string[];
  }[];
  success_url: string;
  cancel_url?: string;
  allow_promotion_codes?: boolean;
  allowed_payment_method_types?: PaymentMethod[];
  billing_address_collection?: 'auto' | 'required';
  client_reference_id?: string;
  customer_creation?: 'always' | 'if_required';
  customer_email?: string;
  expires_at?: number;
  locale?: 'auto' | 'de' | 'en';
  metadata?: Record<string, string>;
  payment_intent_data?: { metadata?: Record<string, string> };
  submit_type?: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe';
}

/** Those that the account has switched on in the dashboard. */
const paymentMethods: readonly PaymentMethod[] = ['card', 'paypal', 'sepa_debit'];

const priceData = object<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>(
  {
    currency: { const: 'eur' },
    unit_amount: count,
    product_data: object<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>(
      { name: { ...text, maxLength: 250 }, description: text },
      ['name'],
    ),
  },
  ['currency', 'unit_amount', 'product_data'],
);

export const sessionCreation = parameters<
  Pick<Params, keyof Creation | 'invoice_creation' | 'wallet_options'> & Creation
>(
  {
    mode: { const: 'payment' },
    line_items: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: object<Stripe.Checkout.SessionCreateParams.LineItem>(
        {
          price_data: priceData,
          quantity: { const: 1, type: 'integer' },
          tax_rates: { type: 'array', maxItems: 1, items: text },
        },
        ['price_data', 'quantity'],
      ),
    },
    success_url: { ...text, pattern: '^https?://' },
    cancel_url: { ...text, pattern: '^https?://' },
    allow_promotion_codes: flag,
    allowed_payment_method_types: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: paymentMethods },
    },
    billing_address_collection: { enum: ['auto', 'required'] },
    client_reference_id: { ...text, maxLength: 200 },
    customer_creation: { enum: ['always', 'if_required'] },
    customer_email: { ...text, maxLength: 512, pattern: '^[^\\s@]+@[^\\s@]+$' },
    expires_at: count,
    invoice_creation: object<Stripe.Checkout.SessionCreateParams.InvoiceCreation>({
      enabled: { type: 'boolean', const: false },
    }),
    locale: { enum: ['auto', 'de', 'en'] },
    metadata,
    payment_intent_data: object<Stripe.Checkout.SessionCreateParams.PaymentIntentData>({ metadata }),
    submit_type: { enum: ['auto', 'book', 'donate', 'pay', 'subscribe'] },
    wallet_options: object<Stripe.Checkout.SessionCreateParams.WalletOptions>({
      link: object<Stripe.Checkout.SessionCreateParams.WalletOptions.Link>({
        display: { enum: ['auto', 'never'] },
      }),
    }),
  },
  ['mode', 'line_items', 'success_url'],
);
export const noParameters = parameters<object>({});

const minutes = 60;
const hours = 60 * minutes;
/** The provider refuses to charge less, in cents. */
export const minimumAmount = 50;

function expiry(now: number, given = now + 24 * hours): number {
  const param = 'expires_at';
  if (given < now + 30 * minutes)
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param },
    );
  if (given > now + 24 * hours)
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param },
    );
  return given;
}

export function includedTax(total: number, percentage: number): number {
  return Math.round((total * percentage) / (100 + percentage));
}

function taxPercentage({ store, account }: Context, id: string | undefined): number {
  if (id === undefined) return 0;
  const rate = store.get(account, 'tax_rate', id);
  if (!rate) throw notFound('tax rate', id, 'line_items[0][tax_rates][0]');
  if (!rate.inclusive) throw invalidRequest('The stand-in knows inclusive tax rates only.');
  return rate.percentage;
}

/** @param pages base address of the pages where sessions are paid */
export function createSession(context: Context, given: Creation, pages: string): CheckoutSession {
  const [item] = given.line_items;
  if (!item) throw new Error('A session has one line.');
  const { unit_amount: amount, product_data: product } = item.price_data;
  if (amount < minimumAmount)
    throw invalidRequest("The Checkout Session's total amount due must add up to at least €0.50 eur", {
      code: 'amount_too_small',
    });
  const created = context.now();
  const percentage = taxPercentage(context, item.tax_rates?.[0]);
  const id = newId('cs_test');
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created,
    currency: 'eur',
    customer: null,
    customer_creation: given.customer_creation ?? 'if_required',
    customer_details: null,
    customer_email: given.customer_email ?? null,
    discounts: [],
    expires_at: expiry(created, given.expires_at),
    invoice: null,
    livemode: false,
    locale: given.locale ?? null,
    metadata: given.metadata ?? {},
    mode: 'payment',
    payment_intent: null,
    payment_method_types: given.allowed_payment_method_types ?? [...paymentMethods],
    payment_status: 'unpaid',
    status: 'open',
    submit_type: given.submit_type ?? null,
    success_url: given.success_url,
    total_details: {
      amount_discount: 0,
      amount_shipping: 0,
      amount_tax: includedTax(amount, percentage),
    },
    url: `${pages}/${id}`,
  };
  context.store.put(context.account, 'checkout.session', session);
  context.store.put(context.account, 'cart', {
    id,
    productName: product.name,
    productDescription: product.description ?? '',
    taxPercentage: percentage,
    metadata: given.payment_intent_data?.metadata ?? {},
  });
  return session;
}

function closed(context: Context, session: CheckoutSession): CheckoutSession {
  const expired: CheckoutSession = { ...session, status: 'expired', url: null };
  context.store.put(context.account, 'checkout.session', expired);
  raise(context, 'checkout.session.expired', expired);
  return expired;
}

/** Returns the session, expired if its time is over. */
export function getSession(context: Context, id: string): CheckoutSession {
  const session = context.store.get(context.account, 'checkout.session', id);
  if (!session) throw notFound('checkout.session', id, 'session');
  const isOver = session.status === 'open' && session.expires_at <= context.now();
  return isOver ? closed(context, session) : session;
}

export function expireSession(context: Context, id: string): CheckoutSession {
  const session = getSession(context, id);
  if (session.status === 'open') return closed(context, session);
  throw invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  );
}
