import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../../handler-context.ts';
import { endLink, type LinkedRecord, showLink } from '../../links/link-records.ts';

/** How long a booking can be read by its link after the appointment, or after it was cancelled. */
const readableMs = 90 * 86_400_000;

/** The fields of a booking that decide when its link ends. */
interface LinkedBooking {
  id: string;
  endsAt: string;
  cancelledAt: string | null;
}

function linked({ id, endsAt, cancelledAt }: LinkedBooking): LinkedRecord {
  const readableUntil = Date.parse(cancelledAt ?? endsAt) + readableMs;
  return { purpose: 'booking', id, endsAt: new Date(readableUntil).toISOString() };
}

interface BookingLink {
  token: string;
  /** Null if the service has no public address. */
  url: string | null;
}

/** Returns the link of a locked booking, for its customer. Creates it if the booking has none. */
export async function bookingLink(
  { db, links }: Pick<Context, 'db' | 'links'>,
  booking: LinkedBooking,
): Promise<BookingLink> {
  const token = await showLink(db, links, linked(booking));
  return { token, url: links.urlOf('booking', token) };
}

/** Updates when the link of a booking ends, after the booking was moved or cancelled. */
export function moveBookingLinkEnd(db: CompanyQueries, booking: LinkedBooking): Promise<void> {
  return endLink(db, linked(booking));
}
