import { hash } from 'node:crypto';
import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, StaleReadError } from '@pv-planning/database';
import type { Finished, Steps } from '@pv-planning/server-kit';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import {
  holdBeforeCheckoutMs,
  holdSlot,
  type NewBooking,
} from '../../appointments/bookings/insert-booking.ts';
import { bookingLink } from '../../appointments/bookings/link/booking-link.ts';
import { lockPayment, readPayment, storeHold } from '../../appointments/bookings/payment-of-booking.ts';
import { readCompanyPresentation } from '../../company/company-records.ts';
import { badGateway, conflict } from '../../kernel/contract/api-errors.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { findReadyAccount, type PaymentAccount } from '../../kernel/payment-accounts/account-records.ts';
import { type ProviderFailure, providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { findTaxRate, storeTaxRate } from '../../kernel/payment-accounts/tax-rates.ts';
import { changeTime } from '../../kernel/records/change-time.ts';
import { reportRefusedKey } from '../report-refused-key.ts';
import { openCheckMs, wakeCheckout } from './checkout-records.ts';
import {
  type CreatedSession,
  createSession,
  openedRequest,
  type SessionRequest,
  sealedRequest,
  sessionRequest,
} from './create-session.ts';
import { decideSession } from './decide-session.ts';
import { bucketOf, notAvailable, requirePayable } from './payable.ts';

/** Maximum difference between the provider's clock and ours. */
const graceMs = 300_000;

/** A held slot whose session is created next. */
interface Hold {
  bookingId: string;
  account: PaymentAccount;
  request: SessionRequest;
  taxRate: number | null;
  taxRateId: string | undefined;
}

const requestHash = (operationId: string, key: string) => hash('sha256', `${operationId}:${key}`);

interface RequestId {
  operationId: string;
  /** The idempotency key of the customer's request. */
  key: string;
}

/** Returns the id of the booking whose checkout an earlier request with the same key has begun. The checkout may have ended. */
export async function findBegun(
  db: CompanyQueries,
  { operationId, key }: RequestId,
): Promise<string | undefined> {
  const begun = await db
    .selectFrom('checkout')
    .select('id')
    .where('requestKey', '=', requestHash(operationId, key))
    .executeTakeFirst();
  return begun?.id;
}

/** This request begins no checkout. Its changes are rolled back. Not a failure. */
export class NotBegunError extends Error {
  override readonly name = 'NotBegunError';
}

/** The checkout that an earlier request with the same key has begun. */
interface Begun {
  booking: Booking;
  /** The sealed request for the session, which is repeated. Null if the hold has ended, or the provider has answered. */
  request: object | null;
}

/** Locks the booking only if the request to the provider is repeated: a new booking locks its planners first. */
async function begunBefore(
  { db }: CustomerContext,
  requestKey: string,
  { continues }: { continues: boolean },
): Promise<Begun | undefined> {
  const found = await db
    .selectFrom('checkout')
    .select(['id', 'request'])
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
  if (!found) return undefined;
  const { request } = found;
  const booking = await readBooking(db, found.id);
  if (!request || booking.status !== 'PENDING_PAYMENT') return { booking, request: null };
  if (!continues) throw new NotBegunError();
  const locked = await lockPayment(db, found.id);
  if (locked.status !== 'PENDING_PAYMENT') throw new StaleReadError('The hold has ended.');
  // Dispatchers know the session and let it expire. After that, the same request begins another one.
  if (locked.checkoutSessionId !== null) throw badGateway('payment_provider_error');
  return { booking, request };
}

interface Beginning extends RequestId {
  /** Locks the type and returns the booking to be made. Not called if an earlier request has made it. */
  prepare(previous: Booking | undefined): Promise<NewBooking>;
  /** Whether to continue the checkout of an earlier request. Default: true. */
  continues?: boolean | undefined;
}

/**
 * Holds a slot for a checkout. A repeat of the request, after the provider has failed, continues with the same slot as long as it is
 * held.
 *
 * @throws 409 `payment_not_available`, and as `insertBooking`; 429 `too_many_holds`; 502 `payment_provider_error` while the hold ends
 * @throws {NotBegunError} also by `prepare`
 */
async function beginCheckout(
  context: CustomerContext,
  { operationId, key, prepare, continues = true }: Beginning,
): Promise<Hold> {
  const { db, actor, links } = context;
  const requestKey = requestHash(operationId, key);
  const previous = await begunBefore(context, requestKey, { continues });
  if (previous?.request) return continueCheckout(context, previous.booking, previous.request);
  const booking = await prepare(previous?.booking);
  const { type } = booking;
  const { account, methods } = await requirePayable(context, booking);
  const held = await holdSlot(context, { ...booking, paymentAccountId: account.id });
  const { token } = await bookingLink(context, held);
  const returnUrl = links.urlOf('booking', token);
  if (returnUrl === null) throw notAvailable(type);
  const request = sessionRequest({
    companyId: account.companyId,
    booking: held,
    type,
    company: await readCompanyPresentation(db),
    returnUrl,
    methods,
    now: held.createdAt,
  });
  if (previous)
    await db
      .updateTable('checkout')
      .set({ requestKey: null })
      .where('id', '=', previous.booking.id)
      .execute();
  await db
    .insertInto('checkout')
    .values({
      id: held.id,
      requestKey,
      request: sealedRequest(context.paymentAccounts, account, request),
      expiresAt: new Date(request.expires_at * 1000).toISOString(),
      clientAddress: bucketOf(actor.clientAddress),
      status: 'queued',
      lane: `booking:${held.id}`,
      dueAt: new Date(Date.parse(held.createdAt) + holdBeforeCheckoutMs).toISOString(),
      createdAt: held.createdAt,
    })
    .execute();
  const taxRateId = held.taxRate ? await findTaxRate(db, account.id, held.taxRate) : undefined;
  return { bookingId: held.id, account, request, taxRate: held.taxRate, taxRateId };
}

/** Repeats the request for the session of a held slot. */
async function continueCheckout(
  context: CustomerContext,
  { id: bookingId, taxRate, typeSlug }: Booking,
  sealed: object,
): Promise<Hold> {
  const { db } = context;
  const { paymentAccountId } = await readPayment(db, bookingId);
  const account = await findReadyAccount(context);
  // Dispatchers use the account with which the checkout was begun.
  if (account?.id !== paymentAccountId || !account)
    throw conflict('payment_not_available', { values: { slug: typeSlug ?? '' } });
  const holdUntil = new Date(Date.parse(await context.now()) + holdBeforeCheckoutMs).toISOString();
  await storeHold(db, bookingId, { holdUntil });
  await wakeCheckout(db, bookingId, holdUntil);
  const taxRateId = taxRate ? await findTaxRate(db, account.id, taxRate) : undefined;
  const request = openedRequest(context.paymentAccounts, account, sealed);
  return { bookingId, account, request, taxRate, taxRateId };
}

/** A checkout that the customer can pay. */
interface OpenCheckout {
  token: string;
  booking: null;
  checkoutUrl: string;
  holdUntil: string;
  confirmUntil: null;
}

/** Stores the session of a checkout. Returns undefined if the hold has ended. */
async function openCheckout(
  context: CustomerContext,
  { bookingId, account }: Hold,
  { session, taxRateId }: CreatedSession,
): Promise<OpenCheckout | undefined> {
  const { db } = context;
  const { id, url, expires_at: expirySeconds } = session;
  const expiresAt = new Date(expirySeconds * 1000).toISOString();
  const locked = await lockPayment(db, bookingId);
  // A checkout whose session dispatchers know will expire.
  const isHeld = locked.status === 'PENDING_PAYMENT' && locked.checkoutSessionId === null;
  if (!isHeld || url === null) return undefined;
  if (locked.taxRate && taxRateId !== undefined)
    await storeTaxRate(db, account.id, locked.taxRate, taxRateId);
  const holdUntil = new Date(Date.parse(expiresAt) + graceMs).toISOString();
  const now = await context.now();
  const updatedAt = changeTime(now, locked.updatedAt);
  await storeHold(db, bookingId, { checkoutSessionId: id, holdUntil, updatedAt });
  await db
    .updateTable('checkout')
    .set({ url, expiresAt, request: null })
    .where('id', '=', bookingId)
    .execute();
  await wakeCheckout(db, bookingId, new Date(Date.parse(now) + openCheckMs).toISOString());
  const { token } = await bookingLink(context, await readBooking(db, bookingId));
  return { token, booking: null, checkoutUrl: url, holdUntil: expiresAt, confirmUntil: null };
}

/**
 * Frees the slot of a checkout without a session. After an unclear answer, dispatchers ask the provider first, because the session
 * may exist.
 */
async function abandonCheckout(
  context: CustomerContext,
  { bookingId, account }: Hold,
  failure: ProviderFailure,
): Promise<void> {
  const { db } = context;
  // The account is locked before bookings.
  await reportRefusedKey(context, account, failure, bookingId);
  if (failure.kind !== 'unanswered') {
    await decideSession(context, bookingId, { kind: 'expired' });
    return;
  }
  const now = await context.now();
  const { status } = await lockPayment(db, bookingId);
  if (status === 'PENDING_PAYMENT') await storeHold(db, bookingId, { holdUntil: now });
  await wakeCheckout(db, bookingId, now);
}

interface CheckoutRequest {
  operationId: string;
  idempotencyKey: string | undefined;
  /** See `beginCheckout`. */
  prepare(context: CustomerContext, previous: Booking | undefined): Promise<NewBooking>;
  continues?: boolean;
}

const unlessBegun = (error: unknown) => {
  if (error instanceof NotBegunError) return undefined;
  throw error;
};

/**
 * Books a slot that is paid at the payment provider: it is held until then. No connection is held while the provider is asked.
 *
 * @returns undefined, and nothing is changed, after a `NotBegunError`
 * @throws 409 `payment_not_available`, `slot_unavailable`, `member_inactive`; 429 `rate_limited`, `too_many_confirmation_mails`; 502 `payment_provider_error`, after
 *   which the same request continues
 */
export async function payForSlot<Result>(
  { step, finish }: Steps<CustomerContext>,
  { operationId, idempotencyKey: key, prepare, continues }: CheckoutRequest,
  respond: (context: CustomerContext, checkout: OpenCheckout, bookingId: string) => Promise<Result>,
): Promise<Finished<Exclude<Result, undefined>> | undefined> {
  if (key === undefined) throw new Error(`${operationId} requires an idempotency key.`);
  const begun = await step(async (context) => {
    const hold = await beginCheckout(context, {
      operationId,
      key,
      continues,
      prepare: (previous) => prepare(context, previous),
    });
    return { hold, stripe: context.paymentAccounts.clientOf(hold.account) };
  }).catch(unlessBegun);
  if (!begun) return undefined;
  const { hold, stripe } = begun;
  const created = await providerResult(createSession(await stripe, { ...hold, accountId: hold.account.id }));
  if (created.failure) {
    const { failure } = created;
    await step((context) => abandonCheckout(context, hold, failure));
    throw badGateway('payment_provider_error');
  }
  const opened = await finish(async (context) => {
    const checkout = await openCheckout(context, hold, created.value);
    return checkout && respond(context, checkout, hold.bookingId);
  });
  // The hold has ended before the provider answered.
  if (!opened) throw badGateway('payment_provider_error');
  return opened as Finished<Exclude<Result, undefined>>;
}
