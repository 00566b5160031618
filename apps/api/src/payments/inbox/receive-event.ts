import type Stripe from 'stripe';
import { findPayment } from '../../appointments/bookings/payment-of-booking.ts';
import { badRequest } from '../../kernel/contract/api-errors.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { findAccount, type PaymentAccount } from '../../kernel/payment-accounts/account-records.ts';
import { wakeCheckout } from '../checkout/checkout-records.ts';
import { disputeState } from '../disputes/dispute-state.ts';

/** Maximum age of an event, in seconds. */
const toleratedSeconds = 300;

/** Types of events that concern bookings. */
const handledTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
]);

const isDispute = (
  event: Stripe.Event,
): event is Stripe.ChargeDisputeCreatedEvent | Stripe.ChargeDisputeClosedEvent =>
  event.type.startsWith('charge.dispute.');

/** The valid secrets: two while one is being replaced. */
function secretsOf({ paymentAccounts }: CustomerContext, account: PaymentAccount, now: string): string[] {
  const { webhookSecret, previousWebhookSecret, previousWebhookSecretUntil } = account;
  const isPreviousValid = previousWebhookSecretUntil !== null && previousWebhookSecretUntil > now;
  return [
    ...(webhookSecret === null ? [] : [paymentAccounts.open(webhookSecret, account, 'webhookSecret')]),
    ...(isPreviousValid && previousWebhookSecret !== null
      ? [paymentAccounts.open(previousWebhookSecret, account, 'previousWebhookSecret')]
      : []),
  ];
}

interface Delivery {
  body: Buffer;
  signature: string;
}

/** An event about an object that has an id. */
type ObjectEvent = Pick<Stripe.Event, 'id' | 'type'> & {
  data: { object: { id: string; payment_intent?: unknown } };
};

const hasId = (value: unknown): value is { id: string } => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' && /^[\w-]{1,255}$/.test(id);
};

const isObjectEvent = (event: Stripe.Event): event is Stripe.Event & ObjectEvent =>
  hasId(event) && hasId(event.data?.object);

/** @throws 400 `invalid_signature` */
function verifiedEvent(
  stripe: Stripe,
  { body, signature }: Delivery,
  secrets: readonly string[],
  now: string,
): Stripe.Event {
  const receivedAt = Date.parse(now);
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, toleratedSeconds, undefined, receivedAt);
    } catch {
      // The other secret may fit. The provider signs only JSON.
    }
  }
  throw badRequest('invalid_signature');
}

const idOf = (object: unknown) => (hasId(object) ? object.id : hasId({ id: object }) ? String(object) : null);

/**
 * Receives an event of the payment provider. An event about a session wakes its checkout, so that dispatchers read the session;
 * order and number of events do not matter. Other events are queued once.
 *
 * @throws 400 `invalid_signature`
 */
export async function receiveEvent(context: CustomerContext, delivery: Delivery): Promise<void> {
  const { db, actor, paymentAccounts } = context;
  const account = await findAccount(db, actor.recordId);
  if (!account?.apiKey) throw badRequest('invalid_signature');
  const now = await context.now();
  const stripe = await paymentAccounts.clientOf(account);
  const event = verifiedEvent(stripe, delivery, secretsOf(context, account, now), now);
  if (!handledTypes.has(event?.type)) return;
  // Signed, but not by the provider: its events have these ids.
  if (!isObjectEvent(event)) throw badRequest('invalid_signature');
  const { id: objectId, payment_intent: paymentIntent } = event.data.object;
  const paymentIntentId = idOf(paymentIntent);
  if (event.type.startsWith('checkout.session.')) {
    const booking = await findPayment(db, { checkoutSessionId: objectId, paymentIntentId });
    if (booking) await wakeCheckout(db, booking.id, now);
    return;
  }
  await db
    .insertInto('providerEvent')
    .values({
      ...{ id: event.id, type: event.type, objectId, paymentIntentId },
      paymentAccountId: account.id,
      dispute: isDispute(event) ? { ...disputeState(event.data.object) } : null,
      status: 'queued',
      lane: `payment:${paymentIntentId ?? objectId}`,
      dueAt: now,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['companyId', 'id']).doNothing())
    .execute();
}
