import type Stripe from 'stripe';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import { findIntent } from '../../appointments/bookings/cancellation.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import { readPayment } from '../../appointments/bookings/payment-of-booking.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { type PaymentAccount, readAccount } from '../../kernel/payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { type ProviderFailure, providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { retryDelay } from '../../kernel/records/retry-delay.ts';
import { askForRefund, listRefunds, type RefundAnswer } from '../refunds/ask-for-refund.ts';
import { failRefund, type Refund, retryRefund, stopPollingRefund } from '../refunds/refund-records.ts';
import { reportRefusedKey } from '../report-refused-key.ts';
import { withdrawCancel } from './cancel-steps.ts';
import { settleRefunds } from './finish-cancel.ts';
import { reduceRefundToRemainder } from './reduce-refund-to-remainder.ts';

interface RefundWork {
  accounts: PaymentAccounts;
  inTransaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** Outcome of the work: `queued` if another refund follows, `repeat` after a failure of the provider. */
type RefundOutcome = 'done' | 'queued' | 'repeat' | 'failed';

/** Time after which the team is told that the provider does not answer. */
const toleratedMs = 86_400_000;

async function noteUnclear(
  context: Context,
  refund: Refund,
  account: PaymentAccount,
  { failure, keyNumber }: { failure: ProviderFailure; keyNumber: number },
): Promise<void> {
  const { id, bookingId, amountCents, createdAt, attempts } = refund;
  const now = await context.now();
  await reportRefusedKey(context, account, failure, bookingId);
  const dueAt = new Date(Date.parse(now) + retryDelay(attempts)).toISOString();
  await retryRefund(context.db, id, { keyNumber, error: failure.message, dueAt });
  if (Date.parse(now) - Date.parse(createdAt) >= toleratedMs)
    await queueBookingMails(
      context,
      await readBooking(context.db, bookingId),
      { occasion: 'refund-unclear', id, amountCents, reason: null },
      now,
    );
}

/** The key of a removed account is deleted when its payments can no longer be refunded. */
const withoutKey: RefundAnswer & { kind: 'refused' } = {
  kind: 'refused',
  message: 'The key of the account was deleted.',
  refunds: [],
};

/** Reads the state of a refund that the bank had not accepted yet. */
async function readAgain(
  { id, bookingId }: Refund,
  stripe: Stripe,
  paymentIntentId: string,
  { inTransaction }: RefundWork,
): Promise<RefundOutcome> {
  const { value, failure } = await providerResult(listRefunds(stripe, paymentIntentId));
  await inTransaction(async (context) => {
    if (value) await settleRefunds(context, bookingId, value);
    await stopPollingRefund(context.db, id, failure?.message ?? null, await context.now());
  });
  return failure ? 'repeat' : 'done';
}

/**
 * Requests a queued refund from the provider, and stores the answer. A cancellation that waits for the refund is completed or, if
 * the provider refuses, withdrawn.
 */
export async function workOnRefund(refund: Refund, work: RefundWork): Promise<RefundOutcome> {
  const { accounts, inTransaction } = work;
  const { id, bookingId, cause, amountCents } = refund;
  const { account, paymentIntentId } = await inTransaction(async ({ db }) => {
    const { paymentAccountId, paymentIntentId } = await readPayment(db, bookingId);
    if (paymentAccountId === null || paymentIntentId === null)
      throw new Error(`Booking ${bookingId} was not paid through the provider.`);
    return { account: await readAccount(db, paymentAccountId), paymentIntentId };
  });
  const stripe = account.apiKey === null ? undefined : await accounts.clientOf(account);
  if (stripe && refund.providerRefundId !== null) return readAgain(refund, stripe, paymentIntentId, work);
  const answer = stripe
    ? await askForRefund(stripe, account, { ...refund, paymentIntentId, mayExist: true })
    : withoutKey;
  return inTransaction(async (context): Promise<RefundOutcome> => {
    if (answer.kind === 'unclear') {
      await noteUnclear(context, refund, account, answer);
      return 'repeat';
    }
    if (answer.kind === 'refunded') {
      await settleRefunds(context, bookingId, [answer.refund]);
      return 'done';
    }
    const { message, refunds } = answer;
    // The amount that the team has chosen stays.
    if (cause !== 'team' && (await reduceRefundToRemainder(context, refund, answer))) return 'queued';
    if (cause === 'cancellation') {
      const by = (await findIntent(context.db, bookingId))?.by ?? context.actor;
      const isWithdrawn = await withdrawCancel(context, refund, answer);
      if (isWithdrawn)
        await queueBookingMails(
          { ...context, actor: by },
          await readBooking(context.db, bookingId),
          { occasion: 'cancellation-refused', id, amountCents, reason: message },
          await context.now(),
        );
      return isWithdrawn ? 'failed' : 'done';
    }
    const booking = await settleRefunds(context, bookingId, refunds);
    const now = await context.now();
    await failRefund(context.db, id, message, now);
    const news = { occasion: 'refund-failed', id, amountCents, reason: message } as const;
    await queueBookingMails(context, booking, news, now);
    return 'failed';
  });
}
