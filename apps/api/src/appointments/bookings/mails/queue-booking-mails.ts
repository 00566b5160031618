import type { Booking } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import {
  type BookingNews,
  bookingOccasions,
  type ChangedBy,
  type CustomerOccasion,
  consumerTextsFile,
  customerBookingMail,
  type OccasionMails,
  type TeamOccasion,
  type TeamRecipient,
  teamBookingMail,
} from '@pv-planning/mail';
import { type CompanyPresentation, readCompanyPresentation } from '../../../company/company-records.ts';
import { teamMailbox } from '../../../company/team-mailbox.ts';
import type { Actor } from '../../../kernel/handler-context.ts';
import type { NewMail } from '../../../kernel/mails/queue-mail.ts';
import { findBookingType } from '../../booking-types/booking-type-records.ts';
import type { BookingContext } from '../booking-records.ts';
import { bookingLink } from '../link/booking-link.ts';
import { isUnproven } from '../link/bookings-of-mailbox.ts';
import { changeLimits } from '../link/change-limits.ts';
import { payableCents } from '../payment-of-booking.ts';
import { readTextsOfBooking } from '../texts-of-booking.ts';
import { customersEntry, plannersEntry } from './calendar-entries.ts';
import { mailedBooking, withoutTyped } from './mailed-booking.ts';

type Mailing = Pick<BookingContext, 'db' | 'queueMails' | 'links' | 'actor'>;

/** Returns who has changed a booking. A payment is the customer's change. */
function changedBy({ source }: Booking, { occasion }: BookingNews, actor: Actor): ChangedBy {
  if (occasion === 'confirmed') return source === 'PLANNER' ? 'team' : 'customer';
  return actor.kind === 'customer' ? 'customer' : 'team';
}

/** The customer's deadlines for changes by the link and for a refund. Null: not possible. */
async function changesByLink(db: CompanyQueries, booking: Booking, now: string) {
  const { typeSlug } = booking;
  const type = typeSlug === null ? undefined : await findBookingType(db, typeSlug);
  const { rescheduleUntil, cancelUntil, refundUntil } = await changeLimits(db, booking, type);
  const stillTo = (until: string | null) => (until !== null && now <= until ? until : null);
  return {
    moveUntil: stillTo(rescheduleUntil),
    cancelUntil: stillTo(cancelUntil),
    refundLimit: refundUntil === null ? null : { until: refundUntil, isOver: refundUntil < now },
  };
}

/** Distinguishes several mails of one occasion. */
function whichOf(news: BookingNews): string | undefined {
  if ('sequence' in news) return String(news.sequence);
  return 'id' in news ? news.id : undefined;
}

/** Returns the mailbox of the team. Null: it has no address. Undefined: the team gets no mail. */
async function teamRecipient(
  db: CompanyQueries,
  recipient: TeamRecipient,
  plannerId: string | null,
  company: CompanyPresentation,
) {
  if (recipient === 'company') return teamMailbox(db, company.email === null ? plannerId : null, company);
  if (recipient === 'planner') return teamMailbox(db, plannerId, company);
  return (await teamMailbox(db, plannerId, { ...company, email: null })) ?? undefined;
}

/** Queues the mails that `bookingOccasions` lists for an occasion, with the booking as it is now. */
export async function queueBookingMails(
  context: Mailing,
  booking: Booking,
  news: BookingNews,
  now: string,
): Promise<void> {
  const { db, actor, queueMails } = context;
  const { customer, team, hasCalendar = false }: OccasionMails = bookingOccasions[news.occasion];
  const company = await readCompanyPresentation(db);
  const by = changedBy(booking, news, actor);
  const sequence = 'sequence' in news ? news.sequence : 0;
  const occasion = whichOf(news);
  const mail = { record: { bookingId: booking.id }, company, ...(occasion !== undefined && { occasion }) };
  const mails: NewMail[] = [];

  const named = 'isNamedTold' in news && news.isNamedTold ? news.named : null;
  const addresses = [booking.customer?.email ?? null, named].filter((address) => address !== null);
  if (customer && addresses.length > 0) {
    const isTyped = booking.source !== 'PLANNER';
    const told = isTyped ? withoutTyped(booking) : booking;
    const { url } = await bookingLink(context, booking);
    const limits = await changesByLink(db, booking, now);
    const isAddressAtLink = isTyped && booking.customer?.address != null && booking.location === 'ON_SITE';
    const consumerTexts =
      news.occasion === 'confirmed' && payableCents(booking) > 0
        ? await readTextsOfBooking(db, booking, company)
        : null;
    const template = customerBookingMail(
      { booking: mailedBooking(told), company, by, now, url, isAddressAtLink, consumerTexts, ...limits },
      news,
    );
    const isFromStranger = ['customer', 'system'].includes(actor.kind) && (await isUnproven(db, booking));
    if (template)
      for (const address of addresses)
        mails.push({
          ...mail,
          ...(address === named && { occasion: 'named' }),
          kind: `booking-${news.occasion as CustomerOccasion}`,
          to: { address, name: told.customer?.name ?? '' },
          isAnonymous: address === named || isFromStranger,
          template,
          ...(hasCalendar && { calendar: customersEntry(told, company, { link: url, sequence }) }),
          ...(consumerTexts && { files: [consumerTextsFile(consumerTexts)] }),
        });
  }

  if (team) {
    const shown = mailedBooking(booking);
    const recipient = typeof team.to === 'function' ? team.to(shown) : team.to;
    const plannerId = news.occasion === 'handed-over' ? news.formerPlannerId : (booking.planner?.id ?? null);
    const to = await teamRecipient(db, recipient, plannerId, company);
    const isCustomerTold = mails.length > 0;
    const isToPlanner = to?.isPlanners ?? false;
    const template = teamBookingMail({ booking: shown, company, by, now, isCustomerTold, isToPlanner }, news);
    if (to !== undefined && template)
      mails.push({
        ...mail,
        kind: `team-booking-${news.occasion as TeamOccasion}`,
        to,
        template,
        ...(hasCalendar &&
          isToPlanner &&
          plannerId !== null && { calendar: plannersEntry(booking, company, { plannerId, sequence }) }),
      });
  }
  await queueMails(mails, now);
}
