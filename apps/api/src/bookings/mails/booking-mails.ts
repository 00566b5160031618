import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import {
  type BookingNews,
  bookingCancelledMail,
  bookingConfirmedMail,
  bookingMovedMail,
  bookingRefundedMail,
  bookingReminderMail,
  type ChangedBy,
  type CustomerBookingMail,
  calendarDescription,
  type PreviousTime,
  paymentFailedMail,
  paymentLateMail,
  paymentOverdueMail,
  paymentProcessingMail,
  type TeamMailBooking,
  type Template,
  teamBookingMail,
} from '@pv-planning/mail';
import { type BookingTypeRow, findBookingType } from '../../booking-types/booking-type-records.ts';
import { type CompanyPresentation, readCompanyPresentation } from '../../company/company-records.ts';
import { type TeamMailbox, teamMailbox } from '../../company/team-mailbox.ts';
import { oneLineAddress } from '../../customers/one-line-address.ts';
import type { Actor } from '../../handler-context.ts';
import type { CalendarEntry, MailKind, NewMail } from '../../mails/queue-mail.ts';
import type { BookingContext } from '../booking-log.ts';
import { bookingMoney, lostCents, paidCents, refundableCents, taxIn } from '../booking-money.ts';
import { bookingLink } from '../link/booking-link.ts';
import { changeLimits } from '../link/change-limits.ts';

export type Mailing = Pick<BookingContext, 'db' | 'queueMails' | 'links' | 'actor'>;

/** When mails about a booking are queued, and its type if the caller has read it. */
interface Queueing {
  now: string;
  type?: BookingTypeRow | undefined;
}

export const changedBy = ({ kind }: Pick<Actor, 'kind'>): ChangedBy =>
  kind === 'customer' ? 'customer' : 'team';

const by = ({ actor }: Mailing) => changedBy(actor);

/** Returns a booking as mails show it. */
export function mailBooking(booking: Booking): TeamMailBooking {
  const { name, email = null, phone = null, address = null } = booking.customer ?? {};
  const kept = refundableCents(booking);
  return {
    ...booking,
    ...bookingMoney(booking),
    paidCents: /^(PAID|REFUNDED)$/.test(booking.paymentStatus) ? paidCents(booking) : 0,
    lostCents: lostCents(booking),
    keptCents: kept,
    keptTaxCents: taxIn(kept, booking.taxRate),
    isNoteOfCustomer: booking.source !== 'PLANNER',
    paymentId: booking.stripe?.paymentIntentId ?? null,
    customer: { name: name ?? '', email, phone, address },
  };
}

const proofOf = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('booking').select('emailProof').where('id', '=', id),
);

/** Whether a booking has texts of somebody who may not be the one who reads its mails: the customer has not confirmed it by a mailed link. */
export async function isTypedByStranger(db: CompanyQueries, { id, source }: Booking): Promise<boolean> {
  if (source === 'PLANNER') return false;
  const [proof] = await proofOf(db, { id });
  return proof?.emailProof !== 'link';
}

/** Returns a booking without texts that were typed. */
const withoutTyped = (booking: Booking): Booking => ({
  ...booking,
  note: null,
  customer: booking.customer && { ...booking.customer, name: '', phone: null, address: null },
});

/** Until when the customer of a booking can change it by its link, and gets money back. Null: not now. */
async function changesByLink({ db }: Mailing, booking: Booking, { now, type: known }: Queueing) {
  const { typeSlug } = booking;
  const type = known ?? (typeSlug === null ? undefined : await findBookingType(db, typeSlug));
  const { rescheduleUntil, cancelUntil, refundUntil } = await changeLimits(db, booking, type);
  const stillTo = (until: string | null) => (until !== null && now <= until ? until : null);
  return {
    moveUntil: stillTo(rescheduleUntil),
    cancelUntil: stillTo(cancelUntil),
    refundLimit: refundUntil === null ? null : { until: refundUntil, isOver: refundUntil < now },
  };
}

const joined = (separator: string, ...parts: readonly (string | null | undefined)[]) =>
  parts.filter((part) => part).join(separator);

/** What the calendars of customer and planner show alike. */
function calendarEntry(booking: Booking, company: CompanyPresentation, sequence: number): CalendarEntry {
  const { id, startsAt, endsAt, typeName, status, updatedAt: stampedAt } = booking;
  const places = { ON_SITE: booking.customer?.address ?? null, OFFICE: oneLineAddress(company.address) };
  return {
    id,
    sequence,
    isCancelled: status === 'CANCELLED',
    startsAt,
    endsAt,
    summary: joined(', ', typeName, company.name),
    location: places[booking.location as 'OFFICE'] ?? null,
    stampedAt,
  };
}

