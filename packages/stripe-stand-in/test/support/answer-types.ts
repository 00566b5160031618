import type Stripe from 'stripe';
import type * as StandIn from '../../src/provider/objects.ts';

/** Any part of an object, at any depth. */
type PartOf<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? PartOf<Item>[]
    : { [Field in keyof Value]?: PartOf<Value[Field]> };

interface List<Item> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: Item[];
}

type SessionAnswer = StandIn.CheckoutSession & PartOf<Stripe.Checkout.Session>;

/** What each answer must be, by its field `object`: the stand-in's cut, and a part of the SDK's type. */
export interface Answers {
  'checkout.session': SessionAnswer;
  payment_intent: StandIn.PaymentIntent & PartOf<Stripe.PaymentIntent>;
  charge: StandIn.Charge & PartOf<Stripe.Charge>;
  refund: StandIn.Refund & PartOf<Stripe.Refund>;
  dispute: StandIn.Dispute & PartOf<Stripe.Dispute>;
  tax_rate: StandIn.TaxRate & PartOf<Stripe.TaxRate>;
  list: List<(StandIn.Refund & PartOf<Stripe.Refund>) | (StandIn.TaxRate & PartOf<Stripe.TaxRate>)>;
  event: Omit<StandIn.Event, 'data'> & PartOf<Stripe.EventBase>;
}
