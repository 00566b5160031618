import type Stripe from 'stripe';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import { lockPayment, readPayment, storeHold } from '../../appointments/bookings/payment-of-booking.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { findAccount, type PaymentAccount } from '../../kernel/payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { type ProviderFailure, providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { findTaxRate } from '../../kernel/payment-accounts/tax-rates.ts';
import { changeTime } from '../../kernel/records/change-time.ts';
import { reportRefusedKey } from '../report-refused-key.ts';
import { type Checkout, openCheckMs } from './checkout-records.ts';
import { createSession, openedRequest } from './create-session.ts';
import { decideSession } from './decide-session.ts';
import { readSession } from './read-session.ts';
import type { SessionState } from './session-state.ts';

export interface Observer {
  accounts: PaymentAccounts;
  inTransaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** The time of the next check, null if the booking is decided; or the reason why the provider could not be asked. */
export type Observation =
  | { nextAt: string | null; error?: undefined }
  | { nextAt?: undefined; error: string };

/** Delay of the next check if the hold has ended meanwhile. */
const endedCheckMs = 10_000;

/** Interval of checks of a debit, which takes days. */
const debitCheckMs = 6 * 3_600_000;

/** Time after the end of a hold at which the team is told that the slot is still taken. */
const toleratedMs = 3_600_000;

const timeAfter = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);

interface Held {
  account: PaymentAccount;
  sessionId: string | null;
  taxRate: number | null;
  taxRateId: string | undefined;
  holdUntil: string | null;
  /** Whether the hold has ended. */
  isOver: boolean;
}

/** Reads the booking, account and session of a checkout. Undefined if there is nothing to ask the provider. */
async function readHeld({ db, now: readNow }: Context, id: string): Promise<Held | undefined> {
  const booking = await readPayment(db, id);
  const { status, holdUntil, paymentAccountId, checkoutSessionId: sessionId, taxRate } = booking;
  const account = paymentAccountId === null ? undefined : await findAccount(db, paymentAccountId);
  if (!account) return undefined;
  const taxRateId = taxRate ? await findTaxRate(db, account.id, taxRate) : undefined;
  const now = await readNow();
  const isOver = status !== 'PENDING_PAYMENT' || (holdUntil !== null && holdUntil <= now);
  return { account, sessionId, taxRate, taxRateId, holdUntil, isOver };
}

/**
 * Finds a session whose id is not known by repeating the request with the same idempotency key. Null without a request.
 *
 * @throws errors of the SDK
 */
async function learnSession(
  stripe: Stripe,
  { id, request }: Checkout,
  { account, taxRate, taxRateId }: Held,
  accounts: PaymentAccounts,
): Promise<string | null> {
  if (request === null) return null;
  const { session } = await createSession(stripe, {
    bookingId: id,
    accountId: account.id,
    request: openedRequest(accounts, account, request),
    taxRate,
    taxRateId,
  });
  return session.id;
}

/**
 * Ends a hold without a known session. A session that exists is stored, and expires at the next check; no customer gets its
 * address. The hold stays if the customer's request was repeated in the meantime.
 */
async function expireUnopenedCheckout(
  context: Context,
  id: string,
  sessionId: string | null,
): Promise<Observation> {
  const { db } = context;
  const { checkoutSessionId, holdUntil, updatedAt } = await lockPayment(db, id);
  const now = await context.now();
  if (checkoutSessionId !== null || (holdUntil !== null && holdUntil > now)) return { nextAt: holdUntil };
  if (sessionId === null) return decide(context, id, { kind: 'expired' });
  await storeHold(db, id, { checkoutSessionId: sessionId, updatedAt: changeTime(now, updatedAt) });
  return { nextAt: now };
}

async function decide(context: Context, id: string, state: SessionState): Promise<Observation> {
  const { isWaiting, holdUntil } = await decideSession(context, id, state);
  if (!isWaiting) return { nextAt: null };
  const now = await context.now();
  const nextAt = timeAfter(now, state.kind === 'processing' ? debitCheckMs : openCheckMs);
  // A hold that has ended meanwhile is checked again soon.
  return {
    nextAt:
      holdUntil !== null && holdUntil <= now ? timeAfter(now, endedCheckMs) : earlier(nextAt, holdUntil),
  };
}

/** Whether the customer got no session: the provider has created none, or has returned no address for it. */
const isNeverShown = ({ kind }: ProviderFailure) => kind !== 'unanswered' && kind !== 'rateLimited';

async function noteFailure(
  context: Context,
  id: string,
  held: Held,
  failure: ProviderFailure,
): Promise<Observation> {
  const now = await context.now();
  await reportRefusedKey(context, held.account, failure, id);
  const { holdUntil, sessionId } = held;
  if (holdUntil !== null && timeAfter(holdUntil, toleratedMs) <= now)
    await queueBookingMails(
      context,
      await readBooking(context.db, id),
      { occasion: 'payment-problem', sessionId },
      now,
    );
  return { error: failure.message };
}

/**
 * Whether the outcome of a checkout stays unknown because its account was removed. Once the checkout cannot be paid any more, the
 * slot is freed and the team is told to look for the payment.
 */
const isOutOfReach = (
  { account }: Held,
  { expiresAt }: Checkout,
  { kind }: ProviderFailure,
  now: string,
): boolean => kind === 'keyRefused' && account.removedAt !== null && timeAfter(expiresAt, toleratedMs) <= now;

/**
 * Reads the session of a checkout, and decides on its booking. The slot is free seconds after the end of the hold, even without an
 * event. While the provider does not answer, the slot stays taken, because the customer may have paid.
 */
export async function observeCheckout(
  checkout: Checkout,
  { accounts, inTransaction }: Observer,
): Promise<Observation> {
  const { id } = checkout;
  const held = await inTransaction((context) => readHeld(context, id));
  if (!held) return { nextAt: null };
  // The request that begins it is still running.
  if (held.sessionId === null && !held.isOver) return { nextAt: held.holdUntil };
  const stripe = await accounts.clientOf(held.account);
  if (held.sessionId === null) {
    const learned = await providerResult(learnSession(stripe, checkout, held, accounts));
    return inTransaction(async (context) => {
      if (!learned.failure) return expireUnopenedCheckout(context, id, learned.value);
      if (!isNeverShown(learned.failure)) return noteFailure(context, id, held, learned.failure);
      await reportRefusedKey(context, held.account, learned.failure, id);
      return expireUnopenedCheckout(context, id, null);
    });
  }
  const read = await providerResult(readSession(stripe, held.sessionId, held.isOver));
  return inTransaction(async (context) => {
    if (!read.failure) return decide(context, id, read.value);
    if (isOutOfReach(held, checkout, read.failure, await context.now()))
      return decide(context, id, { kind: 'unknown' });
    return noteFailure(context, id, held, read.failure);
  });
}
