import { createHash } from 'node:crypto';
import type { Booking } from '@pv-planning/contract';
import type { Finished, Steps } from '@pv-planning/server-kit';
import type Stripe from 'stripe';
import { readBooking } from '../../appointments/bookings/booking-records.ts';
import {
  type Cancellation,
  findIntent,
  storeCancellation,
  storeIntent,
  withdrawIntent,
} from '../../appointments/bookings/cancellation.ts';
import { type LockedBooking, lockBooking } from '../../appointments/bookings/locked-booking.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import { readPayment, refundableCents } from '../../appointments/bookings/payment-of-booking.ts';
import { badGateway, conflict } from '../../kernel/contract/api-errors.ts';
import type { Actor, ActorContext } from '../../kernel/handler-context.ts';
import { uuidId } from '../../kernel/identifiers/record-id.ts';
import { type PaymentAccount, readAccount } from '../../kernel/payment-accounts/account-records.ts';
import { changeTime } from '../../kernel/records/change-time.ts';
import { leaseOf } from '../../kernel/records/lease.ts';
import { askForRefund, type RefundAnswer, type WantedRefund } from '../refunds/ask-for-refund.ts';
import { failRefund, queueRefund, refundLeaseMs, retryRefund } from '../refunds/refund-records.ts';
import { reportRefusedKey } from '../report-refused-key.ts';
import { settleRefunds } from './finish-cancel.ts';
import { reduceRefundToRemainder } from './reduce-refund-to-remainder.ts';

export interface CancelRequest<Context> {
  bookingId: (context: Context) => string;
  idempotencyKey: string | undefined;
  /** The preconditions, checked under the lock, and the reason. */
  cancellation: (context: Context) => Cancellation;
  /** Whether a payment through the provider is refunded. */
  wantsRefund: (context: Context, locked: LockedBooking) => boolean | Promise<boolean>;
  /** Runs in the transaction that cancels, or that stores the waiting cancellation. */
  prepare?: (context: Context, locked: LockedBooking) => Promise<unknown>;
}

/** A cancellation that waits for its refund, ready to ask the provider. */
interface Begun {
  account: PaymentAccount;
  stripe: Promise<Stripe>;
  refund: WantedRefund;
}

type AnyContext = ActorContext<Actor>;

/** Callers may use the same idempotency keys. */
function requestKeyOf({ actor }: AnyContext, idempotencyKey: string | undefined): string | null {
  if (idempotencyKey === undefined) return null;
  return createHash('sha256').update(`${actor.kind} ${actor.id} ${idempotencyKey}`).digest('base64url');
}

/** Returns the refund of an earlier request with the same key. */
async function earlierRefund({ db }: AnyContext, bookingId: string, requestKey: string | null) {
  if (requestKey === null) return undefined;
  return db
    .selectFrom('refund')
    .selectAll('refund')
    .where('bookingId', '=', uuidId(bookingId))
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
}

/** Reads the fields of a payment that a refund needs. @throws 409 `refund_refused` if the key of a removed account was deleted */
async function paymentOf({ db }: AnyContext, bookingId: string) {
  const { paymentAccountId, paymentIntentId } = await readPayment(db, bookingId);
  if (paymentAccountId === null || paymentIntentId === null)
    throw new Error(`Booking ${bookingId} was not paid through the provider.`);
  const account = await readAccount(db, paymentAccountId);
  if (account.apiKey === null)
    throw conflict('refund_refused', { values: { reason: 'the account was removed too long ago' } });
  return { account, paymentIntentId };
}

/**
 * Cancels a booking. A payment through the provider is refunded first, while no connection is held. If the provider does not
 * answer, dispatchers complete the cancellation.
 *
 * @throws 404 `not_found`
 * @throws 409 `version_conflict`, `booking_not_confirmed`, `cancel_in_progress`, `refund_refused`
 * @throws 502 `payment_provider_error`
 */
