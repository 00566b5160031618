import type { Booking } from '@pv-planning/contract';
import { type Finished, invalidRequest, type Steps } from '@pv-planning/server-kit';
import type Stripe from 'stripe';
import { paidBooking, readBooking } from '../../appointments/bookings/booking-records.ts';
import {
  type Expectation,
  type LockedBooking,
  lockBooking,
  storeChange,
} from '../../appointments/bookings/locked-booking.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import { readPayment } from '../../appointments/bookings/payment-of-booking.ts';
import { badGateway, conflict } from '../../kernel/contract/api-errors.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { readAccount } from '../../kernel/payment-accounts/account-records.ts';
import { providerResult } from '../../kernel/payment-accounts/provider-failure.ts';
import { closeCheckout, storeSettling } from '../checkout/checkout-records.ts';
import { decideSession } from '../checkout/decide-session.ts';
import { readSession } from '../checkout/read-session.ts';

/** A payment received by the team. */
export interface Settlement extends Pick<Expectation, 'requireMatch'> {
  bookingId: string;
  /** UTC. Default: the present time. */
  paidAt?: string | undefined;
}

/** Time allowed for ending the checkout. The slot stays taken meanwhile, although the checkout has expired. */
const settlingMs = 60_000;

const notPayable = (state: string) => conflict('booking_not_payable', { values: { state } });

/** @throws 409 as the state table says, `booking_not_payable`; 400 `invalid_request` for money that has not come yet */
function lockOwed(context: Context, { bookingId, paidAt, requireMatch }: Settlement): Promise<LockedBooking> {
  return lockBooking(context, bookingId, 'settle', {
    requireMatch,
    requireAllowed({ paymentStatus }, now) {
      if (paymentStatus !== 'UNPAID') throw notPayable(paymentStatus);
      if (paidAt !== undefined && paidAt > now)
        throw invalidRequest({
          in: 'body',
          path: '/paidAt',
          code: 'maximum',
          message: 'must not be in the future',
        });
    },
  });
}

/**
 * Settles a booking whose checkout, if it has one, cannot be paid any more.
 *
 * @param endedSessionId that of the checkout; null without one
 * @returns undefined if the customer can pay a checkout
 */
async function settle(
  context: Context,
  settlement: Settlement,
  endedSessionId: string | null,
): Promise<Booking | undefined> {
  const locked = await lockOwed(context, settlement);
  const { changedAt, now, record, place } = locked;
  const isHeld = record.status === 'PENDING_PAYMENT';
  if (isHeld && place.checkoutSessionId !== endedSessionId) return undefined;
  const { booking } = await storeChange(context, locked, {
    action: 'settle',
    changes: {
      paymentStatus: 'PAID',
      paymentMethod: 'manual',
      paidAt: settlement.paidAt ?? now,
      holdUntil: null,
    },
  });
  if (isHeld) {
    await closeCheckout(context.db, record.id);
    await context.raise('booking.created', booking, changedAt);
  }
  await context.raise('booking.payment_paid', paidBooking(booking), changedAt);
  if (isHeld) await queueBookingMails(context, booking, { occasion: 'confirmed' }, now);
  return booking;
}

/** A checkout to end. */
interface Ending {
  sessionId: string;
  stripe: Promise<Stripe>;
}

/** Keeps the slot while the checkout ends. Undefined without a checkout. */
async function beginEnding(context: Context, settlement: Settlement): Promise<Ending | undefined> {
  const { db } = context;
  const { record, place, now } = await lockOwed(context, settlement);
  const { paymentAccountId } = await readPayment(db, record.id);
  if (record.status !== 'PENDING_PAYMENT' || place.checkoutSessionId === null || paymentAccountId === null)
    return undefined;
  await storeSettling(db, record.id, new Date(Date.parse(now) + settlingMs).toISOString());
  const account = await readAccount(db, paymentAccountId);
  return { sessionId: place.checkoutSessionId, stripe: context.paymentAccounts.clientOf(account) };
}

/**
 * Records that the customer has paid the team: the booking is `PAID` by hand and real. An open checkout expires first, while no connection
 * is held; if the customer has paid there, that counts.
 *
 * @throws 400 `invalid_request`; 404 `not_found`; 409 `version_conflict`, `booking_not_payable`, `cancel_in_progress`
 * @throws 502 `payment_provider_error`
 */
export async function settleInSteps<Result extends object>(
  steps: Steps<Context>,
  settlement: Settlement,
  respond: (booking: Booking) => Result,
): Promise<Finished<Result>> {
  const { step, finish } = steps;
  const finishWith = (work: (context: Context) => Promise<Booking | undefined>) =>
    finish(async (context) => {
      const booking = await work(context);
      return booking && respond(booking);
    }) as Promise<Finished<Result> | undefined>;

  const settled = await finishWith((context) => settle(context, settlement, null));
  if (settled) return settled;
  const ending = await step((context) => beginEnding(context, settlement));
  if (!ending) return settleInSteps(steps, settlement, respond);
  const { sessionId, stripe } = ending;
  const { value: state, failure } = await providerResult(readSession(await stripe, sessionId, true));
  if (failure) throw badGateway('payment_provider_error');
  try {
    if (state.kind === 'processing') throw notPayable('PENDING_PAYMENT with a debit under way');
    const ended = await finishWith(async (context) => {
      if (state.kind !== 'paid') return settle(context, settlement, sessionId);
      await decideSession(context, settlement.bookingId, state);
      return readBooking(context.db, settlement.bookingId);
    });
    // Otherwise the customer has begun another checkout meanwhile.
    return ended ?? (await settleInSteps(steps, settlement, respond));
  } catch (error) {
    await step(({ db }) => storeSettling(db, settlement.bookingId, null), { undoes: true });
    throw error;
  }
}