/** The appointment in the calendar of the customer. @param link null if the service has no public address */
function customersEntry(
  booking: Booking,
  company: CompanyPresentation,
  { link, sequence }: { link: string | null; sequence: number },
): CalendarEntry {
  const entry = calendarEntry(booking, company, sequence);
  const url = entry.isCancelled ? null : link;
  return { ...entry, url, description: calendarDescription(company, url, booking.language) };
}

/** The appointment in the calendar of a planner, who sees whom to visit. After a handover, that of the next one has another entry. */
function plannersEntry(
  booking: Booking,
  company: CompanyPresentation,
  { plannerId, sequence }: { plannerId: string; sequence: number },
): CalendarEntry {
  const entry = calendarEntry(booking, company, sequence);
  const { customer, typeName, note, planner } = booking;
  return {
    ...entry,
    id: `${booking.id}.${plannerId}`,
    isCancelled: entry.isCancelled || planner?.id !== plannerId,
    summary: joined(', ', typeName, customer?.name),
    description: joined('\n', customer?.phone, customer?.email, note),
  };
}

/** What the mails to customers are about. */
const whatIsMailed = {
  'booking-confirmed': 'confirmation',
  'booking-moved': 'move',
  'booking-cancelled': 'cancellation',
  'booking-refunded': 'refund',
  'booking-reminder': 'reminder',
  'booking-payment-processing': 'processing',
  'booking-payment-failed': 'failure',
  'booking-payment-overdue': 'overdue',
  'booking-payment-late': 'late',
} as const satisfies Partial<Record<MailKind, string>>;

export type CustomerMailKind = keyof typeof whatIsMailed;

interface CustomerMail {
  kind: CustomerMailKind;
  /** Which of the mails of this kind it is. Default: the only one. */
  occasion?: string;
  /** The SEQUENCE of the calendar entry. Undefined: the mail has none. */
  sequence?: number;
  template: (mail: CustomerBookingMail) => Template;
}

interface TeamMail {
  plannerId: string | null;
  /** The mailbox of a planner who is known to be active. */
  to?: TeamMailbox | null;
  /** Without an active planner, nobody gets the mail. By default, the company does. */
  isOnlyFor?: 'planner';
  /** The company gets the mail, and the planner only if it has no address. */
  isForOffice?: boolean;
  occasion: string;
  /** The SEQUENCE of the entry in the calendar of the planner. Undefined: the mail has none. */
  sequence?: number;
  about: BookingNews;
}

/** Returns functions that add mails about a booking, as it is now, and one that queues these. */
export async function bookingMails(context: Mailing, booking: Booking, queueing: Queueing) {
  const { db } = context;
  const company = await readCompanyPresentation(db);
  const shown = mailBooking(booking);
  const isTyped = await isTypedByStranger(db, booking);
  const mail = { record: { bookingId: booking.id }, company };
  const mails: NewMail[] = [];
  return {
    async toCustomer({ kind, occasion, sequence, template }: CustomerMail): Promise<void> {
      const { email } = shown.customer;
      if (email === null) return;
      const told = isTyped ? withoutTyped(booking) : booking;
      const toldAs = mailBooking(told);
      const { url } = await bookingLink(context, booking);
      mails.push({
        ...mail,
        kind,
        ...(occasion !== undefined && { occasion }),
        to: { address: email, name: toldAs.customer.name },
        isAnonymous: isTyped && ['customer', 'system'].includes(context.actor.kind),
        template: template({
          booking: toldAs,
          company,
          language: booking.language,
          url,
          ...(await changesByLink(context, booking, queueing)),
        }),
        ...(sequence !== undefined && { calendar: customersEntry(told, company, { link: url, sequence }) }),
      });
    },
    async toTeam(teamMail: TeamMail): Promise<void> {
      const { plannerId, to: known, isOnlyFor, isForOffice = false, occasion, sequence, about } = teamMail;
      const fallback = isOnlyFor === 'planner' ? { ...company, email: null } : company;
      const isOffices = isForOffice && company.email !== null;
      const to = known ?? (await teamMailbox(db, isOffices ? null : plannerId, fallback));
      if (!to && isOnlyFor === 'planner') return;
      const template = teamBookingMail({ booking: shown, company }, about);
      const hasEntry = to?.isPlanners && plannerId !== null && sequence !== undefined;
      mails.push({
        ...mail,
        kind: `team-booking-${about.kind}`,
        occasion,
        to,
        template,
        ...(hasEntry && { calendar: plannersEntry(booking, company, { plannerId, sequence }) }),
      });
    },
    queue: () => context.queueMails(mails, queueing.now),
  };
}

