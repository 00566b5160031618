import type { Booking } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { Updateable } from 'kysely';
import type { Actor } from '../../kernel/handler-context.ts';
import type { LoggedValues } from './booking-log.ts';
import type { BookingContext } from './booking-records.ts';
import { moveBookingLinkEnd } from './link/booking-link.ts';
import { type Expectation, type LockedBooking, storeChange } from './locked-booking.ts';
import { dropReminders } from './mails/drop-mails.ts';
import { queueBookingMails } from './mails/queue-booking-mails.ts';

export interface Cancellation extends Expectation {
  /** Only the team sees it. */
  reason: string | null;
  /** Mailed to the customer, not stored. */
  messageToCustomer: string | null;
}

type CancellationTexts = Pick<Cancellation, 'reason' | 'messageToCustomer'>;

/** Refund due on cancellation. */
interface CancellationRefund {
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

/** A cancellation that waits for its refund. */
export interface CancelIntent extends CancellationTexts {
  /** Who cancels. */
  by: Actor;
  /** The refund for which it waits. */
  refundId: string;
}

/** Stores the waiting cancellation of a locked booking. Until the refund is made, nothing else can be changed. */
export async function storeIntent(
  db: CompanyQueries,
  { id }: Booking,
  { by, ...intent }: CancelIntent,
  changedAt: string,
): Promise<void> {
  const actor = by.kind === 'customer' ? { ...by, clientAddress: null, userAgent: null } : by;
  await db
    .updateTable('booking')
    .set({
      cancelIntent: { by: { ...actor }, ...intent },
      cancelRequestedAt: changedAt,
      updatedAt: changedAt,
    })
    .where('id', '=', id)
    .execute();
}

/** Columns of a booking without a waiting cancellation. */
export const noIntent = { cancelIntent: null, cancelRequestedAt: null };

/** Returns the waiting cancellation of a booking, if there is one. */
export async function findIntent(db: CompanyQueries, bookingId: string): Promise<CancelIntent | undefined> {
  const row = await db
    .selectFrom('booking')
    .select('cancelIntent')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return (row?.cancelIntent ?? undefined) as CancelIntent | undefined;
}

/** Removes the waiting cancellation of a locked booking. */
export async function withdrawIntent(db: CompanyQueries, { id }: Booking, changedAt: string): Promise<void> {
  await db
    .updateTable('booking')
    .set({ ...noIntent, updatedAt: changedAt })
    .where('id', '=', id)
    .execute();
}
