import type { Booking } from '@pv-planning/contract';
import type { CompanyTables } from '@pv-planning/database';
import type { Updateable } from 'kysely';
import { conflict } from '../../kernel/contract/api-errors.ts';
import type { BookingContext, LoggedValues } from './booking-log.ts';
import { moveBookingLinkEnd } from './link/booking-link.ts';
import { type Expectation, type LockedBooking, lockBooking, storeChange } from './locked-booking.ts';
import { dropReminders } from './mails/drop-mails.ts';
import { queueBookingMails } from './mails/queue-booking-mails.ts';

export interface Cancellation extends Expectation {
  /** For the team. Customers do not see it. */
  reason: string | null;
  /** For the customer, whom it is mailed to. It is not stored. */
  messageToCustomer: string | null;
}

/** What a cancellation says. */
export type CancellationTexts = Pick<Cancellation, 'reason' | 'messageToCustomer'>;

/** Money that goes back with a cancellation. */
export interface CancellationRefund {
  amountCents: number;
  /** The columns that change with it. */
  changes: LoggedValues;
  unlogged: Updateable<CompanyTables['booking']>;
}

/**
 * Stores the cancellation of a locked booking, raises `booking.cancelled`, and mails the team and, before the end of the appointment,
 * the customer. Its slot is free again.
 *
 * @param refund by default no money goes back
 */
export async function storeCancellation(
  context: BookingContext,
  locked: LockedBooking,
  { reason, messageToCustomer }: CancellationTexts,
  refund?: CancellationRefund,
): Promise<Booking> {
  const { db, raise } = context;
  const { changedAt: cancelledAt } = locked;
  const cancelled = await storeChange(context, locked, {
    action: 'cancel',
    changes: { cancelledAt, cancellationReason: reason, ...refund?.changes },
    ...(refund && { unlogged: refund.unlogged }),
    changesCalendar: true,
  });
  const { booking, sequence } = cancelled;
  await raise(
    'booking.cancelled',
    { ...booking, cancelledAt, refunded: booking.refundedCents > 0 },
    cancelledAt,
  );
  await moveBookingLinkEnd(db, booking);
  await dropReminders(db, booking.id);
  const { refundUntil } = locked.place;
  const byCustomer = context.actor.kind === 'customer' && booking.withdrawnAt === null;
  const isOver = byCustomer && refundUntil !== null && refundUntil < locked.now;
  await queueBookingMails(
    context,
    booking,
    {
      occasion: 'cancelled',
      sequence,
      refundedCents: refund?.amountCents ?? 0,
      refundEndedAt: isOver ? refundUntil : null,
      message: messageToCustomer,
    },
    locked.now,
  );
  return booking;
}

const outcomes = { complete: 'booking.completed', markNoShow: 'booking.no_show' } as const;

/**
 * Records what became of an appointment once it has started, and raises `booking.completed` or `booking.no_show`.
 *
 * @throws 404 `not_found`
 * @throws 409 `version_conflict`, `booking_not_confirmed`, `booking_not_started`
 */
export async function closeBooking(
  context: BookingContext,
  id: string,
  action: keyof typeof outcomes,
  expectation: Expectation = {},
): Promise<Booking> {
  const locked = await lockBooking(context, id, action, expectation);
  const { startsAt } = locked.record;
  if (locked.now < startsAt) throw conflict('booking_not_started', { values: { startsAt } });
  const { booking } = await storeChange(context, locked, { action, changes: {} });
  await context.raise(outcomes[action], booking, locked.changedAt);
  return booking;
}
