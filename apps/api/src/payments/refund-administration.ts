import type { Booking } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { findBooking, readBooking } from '../appointments/bookings/booking-records.ts';
import { lockBooking } from '../appointments/bookings/locked-booking.ts';
import { lostCents, refundableCents } from '../appointments/bookings/payment-of-booking.ts';
import { AdministrationError } from '../company/administration-error.ts';
import type { Context } from '../kernel/handler-context.ts';
import type { PaymentAccounts } from '../kernel/payment-accounts/payment-accounts.ts';
import { workOnRefund } from './cancel/work-on-refund.ts';
import {
  findCountedRefund,
  findOpenTeamRefund,
  findRefund,
  insertManualRefund,
  queueRefund,
} from './refunds/refund-records.ts';
import { storeRefunds } from './refunds/settle-refunds.ts';

export interface RefundAdministration {
  /**
   * Refunds a payment without cancelling. Payments through the provider are refunded there. Refunds of manual payments are only
   * recorded.
   *
   * @returns the booking, and the amount of this refund
   * @throws {AdministrationError} if so much cannot be given back, the same amount has gone back before, or the provider does not do it
   */
  refundBooking(
    companyId: string,
    id: string,
    wanted?: WantedAmount,
  ): Promise<{ booking: Booking; amountCents: number }>;
}

interface WantedAmount {
  /** Default: the rest of the payment. */
  amountCents?: number | undefined;
  /** Allows a second refund of the same amount. Default: false, because a repeated command is seldom a second refund. */
  isAgain?: boolean | undefined;
}

interface RefundParts {
  accounts: PaymentAccounts;
  /** Runs work in a transaction of a company. */
  inTransaction<T>(companyId: string, work: (context: Context) => Promise<T>): Promise<T>;
}

const refused = (reason: string) =>
  new AdministrationError(
    'booking_not_refundable',
    `The booking cannot be refunded: ${reason.replace(/\.$/, '')}.`,
  );

const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;

/** Returns the amount to refund. @throws {AdministrationError} */
function amountOf(booking: Booking, wanted: number | undefined): number {
  if (booking.status === 'EXPIRED' || booking.status === 'PENDING_PAYMENT') throw refused('it is not real');
  if (booking.cancelRequestedAt !== null) throw refused('it is being cancelled, which gives the money back');
  const kept = refundableCents(booking);
  if (kept === 0 && lostCents(booking) > 0)
    throw refused("the customer's bank has given the money back after a dispute");
  if (kept === 0) throw refused(`its payment is ${booking.paymentStatus}`);
  if (wanted !== undefined && wanted > kept) throw refused(`only ${euros(kept)} are left`);
  return wanted ?? kept;
}

/** @throws {AdministrationError} if this amount of a booking has gone back before */
async function requireOnce(db: CompanyQueries, bookingId: string, amountCents: number): Promise<void> {
  const refundedAt = await findCountedRefund(db, { bookingId, amountCents });
  if (refundedAt !== undefined)
    throw new AdministrationError(
      'already_refunded',
      `${euros(amountCents)} of the booking have been refunded before, at ${refundedAt}.`,
    );
}

export function refundAdministration({ accounts, inTransaction }: RefundParts): RefundAdministration {
  return {
    async refundBooking(companyId, id, { amountCents: wanted, isAgain = false } = {}) {
      const { refundId, amountCents } = await inTransaction(companyId, async (context) => {
        const { db } = context;
        if (!(await findBooking(db, id)))
          throw new AdministrationError('booking_not_found', `Company ${companyId} has no booking ${id}.`);
        const locked = await lockBooking(context, id, 'refund');
        const { record, now } = locked;
        const amountCents = amountOf(record, wanted);
        if (wanted !== undefined && !isAgain) await requireOnce(db, record.id, wanted);
        if (record.paymentMethod === 'manual') {
          const manualId = await insertManualRefund(db, { bookingId: id, amountCents, now });
          const refundedCents = record.refundedCents + amountCents;
          await storeRefunds(context, locked, {
            refundedCents,
            added: [{ id: manualId, amountCents, refundedAt: now }],
            lost: [],
          });
          return { refundId: undefined, amountCents };
        }
        const open = await findOpenTeamRefund(db, id);
        if (open)
          throw refused(
            `an earlier refund of ${euros(open.amountCents)} is under way, which the server repeats until the payment provider answers`,
          );
        const { leaseOwner } = context;
        const refundId = await queueRefund(db, {
          bookingId: id,
          cause: 'team',
          amountCents,
          now,
          leaseOwner,
        });
        return { refundId, amountCents };
      });
      const read = async () => ({
        booking: await inTransaction(companyId, ({ db }) => readBooking(db, id)),
        amountCents,
      });
      if (refundId === undefined) return read();
      const find = () => inTransaction(companyId, ({ db }) => findRefund(db, refundId));
      const queued = await find();
      if (queued)
        await workOnRefund(queued, { accounts, inTransaction: (work) => inTransaction(companyId, work) });
      const refund = await find();
      if (refund?.status === 'done') return read();
      const error = refund?.lastError ?? 'unknown';
      if (refund?.status === 'failed') throw refused(`the payment provider refuses it: ${error}`);
      throw new AdministrationError(
        'payment_provider_error',
        `The payment provider did not answer as expected: ${error} The server repeats the refund until it does.`,
      );
    },
  };
}