/** Confirms a new booking to the customer, and tells the planner. Without a planner, the company gets those that a customer made. */
export async function mailNewBooking(
  context: Mailing,
  booking: Booking,
  { isPlannerActive = false, ...queueing }: Queueing & { isPlannerActive?: boolean },
): Promise<void> {
  const { planner } = booking;
  const { toCustomer, toTeam, queue } = await bookingMails(context, booking, queueing);
  await toCustomer({ kind: 'booking-confirmed', sequence: 0, template: bookingConfirmedMail });
  await toTeam({
    plannerId: planner?.id ?? null,
    ...(isPlannerActive &&
      planner && { to: { address: planner.email, name: planner.name, isPlanners: true } }),
    ...(booking.source === 'PLANNER' && { isOnlyFor: 'planner' }),
    occasion: 'new',
    sequence: 0,
    about: { kind: 'booked', by: booking.source === 'PLANNER' ? 'team' : 'customer' },
  });
  await queue();
}

/** A changed booking, with the SEQUENCE of its entries in calendars. */
interface ChangedBooking {
  booking: Booking;
  sequence: number;
}

/** Tells the customer and the team that an appointment takes place at another time. */
export async function mailMovedBooking(
  context: Mailing,
  { booking, sequence }: ChangedBooking,
  previous: PreviousTime,
  queueing: Queueing,
): Promise<void> {
  const { toCustomer, toTeam, queue } = await bookingMails(context, booking, queueing);
  const occasion = String(sequence);
  await toCustomer({
    kind: 'booking-moved',
    occasion,
    sequence,
    template: (mail) => bookingMovedMail({ ...mail, previous, movedBy: by(context) }),
  });
  const plannerId = booking.planner?.id ?? null;
  await toTeam({ plannerId, occasion, sequence, about: { kind: 'moved', by: by(context), previous } });
  await queue();
}

/**
 * Tells the customer and the team that an appointment does not take place. A customer whose appointment has ended is not told: the team
 * has cancelled it afterwards, for its records.
 */
export async function mailCancelledBooking(
  context: Mailing,
  { booking, sequence }: ChangedBooking,
  {
    now,
    refundedCents,
    refundUntil,
    message,
  }: {
    now: string;
    refundedCents: number;
    /** Until when a customer got money back. */
    refundUntil: string | null;
    /** To the customer. */
    message: string | null;
  },
): Promise<void> {
  const { toCustomer, toTeam, queue } = await bookingMails(context, booking, { now });
  const occasion = String(sequence);
  const { paymentMethod, paymentStatus, amountPaidCents } = booking;
  const isKept = amountPaidCents !== null && booking.refundedCents < amountPaidCents;
  const isOver = by(context) === 'customer' && refundUntil !== null && refundUntil < now;
  const refund = refundedCents > 0 || isKept ? { refundedCents, endedAt: isOver ? refundUntil : null } : null;
  const paidManually = paymentMethod === 'manual' && paymentStatus === 'PAID';
  if (now < booking.endsAt || refundedCents > 0)
    await toCustomer({
      kind: 'booking-cancelled',
      occasion,
      sequence,
      template: (mail) => bookingCancelledMail({ ...mail, cancelledBy: by(context), refund, message }),
    });
  await toTeam({
    plannerId: booking.planner?.id ?? null,
    occasion,
    sequence,
    about: { kind: 'cancelled', by: by(context), refund: paidManually ? 'settled' : refund },
  });
  await queue();
}

/** Queues a mail to the customer alone. */
async function mailCustomer(
  context: Mailing,
  booking: Booking,
  { now, ...mail }: CustomerMail & { now: string },
): Promise<void> {
  const { toCustomer, queue } = await bookingMails(context, booking, { now });
  await toCustomer(mail);
  await queue();
}

