import type { Booking } from '@pv-planning/contract';
import {
  bookingConfirmedMail,
  type CustomerBookingMail,
  type MailBooking,
  type TeamBookingMail,
  type Template,
  teamBookingMail,
} from '@pv-planning/mail';
import { type CompanyPresentation, readCompanyPresentation } from '../company/company-records.ts';
import { teamMailbox } from '../company/team-mailbox.ts';
import { oneLineAddress } from '../customers/one-line-address.ts';
import type { CalendarEntry, MailKind } from '../mails/queue-mail.ts';
import type { BookingContext } from './booking-change.ts';
import { bookingLink } from './booking-link.ts';

type Mailing = Pick<BookingContext, 'db' | 'queueMail' | 'links'>;

function mailBooking({ customer, paymentStatus, ...booking }: Booking): MailBooking {
  const { name, email = null, phone = null, address = null } = customer ?? {};
  return {
    ...booking,
    isUnpaid: paymentStatus === 'UNPAID',
    customer: { name: name ?? '', email, phone, address },
  };
}

/** The appointment in the calendar of the customer. */
function calendarEntry(booking: Booking, company: CompanyPresentation, sequence: number): CalendarEntry {
  const { id: bookingId, startsAt, endsAt, typeName, status, updatedAt: stampedAt } = booking;
  const places = { ON_SITE: booking.customer?.address ?? null, OFFICE: oneLineAddress(company.address) };
  return {
    bookingId,
    sequence,
    isCancelled: status === 'CANCELLED',
    startsAt,
    endsAt,
    summary: typeName === null ? company.name : `${typeName}, ${company.name}`,
    location: places[booking.location as 'OFFICE'] ?? null,
    stampedAt,
  };
}

interface CustomerMail {
  kind: MailKind;
  /** Which of the mails of this kind it is. Default: the only one. */
  occasion?: string;
  /** The SEQUENCE of the calendar entry. Undefined: the mail has none. */
  sequence?: number;
  template: (mail: CustomerBookingMail) => Template;
}

interface TeamMail {
  plannerId: string | null;
  occasion: string;
  about: TeamBookingMail extends infer Mail ? Omit<Mail, 'booking' | 'company'> : never;
}

/** Returns functions that queue mails about a booking, as it is now. */
async function bookingMails(context: Mailing, booking: Booking) {
  const { db, queueMail } = context;
  const company = await readCompanyPresentation(db);
  const shown = mailBooking(booking);
  const mail = { record: { bookingId: booking.id }, company };
  return {
    async toCustomer({ kind, occasion, sequence, template }: CustomerMail): Promise<void> {
      const { name, email } = shown.customer;
      if (email === null) return;
      const { url } = await bookingLink(context, booking);
      await queueMail({
        ...mail,
        kind,
        ...(occasion !== undefined && { occasion }),
        to: { address: email, name },
        template: template({ booking: shown, company, language: booking.language, url }),
        ...(sequence !== undefined && { calendar: calendarEntry(booking, company, sequence) }),
      });
    },
    async toTeam({ plannerId, occasion, about }: TeamMail): Promise<void> {
      const to = await teamMailbox(db, plannerId, company);
      if (!to) return;
      const template = teamBookingMail({ ...about, booking: shown, company } as TeamBookingMail);
      await queueMail({ ...mail, kind: `team-booking-${about.kind}`, occasion, to, template });
    },
  };
}

/** Confirms a new booking to the customer. If the customer made it, the team learns of it, too. */
export async function mailNewBooking(context: Mailing, booking: Booking): Promise<void> {
  const { toCustomer, toTeam } = await bookingMails(context, booking);
  await toCustomer({ kind: 'booking-confirmed', sequence: 0, template: bookingConfirmedMail });
  if (booking.source !== 'PLANNER')
    await toTeam({ plannerId: booking.planner?.id ?? null, occasion: 'new', about: { kind: 'booked' } });
}
