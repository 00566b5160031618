import type { Booking } from '@pv-planning/contract';
import { lockBooking, storeChange } from '../../appointments/bookings/locked-booking.ts';
import { queueBookingMails } from '../../appointments/bookings/mails/queue-booking-mails.ts';
import type { Context } from '../../kernel/handler-context.ts';
import type { DisputeState } from './dispute-state.ts';

const occasions = { OPEN: 'dispute-opened', WON: 'dispute-won', LOST: 'dispute-lost' } as const;

/** Whether this report or a later one is already stored. Reports arrive in any order. */
function isOvertaken(reported: DisputeState, stored: Booking['dispute']): boolean {
  if (!stored || reported.openedAt > stored.openedAt) return false;
  return reported.openedAt < stored.openedAt || stored.status !== 'OPEN' || reported.status === 'OPEN';
}

/**
 * Stores a dispute or its decision, and tells the company. Nothing else of the booking changes.
 *
 * @param id that of the provider
 */
export async function storeDispute(
  context: Context,
  bookingId: string,
  { id, reported }: { id: string; reported: DisputeState },
): Promise<void> {
  const locked = await lockBooking(context, bookingId, 'dispute');
  if (isOvertaken(reported, locked.record.dispute)) return;
  const { respondUntil, ...state } = reported;
  const dispute = { ...state, closedAt: reported.status === 'OPEN' ? null : locked.now };
  const { booking } = await storeChange(context, locked, {
    action: 'dispute',
    changes: {},
    unlogged: { dispute },
  });
  const { amountCents, reason, openedAt } = dispute;
  const news = { occasion: occasions[dispute.status], id, amountCents, reason, openedAt, respondUntil };
  await queueBookingMails(context, booking, news, locked.now);
}
