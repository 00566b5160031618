import type { Database } from '@pv-planning/database';
import { AdministrationError } from '../../company/administration-error.ts';
import { requirePublicAddress } from '../../company/public-address.ts';
import { idOrNone, uuidOrNone } from '../../kernel/identifiers/record-id.ts';
import type { Links } from '../../kernel/links/links.ts';
import { dbNow } from '../../kernel/records/change-time.ts';
import { bookingLink } from './link/booking-link.ts';

export interface RotatedBookingLink {
  companyId: string;
  bookingId: string;
  url: string | null;
  expiresAt: string;
}

export interface BookingLinkAdministration {
  /**
   * Replaces the link of a booking. The previous one becomes unknown.
   *
   * @throws {AdministrationError} if the link has ended, or if PUBLIC_URL is not set
   */
  rotateBookingLink(booking: { companyId: string; id: string }): Promise<RotatedBookingLink>;
}

export function bookingLinkAdministration(database: Database, links: Links): BookingLinkAdministration {
  return {
    async rotateBookingLink({ companyId: company, id }) {
      const companyId = idOrNone(company);
      const companyLinks = links(companyId);
      requirePublicAddress(companyLinks, 'booking');
      return database.transaction(companyId, async (db) => {
        const booking = await db
          .selectFrom('booking')
          .select(['id', 'endsAt', 'cancelledAt', dbNow.as('clock')])
          .where('id', '=', uuidOrNone(id))
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!booking)
          throw new AdministrationError(
            'booking_not_found',
            `There is no booking ${id} of company ${company}.`,
          );
        const { url, expiresAt } = await bookingLink({ db, links: companyLinks }, booking, { rotate: true });
        if (expiresAt <= booking.clock)
          throw new AdministrationError(
            'link_not_available',
            `Booking ${id} has no link, because it has expired.`,
          );
        return { companyId, bookingId: booking.id, url, expiresAt };
      });
    },
  };
}
