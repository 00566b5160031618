import type { CompanyTables } from '@pv-planning/database';
import type { Selectable } from 'kysely';
import { findBooking } from '../../appointments/bookings/booking-records.ts';
import { findPayment, readPayment } from '../../appointments/bookings/payment-of-booking.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { readAccount } from '../../kernel/payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { type ProviderFailure, providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { settleRefunds } from '../cancel/finish-cancel.ts';
import { wakeCheckout } from '../checkout/checkout-records.ts';
import type { DisputeState } from '../disputes/dispute-state.ts';
import { storeDispute } from '../disputes/store-dispute.ts';
import { listRefunds } from '../refunds/ask-for-refund.ts';
import { reportRefusedKey } from '../report-refused-key.ts';

type ProviderEvent = Selectable<CompanyTables['providerEvent']>;

interface EventWork {
  accounts: PaymentAccounts;
  inTransaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** Undefined if processed, otherwise the reason for a repetition. */
type Problem = string | undefined;

const bookingOf = ({ db }: Context, { objectId, paymentIntentId }: ProviderEvent) =>
  findPayment(db, { checkoutSessionId: objectId, paymentIntentId });

async function processDispute(context: Context, event: ProviderEvent): Promise<void> {
  const booking = await bookingOf(context, event);
  const reported = event.dispute as DisputeState | null;
  if (booking && reported) await storeDispute(context, booking.id, { id: event.objectId, reported });
}

async function noteFailure(
  context: Context,
  event: ProviderEvent,
  failure: ProviderFailure,
): Promise<Problem> {
  if (failure.kind === 'keyRefused') {
    const account = await readAccount(context.db, event.paymentAccountId);
    const booking = await bookingOf(context, event);
    await reportRefusedKey(context, account, failure, booking?.id);
  }
  return failure.message;
}

async function processRefund(event: ProviderEvent, { accounts, inTransaction }: EventWork): Promise<Problem> {
  const { paymentIntentId, paymentAccountId } = event;
  if (paymentIntentId === null) return undefined;
  const { booking, account } = await inTransaction(async (context) => ({
    booking: await bookingOf(context, event),
    account: await readAccount(context.db, paymentAccountId),
  }));
  const stripe = await accounts.clientOf(account);
  if (!booking) {
    // The payment may not be observed yet.
    const intent = await providerResult(stripe.paymentIntents.retrieve(paymentIntentId));
    if (intent.failure?.kind === 'refused') return undefined;
    return inTransaction(async (context) => {
      if (intent.failure) return noteFailure(context, event, intent.failure);
      const { bookingId } = intent.value.metadata;
      const { db } = context;
      const known = await findBooking(db, bookingId ?? '');
      if (!known || (await readPayment(db, known.id)).paymentAccountId !== paymentAccountId) return undefined;
      await wakeCheckout(db, known.id, await context.now());
      return 'The payment is not known yet.';
    });
  }
  const listed = await providerResult(listRefunds(stripe, paymentIntentId));
  return inTransaction(async (context) => {
    if (listed.failure) return noteFailure(context, event, listed.failure);
    await settleRefunds(context, booking.id, listed.value);
    return undefined;
  });
}

/**
 * Processes a queued event of the payment provider. The event is only a hint: refunds are read from the provider. Disputes are
 * taken from the event, because few keys can read them.
 *
 * @returns the reason for a repetition, if any
 */
export async function processEvent(event: ProviderEvent, work: EventWork): Promise<Problem> {
  if (event.type.startsWith('charge.dispute.')) {
    await work.inTransaction((context) => processDispute(context, event));
    return undefined;
  }
  return processRefund(event, work);
}
