import { contactOf, imprintOf, type MailCompany } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import {
  type Block,
  type Fact,
  facts,
  link,
  paragraph,
  quote,
  type Template,
  typedParagraph,
} from '../template/template.ts';
import { team, teamLanguage } from '../texts/team.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanDeadline, germanTime } from '../texts/values.ts';
import { appointmentFacts, type MailAppointment, payableCents, titleOf } from './booking-facts.ts';
import {
  type BookingNews,
  bookingOccasions,
  type CustomerMail,
  type MailBooking,
  type Occasion,
  type OccasionMails,
  said,
  type TeamMail,
  type TeamOccasion,
  takesPlace,
} from './booking-occasions.ts';
import { type FreeCancellation, freeCancellation } from './free-cancellation.ts';
import { waysToChange } from './ways-to-change.ts';

const occasions: Readonly<Record<Occasion, OccasionMails>> = bookingOccasions;

/**
 * Returns the description of the customer's calendar entry. It contains the link, because not all calendars show the URL of an
 * entry.
 * @param url null if the appointment is cancelled
 */
export function calendarDescription(
  { name, phone }: Pick<MailCompany, 'name' | 'phone'>,
  url: string | null,
  language: MailLanguage,
): string {
  const text = texts[language];
  const lines = [name, phone, ...(url === null ? [] : [text.manageBooking(url), text.declineInCalendar])];
  return lines.filter((line) => line !== null).join('\n');
}