export async function cancelInSteps<Context extends AnyContext, Result>(
  { step, finish }: Steps<Context>,
  { bookingId, idempotencyKey, cancellation, wantsRefund, prepare }: CancelRequest<Context>,
  respond: (context: Context, booking: Booking) => Promise<Result>,
): Promise<Finished<Result & object>> {
  const requestKey = (context: Context) => requestKeyOf(context, idempotencyKey);
  const lock = (context: Context) =>
    lockBooking(context, bookingId(context), 'cancel', cancellation(context));
  const refundOf = async (context: Context, locked: LockedBooking) =>
    locked.record.paymentMethod !== 'manual' && (await wantsRefund(context, locked))
      ? refundableCents(locked.record)
      : 0;

  /** Cancels without a refund. */
  const cancelAtOnce = () =>
    finish(async (context) => {
      const earlier = await earlierRefund(context, bookingId(context), requestKey(context));
      const before = earlier && (await readBooking(context.db, bookingId(context)));
      if (before?.status === 'CANCELLED') return respond(context, before);
      if (before?.cancelRequestedAt) return undefined;
      const locked = await lock(context);
      if ((await refundOf(context, locked)) > 0) return undefined;
      await prepare?.(context, locked);
      return respond(context, await storeCancellation(context, locked, cancellation(context)));
    });
  const cancelled = await cancelAtOnce();
  if (cancelled) return cancelled as Finished<Result & object>;

  const begun = await step(async (context): Promise<Begun | undefined> => {
    const { db } = context;
    const earlier = await earlierRefund(context, bookingId(context), requestKey(context));
    if (earlier && (await findIntent(db, earlier.bookingId))?.refundId === earlier.id) {
      const { account, paymentIntentId } = await paymentOf(context, earlier.bookingId);
      const refund = { ...earlier, paymentIntentId, mayExist: true };
      return { account, stripe: context.paymentAccounts.clientOf(account), refund };
    }
    const locked = await lock(context);
    const { record, now, changedAt } = locked;
    const amountCents = await refundOf(context, locked);
    // The money was refunded since the first step.
    if (amountCents === 0) return undefined;
    const { account, paymentIntentId } = await paymentOf(context, record.id);
    const id = await queueRefund(db, {
      bookingId: record.id,
      cause: 'cancellation',
      amountCents,
      requestKey: requestKey(context),
      now,
      leaseOwner: context.leaseOwner,
    });
    await prepare?.(context, locked);
    const { reason, messageToCustomer } = cancellation(context);
    const intent = { by: context.actor, reason, messageToCustomer, refundId: id };
    await storeIntent(db, record, intent, changedAt);
    const refund = { id, bookingId: record.id, paymentIntentId, amountCents, keyNumber: 1, mayExist: false };
    return { account, stripe: context.paymentAccounts.clientOf(account), refund };
  });

  if (!begun) {
    const late = await cancelAtOnce();
    if (!late) throw badGateway('payment_provider_error');
    return late as Finished<Result & object>;
  }

  const { account } = begun;
  const stripe = await begun.stripe;
  /** If others refund a part meanwhile, the provider is asked for the rest. */
  async function ask(refund: WantedRefund): Promise<{ refund: WantedRefund; answer: RefundAnswer }> {
    const answer = await askForRefund(stripe, account, refund);
    if (answer.kind !== 'refused') return { refund, answer };
    const rest = await step(async (context) =>
      reduceRefundToRemainder(
        context,
        refund,
        answer,
        leaseOf(context.leaseOwner, await context.now(), refundLeaseMs),
      ),
    );
    return rest ? ask({ ...refund, ...rest }) : { refund, answer };
  }

  const { refund, answer } = await ask(begun.refund);
  if (answer.kind === 'unclear') {
    await step((context) => noteUnclearRefund(context, { ...begun, refund }, answer));
    throw badGateway('payment_provider_error');
  }
  if (answer.kind === 'refused') {
    const isWithdrawn = await step((context) => withdrawAndTell(context, refund, answer), { undoes: true });
    if (isWithdrawn) throw conflict('refund_refused', { values: { reason: answer.message } });
  }
  const refunds = answer.kind === 'refunded' ? [answer.refund] : answer.refunds;
  const finished = await finish(async (context) => {
    const booking = await settleRefunds(context, refund.bookingId, refunds);
    if (booking.status !== 'CANCELLED')
      throw new Error(`Booking ${booking.id} was refunded and not cancelled.`);
    return respond(context, booking);
  });
  return finished as Finished<Result & object>;
}

/** Makes dispatchers look up a refund with an unclear outcome. */
async function noteUnclearRefund(
  context: AnyContext,
  { account, refund }: Begun,
  { failure, keyNumber }: RefundAnswer & { kind: 'unclear' },
): Promise<void> {
  const now = await context.now();
  await reportRefusedKey(context, account, failure, refund.bookingId);
  await retryRefund(context.db, refund.id, { keyNumber, error: failure.message, dueAt: now });
}

/** A customer cannot cancel without a refund if the provider refuses it. The team can, so it gets a mail. */
async function withdrawAndTell(
  context: AnyContext,
  refund: WantedRefund,
  answer: RefundAnswer & { kind: 'refused' },
): Promise<boolean> {
  const { id, bookingId, amountCents } = refund;
  const isWithdrawn = await withdrawCancel(context, refund, answer);
  if (isWithdrawn && context.actor.kind === 'customer')
    await queueBookingMails(
      context,
      await readBooking(context.db, bookingId),
      {
        occasion: 'cancellation-refused',
        id,
        amountCents,
        reason: answer.message,
      },
      await context.now(),
    );
  return isWithdrawn;
}

/**
 * Withdraws a cancellation whose refund the provider refuses, unless refunds made at the provider cover the whole amount.
 *
 * @returns whether nothing was cancelled
 */
export async function withdrawCancel(
  context: AnyContext,
  refund: Pick<WantedRefund, 'id' | 'bookingId'>,
  { message, refunds }: RefundAnswer & { kind: 'refused' },
): Promise<boolean> {
  const booking = await settleRefunds(context, refund.bookingId, refunds);
  if (booking.status === 'CANCELLED') return false;
  const now = await context.now();
  await failRefund(context.db, refund.id, message, now);
  if ((await findIntent(context.db, booking.id))?.refundId === refund.id)
    await withdrawIntent(context.db, booking, changeTime(now, booking.updatedAt));
  return true;
}
