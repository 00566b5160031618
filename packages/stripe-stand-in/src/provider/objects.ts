import type Stripe from 'stripe';

/** The version of the provider's API whose objects these are. Must be that of the SDK. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';

type ListedText<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** The SDK's enumerations accept any text. Only the values that they list remain. */
type Listed<Value> = [ListedText<Value>] extends [never] ? Value : ListedText<Value> | Exclude<Value, string>;

/** What the stand-in answers of an object of the provider. Names and types are the SDK's. */
type Cut<Source, Field extends keyof Source> = { [Name in Field]: Listed<Source[Name]> };

/** The id of another object, or that object when a request expands it. Stored objects have the id. */
type Expandable<Target> = string | Target;

export type CheckoutSession = Cut<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'allow_promotion_codes'
  | 'allowed_payment_method_types'
  | 'amount_subtotal'
  | 'amount_total'
  | 'billing_address_collection'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_creation'
  | 'customer_email'
  | 'discounts'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'submit_type'
  | 'success_url'
  | 'url'
> & {
  customer: string | null;
  customer_details: Cut<
    Stripe.Checkout.Session.CustomerDetails,
    'address' | 'email' | 'name' | 'phone'
  > | null;
  invoice: null;
  payment_intent: Expandable<PaymentIntent> | null;
  total_details: Cut<
    Stripe.Checkout.Session.TotalDetails,
    'amount_discount' | 'amount_shipping' | 'amount_tax'
  >;
};

export type PaymentIntent = Cut<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'status'
> & { customer: string | null; latest_charge: Expandable<Charge> | null };

/** The payment methods of checkout sessions. */
export type PaymentMethod = 'card' | 'paypal' | 'sepa_debit';

export type Charge = Cut<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & {
  billing_details: Cut<Stripe.Charge.BillingDetails, 'address' | 'email' | 'name' | 'phone'>;
  customer: string | null;
  payment_intent: Expandable<PaymentIntent>;
  payment_method_details: Cut<Stripe.Charge.PaymentMethodDetails, 'type'> & { type: PaymentMethod };
};

export type Refund = Cut<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'failure_reason'
> & {
  charge: Expandable<Charge>;
  payment_intent: Expandable<PaymentIntent>;
  /** Any text in the SDK, these in its description. */
  status: 'succeeded' | 'pending' | 'failed' | 'canceled';
};

export type TaxRate = Cut<
  Stripe.TaxRate,
  | 'id'
  | 'object'
  | 'active'
  | 'country'
  | 'created'
  | 'description'
  | 'display_name'
  | 'inclusive'
  | 'jurisdiction'
  | 'livemode'
  | 'metadata'
  | 'percentage'
>;

export type Dispute = Cut<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason' | 'status'
> & {
  charge: Expandable<Charge>;
  payment_intent: Expandable<PaymentIntent>;
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'>;
};

/** The events that the provider sends to the service. */
export type EventType = Extract<
  Stripe.Event.Type,
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
>;

export type Event = Cut<Stripe.EventBase, 'id' | 'object' | 'created' | 'livemode' | 'pending_webhooks'> & {
  api_version: typeof apiVersion;
  data: { object: CheckoutSession | Charge | Refund | Dispute };
  request: { id: string | null; idempotency_key: string | null } | null;
  type: EventType;
};

/** The objects that the stand-in answers, by the value of their field `object`. */
export interface ProviderObjects {
  'checkout.session': CheckoutSession;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  tax_rate: TaxRate;
  dispute: Dispute;
  event: Event;
}