/** Returns the mail to the customer. Null: none. */
export function customerBookingMail(mail: CustomerMail, news: BookingNews): Template | null {
  const { booking, company } = mail;
  const { language } = booking;
  const text = texts[language];
  const parts = occasions[news.occasion].customer?.({ ...mail, ...news });
  if (!parts) return null;
  const { subject, opening, heading, previous, money, takesPlace, isNew = false, movedBy } = parts;
  const { closing = [] } = parts;
  const owedCents = takesPlace && booking.paidCents === 0 ? payableCents(booking) : 0;
  const isAddressAtLink = takesPlace && mail.isAddressAtLink && mail.url !== null;
  const shown = { reader: 'customer', money, previous, hasVisitor: takesPlace, isAddressAtLink } as const;
  return {
    language,
    subject: subject(titleOf(booking, language), germanTime(booking.startsAt, language)),
    blocks: [
      typedParagraph(text.hello(booking.customer.name)),
      ...opening
        .filter((part) => part !== '')
        .map((part) => (typeof part === 'string' ? paragraph(part) : part)),
      ...(heading === undefined ? [] : [paragraph(heading)]),
      facts(appointmentFacts(mail, language, shown)),
      ...(owedCents > 0
        ? [paragraph(text.payDirectly(euros(owedCents / 100, language), mail.url !== null))]
        : []),
      ...(takesPlace ? waysToChange(mail, movedBy, isNew) : []),
      ...closing.map(paragraph),
      typedParagraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}

/** Returns the refund of a cancelled appointment for the team; null if nothing was paid. */
function refundFact(booking: MailBooking, { refundedCents }: BookingNews<'cancelled'>): string | null {
  const { paidCents, refundableCents, lostCents, paymentMethod } = booking;
  const amount = (cents: number) => euros(cents / 100, teamLanguage);
  if (refundedCents > 0) return team.refundOf.made(amount(refundedCents));
  if (paidCents <= booking.refundedCents) return null;
  if (paymentMethod === 'manual') return team.refundOf.byHand(amount(refundableCents));
  return refundableCents > 0
    ? team.refundOf.none(amount(refundableCents))
    : team.refundOf.returned(amount(lostCents), paymentMethod === 'paypal');
}

/** Returns the facts specific to an occasion. */
function factsOf(booking: MailBooking, news: BookingNews): Fact[] {
  switch (news.occasion) {
    case 'cancelled':
      return [[team.refund, refundFact(booking, news)]];
    case 'cancellation-refused':
      return [[team.assigned, booking.planner?.name ?? null, 'typed']];
    case 'handed-over':
      return [[team.planner, booking.planner?.name ?? null, 'typed']];
    case 'withdrawn':
      return [[team.receiptTo, news.named, 'typed']];
    case 'undelivered':
      return [
        [team.undelivered, team.undeliveredMail[news.mail]],
        [team.undeliveredReason, news.isRecipientInvalid ? team.invalidRecipient : null],
      ];
    default:
      return [];
  }
}

/** Returns whether an appointment takes place, for the people who handle its payment. */
function stateOf(mail: TeamMail): string {
  const { status, cancelRequestedAt } = mail.booking;
  if (cancelRequestedAt !== null) return team.waitsForRefund;
  return status === 'CONFIRMED' && !takesPlace(mail) ? team.isOver : team.stateOf[status];
}

/** Returns whether the customer was told; null on occasions without a mail to the customer. */
function toldOf({ booking, isCustomerTold }: TeamMail, news: BookingNews): string | null {
  if (!occasions[news.occasion].customer) return null;
  if (isCustomerTold) return team.told.yes;
  const hasAddress = booking.customer.email !== null || ('named' in news && news.named !== null);
  return hasAddress ? team.told.no : team.told.noAddress;
}

/** Returns the reason given by the provider. */
function reasonOf(news: BookingNews): string | null {
  if (!('reason' in news) || news.reason === null) return null;
  return ('openedAt' in news && team.disputeReasons[news.reason]) || news.reason;
}

/** Returns the deadline of the company or of the customer. */
function deadlineOf(news: BookingNews): string | null {
  const until =
    'respondUntil' in news ? news.respondUntil : 'reservedUntil' in news ? news.reservedUntil : null;
  return until && germanDeadline(until, teamLanguage);
}

const quoted = (label: string, text: string | null): Block[] =>
  text === null ? [] : [paragraph(label), quote(text)];

/** Returns the mail to a member of the team, or to the company. Null: none. */
export function teamBookingMail(mail: TeamMail, news: BookingNews): Template | null {
  const parts = occasions[news.occasion].team;
  if (!parts) return null;
  const { booking, company, by } = mail;
  const { money = 'all', heading, showsPayment = false, tasks } = parts;
  const todo = said(toldOf(mail, news), ...(tasks?.({ ...mail, ...news }) ?? []));
  const { subject, sentence } = team.booking[news.occasion as TeamOccasion];
  const amount = 'amountCents' in news ? euros(news.amountCents / 100, teamLanguage) : '';
  const { customer, location, note, source, cancellationReason } = booking;
  const isAddressPlace = location === null || location === 'ON_SITE';
  const previous = 'previous' in news ? news.previous : undefined;
  return {
    language: teamLanguage,
    subject: subject(titleOf(booking, teamLanguage), germanTime(booking.startsAt, teamLanguage), amount),
    blocks: [
      paragraph(texts[teamLanguage].hello('')),
      paragraph(
        sentence({
          by,
          amount,
          day: 'openedAt' in news ? germanDay(news.openedAt, teamLanguage) : '',
          until: deadlineOf(news),
          isCustomerTold: 'isCustomerTold' in news ? news.isCustomerTold : mail.isCustomerTold,
          otherPlanner: mail.isToPlanner ? null : (booking.planner?.name ?? null),
          isPayPal: booking.paymentMethod === 'paypal',
          isByHand: booking.paymentMethod === 'manual',
          takesPlace: takesPlace(mail),
        }),
      ),
      ...(todo === '' ? [] : [paragraph(todo)]),
      ...('command' in news ? [quote(news.command)] : []),
      ...(heading ? [paragraph(texts[teamLanguage][heading])] : []),
      facts([
        ...appointmentFacts(mail, teamLanguage, { reader: 'team', money, previous }),
        [team.state, showsPayment ? stateOf(mail) : null],
        [
          team.payment,
          showsPayment ? ('sessionId' in news ? news.sessionId : booking.paymentId) : null,
          'typed',
        ],
        ...factsOf(booking, news),
        [team.billedTo, booking.billedTo, 'typed'],
        [team.customer, customer.name, 'typed'],
        [team.address, isAddressPlace ? null : customer.address, 'typed'],
        [team.phone, customer.phone, 'typed'],
        [team.email, customer.email, 'typed'],
        [team.language, booking.language === 'en' ? team.english : null],
        [team.bookingId, booking.id],
      ]),
      ...quoted(team.providerReason, reasonOf(news)),
      ...quoted(team.message, 'message' in news && mail.isCustomerTold ? news.message : null),
      ...quoted(team.cancellationReason, cancellationReason),
      ...quoted(source === 'PLANNER' ? team.note.team : team.note.customer, note),
      paragraph(team.automatic),
    ],
    imprint: [company.name],
  };
}

/** A mail to an unverified address. It contains no entered text. */
export interface SlotKeptMail {
  booking: Pick<
    MailAppointment,
    'typeName' | 'startsAt' | 'durationMinutes' | 'location' | 'priceCents' | 'taxRate' | 'taxCents'
  >;
  company: MailCompany;
  language: MailLanguage;
  /** Link to confirm the appointment, and its deadline. */
  url: string;
  keptUntil: string;
  /** Whether the slot is reserved until then. */
  isHeld: boolean;
  freeCancellation: FreeCancellation;
}

/** Asks for the confirmation that creates the appointment. */
export function slotKeptMail({ booking: kept, company, language, url, ...slot }: SlotKeptMail): Template {
  const text = texts[language];
  const customer = { name: '', email: null, phone: null, address: null };
  const unpaid = {
    paymentMethod: null,
    paidAt: null,
    paidCents: 0,
    refundableCents: 0,
    refundableTaxCents: 0,
  };
  const booking = { ...kept, ...unpaid, discountCents: 0, refundedCents: 0, lostCents: 0, customer };
  const isPaid = payableCents(booking) > 0;
  const asked = text.slotKept[isPaid ? 'paid' : 'free'];
  return {
    language,
    subject: text.slotKeptSubject(titleOf(booking, language), germanTime(booking.startsAt, language)),
    blocks: [
      paragraph(text.hello('')),
      paragraph(
        `${asked.sentence(germanDeadline(slot.keptUntil, language), slot.isHeld)} ${text.slotNotConfirmed}`,
      ),
      facts(appointmentFacts({ booking, company }, language, { reader: 'customer', money: 'price' })),
      link(asked.link, url),
      ...(isPaid ? [paragraph(freeCancellation(slot.freeCancellation, language))] : []),
      paragraph(`${text.slotNotWanted} ${text.questions(contactOf(company, language))}`),
      typedParagraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}
