import type Stripe from 'stripe';
import { readBooking } from '../../bookings/booking-records.ts';
import { mailUnclearPayment } from '../../bookings/mails/booking-mails.ts';
import type { Context } from '../../handler-context.ts';
import { findAccount, type PaymentAccount } from '../../payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../../payment-accounts/payment-accounts.ts';
import { asked, type ProviderFailure } from '../../payment-accounts/provider-failure.ts';
import { findTaxRate } from '../../payment-accounts/tax-rates.ts';
import { reportRefusedKey } from '../report-refused-key.ts';
import { type Checkout, openCheckMs } from './checkout-records.ts';
import { createSession, type SessionRequest } from './create-session.ts';
import { decideSession } from './decide-session.ts';
import { readSession } from './read-session.ts';
import { type SessionState, sessionState } from './session-state.ts';

/** What the observation of checkouts needs. */
export interface Observer {
  accounts: PaymentAccounts;
  inTransaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** When the provider is to be asked again; null if the booking is decided. */
export interface Observation {
  nextAt: string | null;
  error?: string;
}

/** How soon a provider that has failed is asked again. */
const retryMs = 10_000;

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
  const booking = await db
    .selectFrom('booking')
    .select(['status', 'holdUntil', 'paymentAccountId', 'checkoutSessionId', 'taxRate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { status, holdUntil, paymentAccountId, checkoutSessionId: sessionId, taxRate } = booking;
  const account = paymentAccountId === null ? undefined : await findAccount(db, paymentAccountId);
  if (!account) return undefined;
  const taxRateId = taxRate ? await findTaxRate(db, account.id, taxRate) : undefined;
  const now = await readNow();
  const isOver = status !== 'PENDING_PAYMENT' || (holdUntil !== null && holdUntil <= now);
  return { account, sessionId, taxRate, taxRateId, holdUntil, isOver };
}

/** Learns which session was created, by asking for it again with the same idempotency key. @throws errors of the SDK */
async function learnSession(
  stripe: Stripe,
  { id, request }: Checkout,
  { account, taxRate, taxRateId }: Held,
) {
  const { session } = await createSession(stripe, {
    bookingId: id,
    accountId: account.id,
    request: request as unknown as SessionRequest,
    taxRate,
    taxRateId,
  });
  return session.id;
}

interface Answer {
  sessionId: string | null;
  state: SessionState;
}

/** @throws errors of the SDK */
async function askProvider(stripe: Stripe, checkout: Checkout, held: Held): Promise<Answer> {
  const isUnknown = held.sessionId === null && checkout.request !== null;
  const sessionId = isUnknown ? await learnSession(stripe, checkout, held) : held.sessionId;
  if (sessionId === null) return { sessionId, state: { kind: 'expired' } };
  return { sessionId, state: sessionState(await readSession(stripe, sessionId, held.isOver)) };
}

async function decide(context: Context, id: string, { sessionId, state }: Answer): Promise<Observation> {
  await context.db
    .updateTable('booking')
    .set({ checkoutSessionId: sessionId })
    .where('id', '=', id)
    .where('checkoutSessionId', 'is', null)
    .execute();
  const { isWaiting, holdUntil } = await decideSession(context, id, state);
  if (!isWaiting) return { nextAt: null };
  const now = await context.now();
  const nextAt = timeAfter(now, state.kind === 'processing' ? debitCheckMs : openCheckMs);
  // A hold that has ended meanwhile is asked about again soon.
  return {
    nextAt: holdUntil !== null && holdUntil <= now ? timeAfter(now, retryMs) : earlier(nextAt, holdUntil),
  };
}

/** A session that nobody got to see cannot be paid: without an address, the customer was told that there is none. */
const isNeverShown = ({ sessionId }: Held, { kind }: ProviderFailure) =>
  sessionId === null && kind !== 'unanswered' && kind !== 'rateLimited';

async function noteFailure(
  context: Context,
  id: string,
  { account, holdUntil }: Held,
  { kind, message }: ProviderFailure,
): Promise<Observation> {
  const now = await context.now();
  if (kind === 'keyRefused') await reportRefusedKey(context, account, { refusal: message, bookingId: id });
  if (holdUntil !== null && timeAfter(holdUntil, toleratedMs) <= now)
    await mailUnclearPayment(context, await readBooking(context.db, id), now);
  return { nextAt: timeAfter(now, retryMs), error: message };
}

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
  const { value, failure } = { value: undefined, ...(await asked(askProvider(stripe, checkout, held))) };
  return inTransaction((context) => {
    if (value) return decide(context, id, value);
    if (!failure) throw new Error('The provider neither answered nor failed.');
    if (isNeverShown(held, failure))
      return decide(context, id, { sessionId: null, state: { kind: 'expired' } });
    return noteFailure(context, id, held, failure);
  });
}
