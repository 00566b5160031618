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

/** What the observation of checkouts needs. */
export interface Observer {
  accounts: PaymentAccounts;
  inTransaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** When the provider is to be asked again, null if the booking is decided; or why it could not be asked. */
export type Observation =
  | { nextAt: string | null; error?: undefined }
  | { nextAt?: undefined; error: string };

/** How soon the provider is asked about a hold that has ended meanwhile. */
const endedCheckMs = 10_000;

/** How often the provider is asked about a debit, which takes days. */
const debitCheckMs = 6 * 3_600_000;

/** How long a slot can be held beyond its end before the team is told. */
const toleratedMs = 3_600_000;

const timeAfter = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);

interface Held {
  account: PaymentAccount;
  sessionId: string | null;
  taxRate: number | null;
  taxRateId: string | undefined;
  holdUntil: string | null;
  /** Whether the slot is held no longer. */
  isOver: boolean;
}

/** Reads what the provider is to be asked about. Undefined if the booking needs no provider. */
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
 * Learns which session was created, by asking for it again with the same idempotency key. Null if nothing was asked for.
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
 * Ends a hold of which no session was known. A session that was created is stored, and expires when it is observed next; nobody gets to see
 * it any more. Nothing ends if the customer's request was repeated in the meantime, and continues with the hold.
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
  // A hold that has ended meanwhile is asked about again soon.
  return {
    nextAt:
      holdUntil !== null && holdUntil <= now ? timeAfter(now, endedCheckMs) : earlier(nextAt, holdUntil),
  };
}

/** Whether the provider has not created a session, or nobody got to see it: without an address, the customer was told that there is none. */
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
 * Whether nobody will learn what became of a checkout: a removed account gets no other key. The team is told to look for the payment, and
 * the slot is free, once the checkout cannot be paid any more.
 */
const isOutOfReach = (
  { account }: Held,
  { expiresAt }: Checkout,
  { kind }: ProviderFailure,
  now: string,
): boolean => kind === 'keyRefused' && account.removedAt !== null && timeAfter(expiresAt, toleratedMs) <= now;

/**
 * Asks the provider what became of a checkout, and decides about its booking. The slot is free within seconds after the end of the hold,
 * whether the provider has reported anything or not. While it does not answer, the slot stays taken, because the customer may have paid.
 */
export async function observeCheckout(
  checkout: Checkout,
  { accounts, inTransaction }: Observer,
): Promise<Observation> {
  const { id } = checkout;
  const held = await inTransaction((context) => readHeld(context, id));
  if (!held) return { nextAt: null };
  // The request that begins it is still at work.
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
