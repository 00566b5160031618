import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../../../kernel/handler-context.ts';
import { endLink, type LinkedRecord, showLink } from '../../../kernel/links/link-records.ts';

/** Time for which a booking can be read by its link after the appointment or its cancellation. */
const readableMs = 90 * 86_400_000;

/** The fields of a booking that decide when its link ends. */
interface LinkedBooking {
  id: string;
  endsAt: string;
  cancelledAt: string | null;
}

function linkEnd({ endsAt, cancelledAt }: LinkedBooking): string {
  return new Date(Date.parse(cancelledAt ?? endsAt) + readableMs).toISOString();
}

function linked(booking: LinkedBooking): LinkedRecord {
  return { purpose: 'booking', id: booking.id, endsAt: linkEnd(booking) };
}

interface BookingLink {
  token: string;
  /** Null if the service has no public address. */
  url: string | null;
  expiresAt: string;
}

/**
 * Returns the link of a locked booking, for its customer. Creates it if the booking has none.
 *
 * @param rotate replaces the link: the previous one becomes unknown
 */
export async function bookingLink(
  { db, links }: Pick<Context, 'db' | 'links'>,
  booking: LinkedBooking,
  { rotate = false }: { rotate?: boolean } = {},
): Promise<BookingLink> {
  const token = await showLink(db, links, linked(booking), rotate);
  return { token, url: links.urlOf('booking', token), expiresAt: linkEnd(booking) };
}

/** Updates when the link of a booking ends, after the booking was moved or cancelled. */
export function moveBookingLinkEnd(db: CompanyQueries, booking: LinkedBooking): Promise<void> {
  return endLink(db, linked(booking));
}
