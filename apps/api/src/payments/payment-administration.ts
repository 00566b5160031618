import { type Booking, states } from '@pv-planning/contract';
import { paidBooking, readBooking } from '../bookings/booking-records.ts';
import { lockBooking, storeChange } from '../bookings/change-booking.ts';
import { mailNewBooking } from '../bookings/mails/booking-mails.ts';
import { AdministrationError } from '../company/administration-error.ts';
import type { Context } from '../handler-context.ts';
import { isUuid } from '../identifiers/record-id.ts';
import { readAccount } from '../payment-accounts/account-records.ts';
import type { PaymentAccounts } from '../payment-accounts/payment-accounts.ts';
import { asked } from '../payment-accounts/provider-failure.ts';
import { closeCheckout } from './checkout/checkout-records.ts';
import { decideSession } from './checkout/decide-session.ts';
import { readSession } from './checkout/read-session.ts';
import type { SessionState } from './checkout/session-state.ts';

export interface PaymentAdministration {
  /**
   * Records that the customer has paid the team: the booking is `PAID` by hand and real. An open checkout expires first; if the customer
   * has paid there, that counts.
   */
  settleBooking(companyId: string, id: string): Promise<Booking>;
}

interface PaymentParts {
  accounts: PaymentAccounts;
  /** Runs work in a transaction of a company. */
  inTransaction<T>(companyId: string, work: (context: Context) => Promise<T>): Promise<T>;
}

const notPayable = (state: string) =>
  new AdministrationError('booking_not_payable', `The booking is ${state} and cannot be settled.`);

/** @throws {AdministrationError} if nothing is owed */
function requireOwed({ status, paymentStatus }: Booking): void {
  if (states.booking.actions.settle[status] === 'booking_not_payable') throw notPayable(status);
  if (paymentStatus !== 'UNPAID') throw notPayable(paymentStatus);
}

/** Longer than ending the checkout takes. Until then, the slot stays taken although the checkout has expired. */
const settlingMs = 60_000;

/** A checkout that was ended. */
interface Ended {
  /** Null if none was known. */
  sessionId: string | null;
  state: SessionState;
}

/**
 * Settles a booking whose checkout, if there was one, cannot be paid any more.
 *
 * @returns undefined if the customer has got a checkout since
 */
async function settle(context: Context, id: string, { sessionId }: Ended): Promise<Booking | undefined> {
  requireOwed(await readBooking(context.db, id));
  const locked = await lockBooking(context, id, 'settle', { requireAllowed: requireOwed });
  const { changedAt, now, record } = locked;
  const isHeld = record.status === 'PENDING_PAYMENT';
  if (isHeld && locked.place.checkoutSessionId !== sessionId) return undefined;
  const { booking } = await storeChange(context, locked, {
    action: 'settle',
    changes: { paymentStatus: 'PAID', paymentMethod: 'manual', paidAt: now, holdUntil: null },
  });
  if (isHeld) {
    await closeCheckout(context.db, id);
    await context.raise('booking.created', booking, changedAt);
  }
  await context.raise('booking.payment_paid', paidBooking(booking), changedAt);
  if (isHeld) await mailNewBooking(context, booking, { now });
  return booking;
}

export function paymentAdministration({ accounts, inTransaction }: PaymentParts): PaymentAdministration {
  /** Ends the checkout of a booking. */
  async function endCheckout(companyId: string, id: string): Promise<Ended> {
    const found = await inTransaction(companyId, async ({ db, now: readNow }) => {
      const booking = await db
        .selectFrom('booking')
        .select(['status', 'checkoutSessionId', 'paymentAccountId'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const { checkoutSessionId: sessionId, paymentAccountId: accountId } = booking;
      if (booking.status !== 'PENDING_PAYMENT' || sessionId === null || accountId === null) return undefined;
      const settlingUntil = new Date(Date.parse(await readNow()) + settlingMs).toISOString();
      await db.updateTable('checkout').set({ settlingUntil }).where('id', '=', id).execute();
      return { sessionId, account: await readAccount(db, accountId) };
    });
    if (!found) return { sessionId: null, state: { kind: 'expired' } };
    const stripe = await accounts.clientOf(found.account);
    const answer = await asked(readSession(stripe, found.sessionId, true));
    if (!answer.failure) return { sessionId: found.sessionId, state: answer.value };
    throw new AdministrationError(
      'payment_provider_error',
      `The payment provider did not say whether the customer has paid: ${answer.failure.message}`,
    );
  }

  /** Ends the checkout and settles the booking, again if the customer has got another checkout meanwhile. */
  async function endAndSettle(companyId: string, id: string): Promise<Booking> {
    const ended = await endCheckout(companyId, id);
    const { state } = ended;
    if (state.kind === 'processing') throw notPayable('PENDING_PAYMENT with a debit under way');
    const settled = await inTransaction(companyId, async (context) => {
      if (state.kind !== 'paid') return settle(context, id, ended);
      await decideSession(context, id, state);
      return readBooking(context.db, id);
    });
    return settled ?? endAndSettle(companyId, id);
  }

  return {
    async settleBooking(companyId, id) {
      const unknown = () =>
        new AdministrationError('booking_not_found', `Company ${companyId} has no booking ${id}.`);
      if (!isUuid(id)) throw unknown();
      await inTransaction(companyId, async ({ db }) => {
        const known = await db.selectFrom('booking').select('id').where('id', '=', id).executeTakeFirst();
        if (!known) throw unknown();
        requireOwed(await readBooking(db, id));
      });
      return endAndSettle(companyId, id);
    },
  };
}
