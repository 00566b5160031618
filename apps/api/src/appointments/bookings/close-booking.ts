import type { Booking } from '@pv-planning/contract';
import { conflict } from '../../kernel/contract/api-errors.ts';
import type { BookingContext } from './booking-records.ts';
import { type Expectation, lockBooking, storeChange } from './locked-booking.ts';

const outcomes = { complete: 'booking.completed', markNoShow: 'booking.no_show' } as const;

/**
 * Records the outcome of an appointment that has started, and raises `booking.completed` or `booking.no_show`.
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
