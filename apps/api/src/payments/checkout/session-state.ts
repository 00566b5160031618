import type { Booking } from '@pv-planning/contract';
import type Stripe from 'stripe';

/** The payment of a checkout, with its method and customer. */
export interface Payment {
  /** 0 if a promotion code covered the price. */
  amountCents: number;
  method: Exclude<Booking['paymentMethod'], 'manual' | null>;
  /** Null for a debit: the provider does not say when its money came. */
  paidAt: string | null;
  customerId: string | null;
  paymentIntentId: string | null;
  invoiceId: string | null;
  billingName: string | null;
  billingAddress: NonNullable<NonNullable<Booking['customer']>['billingAddress']> | null;
}

/** The state of a session at the provider. */
export type SessionState =
  | { kind: 'open' }
  /** Not paid, and cannot be paid any more. */
  | { kind: 'expired' }
  /** A debit is under way. */
  | { kind: 'processing'; amountCents: number }
  /** The debit has failed. */
  | { kind: 'failed'; amountCents: number }
  | { kind: 'paid'; payment: Payment }
  /** Not found, for example because test data were deleted or the account was removed. It cannot be paid. */
  | { kind: 'unknown' };

/** Objects to expand: by default, a session has only their ids. */
export const expandedObjects = ['payment_intent.latest_charge'];

const idOf = (object: string | { id: string } | null) =>
  typeof object === 'string' ? object : (object?.id ?? null);

const expanded = <T extends object>(object: string | T | null | undefined): T | null =>
  typeof object === 'object' ? object : null;

const methods: Readonly<Record<string, Payment['method']>> = {
  card: 'card',
  paypal: 'paypal',
  sepa_debit: 'sepa_debit',
};

function billingOf({ customer_details: details }: Stripe.Checkout.Session) {
  const address = details?.address;
  return {
    billingName: details?.name ?? null,
    billingAddress: address
      ? {
          line1: address.line1,
          line2: address.line2,
          postalCode: address.postal_code,
          city: address.city,
          state: address.state,
          country: address.country,
        }
      : null,
  };
}

function paymentOf(session: Stripe.Checkout.Session): Payment {
  const charge = expanded(expanded(session.payment_intent)?.latest_charge);
  const method = methods[charge?.payment_method_details?.type ?? ''] ?? 'card';
  return {
    amountCents: session.amount_total ?? 0,
    method,
    paidAt: charge && method !== 'sepa_debit' ? new Date(charge.created * 1000).toISOString() : null,
    customerId: idOf(session.customer),
    paymentIntentId: idOf(session.payment_intent),
    invoiceId: idOf(session.invoice),
    ...billingOf(session),
  };
}

/** Final states of a payment without money. After `succeeded`, the session is paid soon. */
const failedStatuses: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** @param session read with `expandedObjects`, unless it was never completed */
export function sessionState(session: Stripe.Checkout.Session): SessionState {
  if (session.payment_status !== 'unpaid') return { kind: 'paid', payment: paymentOf(session) };
  if (session.status === 'expired') return { kind: 'expired' };
  if (session.status === 'open') return { kind: 'open' };
  const status = expanded(session.payment_intent)?.status;
  const kind = status !== undefined && failedStatuses.has(status) ? 'failed' : 'processing';
  return { kind, amountCents: session.amount_total ?? 0 };
}