/** Tells the customer of refunds without a cancellation. What the team has received by hand, it gives back by hand. */
export async function mailRefundedBooking(
  context: Mailing,
  booking: Booking,
  refunds: readonly { id: string; amountCents: number }[],
  now: string,
): Promise<void> {
  if (booking.paymentMethod === 'manual') return;
  const { status, endsAt, cancelRequestedAt } = booking;
  const isCancelled = status === 'CANCELLED';
  const takesPlace = status === 'CONFIRMED' && now < endsAt && cancelRequestedAt === null;
  let refundedCents = booking.refundedCents - refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  for (const { id, amountCents } of refunds) {
    refundedCents += amountCents;
    const isPart = refundedCents < paidCents(booking);
    await mailCustomer(
      context,
      { ...booking, refundedCents, ...(isPart && { paymentStatus: 'PAID' }) },
      {
        kind: 'booking-refunded',
        occasion: id,
        template: (mail) => bookingRefundedMail({ ...mail, amountCents, takesPlace, isCancelled }),
        now,
      },
    );
  }
}

/**
 * Tells the two planners about a handover, which moves the entry from one calendar to the other. The customer is not told: who comes is no
 * part of the appointment.
 */
export async function mailReassignedBooking(
  context: Mailing,
  { booking, sequence }: ChangedBooking,
  previousPlanner: Booking['planner'],
  now: string,
): Promise<void> {
  const { toTeam, queue } = await bookingMails(context, booking, { now });
  const { planner } = booking;
  const occasion = String(sequence);
  if (!planner) throw new Error(`Nobody has taken over booking ${booking.id}.`);
  await toTeam({ plannerId: planner.id, occasion, sequence, about: { kind: 'taken-over' } });
  if (previousPlanner)
    await toTeam({
      plannerId: previousPlanner.id,
      isOnlyFor: 'planner',
      occasion,
      sequence,
      about: { kind: 'handed-over', plannerName: planner.name },
    });
  await queue();
}

/** Returns a booking with the amount of a debit, which a promotion code can have lowered. */
const debited = (booking: Booking, amountPaidCents: number | null): Booking => ({
  ...booking,
  amountPaidCents,
});

/** Tells the customer that the slot is reserved until a debit has been collected. */
export function mailProcessingPayment(
  context: Mailing,
  booking: Booking,
  { amountCents, reservedUntil, now }: { amountCents: number; reservedUntil: string; now: string },
): Promise<void> {
  return mailCustomer(context, debited(booking, amountCents), {
    kind: 'booking-payment-processing',
    template: (mail) => paymentProcessingMail({ ...mail, reservedUntil }),
    now,
  });
}

/** Tells the customer that a debit has failed. */
export function mailFailedPayment(
  context: Mailing,
  booking: Booking,
  { amountCents, now }: { amountCents: number; now: string },
): Promise<void> {
  return mailCustomer(context, debited(booking, amountCents), {
    kind: 'booking-payment-failed',
    template: paymentFailedMail,
    now,
  });
}

/**
 * Tells the customer that the slot waits no longer for a debit, of which nobody knows whether its money comes.
 *
 * @param debit.amountCents null if the provider does not say it any more
 */
export function mailOverduePayment(
  context: Mailing,
  booking: Booking,
  { amountCents, now }: { amountCents: number | null; now: string },
): Promise<void> {
  return mailCustomer(context, debited(booking, amountCents), {
    kind: 'booking-payment-overdue',
    template: (mail) => paymentOverdueMail({ ...mail, isAmountKnown: amountCents !== null }),
    now,
  });
}

/** Tells the customer and the company that money came after the checkout had expired, and goes back. */
export async function mailLatePayment(context: Mailing, booking: Booking, now: string): Promise<void> {
  const { toCustomer, toTeam, queue } = await bookingMails(context, booking, { now });
  await toCustomer({ kind: 'booking-payment-late', template: paymentLateMail });
  const plannerId = booking.planner?.id ?? null;
  await toTeam({ plannerId, isForOffice: true, occasion: 'late', about: { kind: 'late-payment' } });
  await queue();
}

/** Reminds the customer of an appointment. After a move, there is another one. */
export function mailReminder(context: Mailing, booking: Booking, now: string): Promise<void> {
  return mailCustomer(context, booking, {
    kind: 'booking-reminder',
    occasion: booking.startsAt,
    template: bookingReminderMail,
    now,
  });
}

/** Tells the team that a mail to the customer could not be delivered. */
export async function mailUndelivered(
  context: Mailing,
  booking: Booking,
  { id, kind, isRecipientInvalid }: { id: string; kind: CustomerMailKind; isRecipientInvalid: boolean },
  now: string,
): Promise<void> {
  const { toTeam, queue } = await bookingMails(context, booking, { now });
  const about = { kind: 'undelivered', mail: whatIsMailed[kind], isRecipientInvalid } as const;
  await toTeam({ plannerId: booking.planner?.id ?? null, occasion: id, about });
  await queue();
}
