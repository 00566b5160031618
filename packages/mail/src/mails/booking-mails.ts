import type { MailCompany } from '../company.ts';
import { imprintOf } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { type Block, facts, link, paragraph, quote, type Template } from '../template/template.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanPeriod, germanTime, percent } from '../texts/values.ts';

/** What mails say of an appointment. */
export interface MailBooking {
  /** Null for an appointment without a type. */
  typeName: string | null;
  startsAt: string;
  durationMinutes: number;
  location: 'ON_SITE' | 'VIDEO' | 'PHONE' | 'OFFICE' | null;
  /** Null if nothing is to be said of it. */
  priceCents: number | null;
  /** How much a promotion code lowered the price. */
  discountCents: number;
  /** Percent, contained in the price less the discount. */
  taxRate: number | null;
  taxCents: number;
  paymentStatus: 'FREE' | 'UNPAID' | 'PAID' | 'REFUNDED';
  /** What was paid by the checkout; null if nothing was. */
  amountPaidCents: number | null;
  /** What of it has gone back before. */
  refundedCents: number;
  /** What of it the customer's bank has given back by a dispute. */
  lostCents: number;
  customer: { name: string; email: string | null; phone: string | null; address: string | null };
}

/** When an appointment was to take place before it was moved. */
export type PreviousTime = Pick<MailBooking, 'startsAt' | 'durationMinutes'>;

interface BookingMail {
  booking: MailBooking;
  company: MailCompany;
}

/** Returns what the entry in the customer's calendar says: not all calendars show the URL of an entry. */
export function calendarDescription(url: string, language: MailLanguage): string {
  return texts[language].manageBooking(url);
}

/** A mail to the customer. It never names the planner: who comes can change without a mail. */
export interface CustomerBookingMail extends BookingMail {
  language: MailLanguage;
  /** Where the customer can see the appointment; null if the service has no public address. */
  url: string | null;
  /** Until when the customer can move and cancel the appointment there. Null: not (any more). */
  moveUntil: string | null;
  cancelUntil: string | null;
  /** Until when a cancellation gives back what was paid online. Null: nothing was, or all of it has gone back. */
  refundLimit: { until: string; isOver: boolean } | null;
}

/** The team is written to in German. */
const team: MailLanguage = 'de';

const titleOf = ({ typeName }: MailBooking, language: MailLanguage) =>
  typeName ?? texts[language].appointment;

type Reader = 'customer' | 'team';

type Place = { booking: Pick<MailBooking, 'location' | 'customer'>; company: Pick<MailCompany, 'address'> };

function placeOf({ booking, company }: Place, language: MailLanguage, reader: Reader): string | null {
  const { location, customer } = booking;
  if (location === null) return customer.address;
  const place = texts[language].location[reader][location];
  const { street, houseNumber, postalCode, city } = company.address ?? {};
  const office = [
    [street, houseNumber],
    [postalCode, city],
  ].map((part) => part.filter((text) => text).join(' '));
  const details =
    location === 'ON_SITE'
      ? customer.address
      : location === 'OFFICE'
        ? office.filter((text) => text !== '').join(', ')
        : null;
  return details ? `${place}, ${details}` : place;
}

/** An appointment that is sold, before it is paid. */
type SoldAppointment = Place & {
  booking: PreviousTime;
  company: Pick<MailCompany, 'name'>;
  language: MailLanguage;
};

/** Returns what the customer buys at the payment provider: when, where and with whom. */
export function checkoutLine({ booking, company, language }: SoldAppointment): string {
  const { startsAt, durationMinutes } = booking;
  const time = germanPeriod(startsAt, durationMinutes, language);
  return [time, placeOf({ booking, company }, language, 'customer'), company.name]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The price, the discount, the VAT, and what was paid. */
function moneyFacts(
  { priceCents, discountCents, taxRate, taxCents, ...booking }: MailBooking,
  language: MailLanguage,
  reader: Reader,
) {
  const text = texts[language];
  if (!priceCents) return [];
  const { paymentStatus, amountPaidCents, refundedCents } = booking;
  const amount = (cents: number) => euros(cents / 100, language);
  const withTax = (cents: number) =>
    cents === 0
      ? amount(0)
      : taxRate
        ? text.withTax(amount(cents), percent(taxRate, language), amount(taxCents))
        : text.withoutTax(amount(cents));
  const payable = withTax(priceCents - discountCents);
  const isPaidDirectly = paymentStatus !== 'UNPAID' && discountCents === 0 && amountPaidCents === null;
  const isPriceTotal = paymentStatus === 'UNPAID' || isPaidDirectly;
  return [
    [text.price, isPriceTotal ? payable : discountCents > 0 ? amount(priceCents) : null],
    [text.discount, discountCents > 0 ? amount(-discountCents) : null],
    [text.paid, isPaidDirectly ? text.paidDirectly[reader] : isPriceTotal ? null : payable],
    [text.refundedBefore, refundedCents > 0 ? amount(refundedCents) : null],
  ] as const;
}

function appointmentFacts(
  mail: BookingMail,
  language: MailLanguage,
  reader: Reader,
  previous?: PreviousTime,
) {
  const { booking } = mail;
  const text = texts[language];
  const period = ({ startsAt, durationMinutes }: PreviousTime) =>
    germanPeriod(startsAt, durationMinutes, language);
  return [
    [text.appointment, booking.typeName],
    [text.startsAt, previous ? null : germanTime(booking.startsAt, language)],
    // With their ends: perhaps only the length has changed.
    [text.newTime, previous ? period(booking) : null],
    [text.previousTime, previous ? period(previous) : null],
    [text.duration, text.minutes(booking.durationMinutes)],
    [text.place, placeOf(mail, language, reader)],
    ...moneyFacts(booking, language, reader),
  ] as const;
}

/** The link to the appointment. What is not possible there (any more) goes by mail. */
function waysToChange({ company, language, url, moveUntil, cancelUntil }: CustomerBookingMail): Block[] {
  const { viewBooking, moveBooking, cancelBooking, changeBooking, ...text } = texts[language];
  const repliesReach = company.email !== null;
  if (url !== null && moveUntil !== null && cancelUntil !== null) {
    const until = text.changeBookingUntil(germanTime(moveUntil, language), germanTime(cancelUntil, language));
    return [
      link(changeBooking, url),
      paragraph(repliesReach ? `${until} ${text.changeBookingLater}` : until),
    ];
  }
  const label = cancelUntil !== null ? cancelBooking : moveUntil !== null ? moveBooking : viewBooking;
  return [
    ...(url === null ? [] : [link(label, url)]),
    ...(repliesReach ? [paragraph(text.changeBookingByMail)] : []),
  ];
}

/** Until when a cancellation gives back the money. */
function refundDeadline({ language, refundLimit }: CustomerBookingMail, keptCents: number): Block[] {
  if (refundLimit === null) return [];
  const { refundUntil, refundOver } = texts[language];
  const sentences = refundLimit.isOver ? refundOver : refundUntil;
  return [paragraph(sentences(germanTime(refundLimit.until, language), euros(keptCents / 100, language)))];
}

/** Who invoices the appointment. A mail that shows VAT must not be taken for an invoice (§ 14c UStG). */
function invoiceNote({ language, booking, company }: CustomerBookingMail, goesBackCents: number): Block[] {
  const { priceCents, discountCents, refundedCents } = booking;
  const isOwed = (priceCents ?? 0) - discountCents > refundedCents + goesBackCents;
  return isOwed ? [paragraph(texts[language].invoice(company.name))] : [];
}

function customerTemplate(
  mail: CustomerBookingMail,
  subject: (title: string, time: string) => string,
  sentence: string,
  { previous, isCancelled = false, refundedCents = 0 }: CustomerTemplateOptions = {},
): Template {
  const { booking, company, language } = mail;
  const kept = keptCents(booking) - refundedCents;
  const text = texts[language];
  return {
    language,
    subject: subject(titleOf(booking, language), germanTime(booking.startsAt, language)),
    blocks: [
      paragraph(text.hello(booking.customer.name)),
      paragraph(sentence),
      facts(appointmentFacts(mail, language, 'customer', previous)),
      ...(isCancelled
        ? []
        : [...waysToChange(mail), ...refundDeadline(mail, kept), ...invoiceNote(mail, refundedCents)]),
      paragraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}

interface CustomerTemplateOptions {
  previous?: PreviousTime;
  isCancelled?: boolean;
  /** What goes back now. */
  refundedCents?: number;
}

/** Confirms an appointment to the customer. */
export function bookingConfirmedMail(mail: CustomerBookingMail): Template {
  const { bookingConfirmedSubject, bookingConfirmed } = texts[mail.language];
  return customerTemplate(mail, bookingConfirmedSubject, bookingConfirmed);
}

/** Tells the customer that an appointment takes place at another time. */
export function bookingMovedMail(mail: CustomerBookingMail & { previous: PreviousTime }): Template {
  const { bookingMovedSubject, bookingMoved } = texts[mail.language];
  const { previous } = mail;
  return customerTemplate(mail, bookingMovedSubject, bookingMoved, { previous });
}

/** How a customer has paid online. */
export type OnlinePayment = 'card' | 'paypal' | 'sepa_debit';

/** What becomes of the money that was paid for a cancelled appointment. Null if nothing was paid online, or all has gone back before. */
export type CancellationRefund = {
  refundedCents: number;
  method: OnlinePayment | null;
  /** When the customer, who cancels, could get it back no more. Null if that is not why it is kept. */
  endedAt: string | null;
} | null;

/** What the company still has of the money. */
const keptCents = ({ amountPaidCents, refundedCents, lostCents }: MailBooking) =>
  Math.max(0, (amountPaidCents ?? 0) - refundedCents - lostCents);

/** Tells the customer that an appointment does not take place, and whether money goes back. The reason is not mailed. */
export function bookingCancelledMail(mail: CustomerBookingMail & { refund: CancellationRefund }): Template {
  const { bookingCancelledSubject, bookingCancelled, ...text } = texts[mail.language];
  const { refund, booking } = mail;
  const amount = (cents: number) => euros(cents / 100, mail.language);
  const kept = keptCents(booking);
  const sentences = [
    bookingCancelled,
    ...(refund !== null && refund.refundedCents > 0
      ? [text.refunded(amount(refund.refundedCents)), text.refundTakes[refund.method ?? 'other']]
      : refund !== null && kept > 0
        ? [text.notRefunded(amount(kept), refund.endedAt && germanTime(refund.endedAt, mail.language))]
        : []),
    ...(booking.lostCents > 0 ? [text.returnedByBank(amount(booking.lostCents))] : []),
  ];
  return customerTemplate(mail, bookingCancelledSubject, sentences.join(' '), { isCancelled: true });
}

/** Tells the customer that money goes back without a cancellation. */
export function bookingRefundedMail(
  mail: CustomerBookingMail & { amountCents: number; method: OnlinePayment | null; takesPlace: boolean },
): Template {
  const { refundedSubject, refundedWithoutCancellation, appointmentUnchanged, refundTakes } =
    texts[mail.language];
  const { method, takesPlace } = mail;
  const amount = euros(mail.amountCents / 100, mail.language);
  const sentences = [
    refundedWithoutCancellation(amount),
    refundTakes[method ?? 'other'],
    ...(takesPlace ? [appointmentUnchanged] : []),
  ];
  const subject = (title: string, time: string) => refundedSubject(amount, title, time);
  const options = { isCancelled: !takesPlace, refundedCents: mail.amountCents };
  return customerTemplate(mail, subject, sentences.join(' '), options);
}

/** Reminds the customer of an appointment. */
export function bookingReminderMail(mail: CustomerBookingMail): Template {
  const { bookingReminderSubject, bookingReminder } = texts[mail.language];
  return customerTemplate(mail, bookingReminderSubject, bookingReminder);
}

/** A mail about a debit. */
type DebitMail = CustomerBookingMail & {
  /** Less than the price with a promotion code. */
  amountCents: number;
};

/** A mail about a payment that is under way or does not come. Beside the amount, the price would look like another demand. */
function debitTemplate(
  mail: CustomerBookingMail,
  subject: (title: string, time: string) => string,
  sentence: string,
): Template {
  const booking = { ...mail.booking, priceCents: null };
  return customerTemplate({ ...mail, booking }, subject, sentence, { isCancelled: true });
}

/** Tells the customer that the slot is reserved until a debit has been collected. */
export function paymentProcessingMail(mail: DebitMail): Template {
  const { paymentProcessingSubject, paymentProcessing } = texts[mail.language];
  return debitTemplate(
    mail,
    paymentProcessingSubject,
    paymentProcessing(euros(mail.amountCents / 100, mail.language)),
  );
}

/** Tells the customer that a debit has failed, so that the appointment does not take place. */
export function paymentFailedMail(mail: DebitMail): Template {
  const { paymentFailedSubject, paymentFailed } = texts[mail.language];
  return debitTemplate(
    mail,
    paymentFailedSubject,
    paymentFailed(euros(mail.amountCents / 100, mail.language)),
  );
}

/** Tells the customer that the slot waits no longer for a debit, of which nobody knows whether its money comes. */
export function paymentOverdueMail(mail: CustomerBookingMail): Template {
  const { paymentOverdueSubject, paymentOverdue } = texts[mail.language];
  return debitTemplate(mail, paymentOverdueSubject, paymentOverdue);
}

/** Tells the customer that the money came too late and goes back. */
export function paymentLateMail(mail: CustomerBookingMail & { method: OnlinePayment | null }): Template {
  const { paymentLateSubject, paymentLate, refundTakes, bookAnother } = texts[mail.language];
  const amount = euros(keptCents(mail.booking) / 100, mail.language);
  const sentences = [paymentLate(amount), refundTakes[mail.method ?? 'other'], bookAnother];
  return customerTemplate(mail, paymentLateSubject, sentences.join(' '), { isCancelled: true });
}

/** A mail to an address that anybody can have entered. It has nothing that was typed. */
export interface SlotKeptMail extends Pick<CustomerBookingMail, 'company' | 'language'> {
  booking: Pick<
    MailBooking,
    'typeName' | 'startsAt' | 'durationMinutes' | 'location' | 'priceCents' | 'taxRate' | 'taxCents'
  >;
  /** Where the customer confirms the appointment, and until when. */
  url: string;
  keptUntil: string;
}

/** Asks for the confirmation of an appointment, which does not exist before. */
export function slotKeptMail({ booking: kept, company, language, url, keptUntil }: SlotKeptMail): Template {
  const text = texts[language];
  const customer = { name: '', email: null, phone: null, address: null };
  const unpaid = {
    paymentStatus: 'UNPAID',
    discountCents: 0,
    amountPaidCents: null,
    refundedCents: 0,
    lostCents: 0,
  } as const;
  const booking = { ...kept, ...unpaid, customer };
  return {
    language,
    subject: text.slotKeptSubject(titleOf(booking, language), germanTime(booking.startsAt, language)),
    blocks: [
      paragraph(text.hello('')),
      paragraph(text.slotKept(germanTime(keptUntil, language))),
      facts(appointmentFacts({ booking, company }, language, 'customer')),
      link(text.confirmSlot, url),
      paragraph(text.slotNotWanted),
      paragraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}

/** What the team knows of an appointment, and its customer does not. */
export interface TeamMailBooking extends MailBooking {
  note: string | null;
  isNoteOfCustomer: boolean;
  /** Of a cancelled appointment. */
  cancellationReason: string | null;
  /** The provider's id of the payment, by which its dashboard finds it. */
  paymentId: string | null;
}

/** A refund or a dispute that a human has to look at. */
export interface RefundProblem {
  amountCents: number;
  /** What the provider says. */
  reason: string | null;
}

/** What has happened to a booking. */
export type BookingNews =
  | { kind: 'booked'; by: 'customer' | 'team' }
  /** `settled`: paid to the team itself, which the service does not refund. */
  | { kind: 'cancelled'; by: 'customer' | 'team'; refund: CancellationRefund | 'settled' }
  | { kind: 'taken-over' }
  /** Money came after the checkout had expired. */
  | { kind: 'late-payment' }
  /** The provider does not say whether money came, or does not know the checkout. With its id there, if it is known. */
  | { kind: 'payment-problem' | 'checkout-unknown'; sessionId: string | null }
  /** What a human has to look at, because the provider has refused or changed something. */
  | { kind: 'refund-failed' | 'refund-unclear' | 'cancellation-refused'; problem: RefundProblem }
  | { kind: 'dispute-opened' | 'dispute-won' | 'dispute-lost'; problem: RefundProblem }
  | { kind: 'key-refused' }
  | { kind: 'moved'; by: 'customer' | 'team'; previous: PreviousTime }
  /** Another member has the appointment now. */
  | { kind: 'handed-over'; plannerName: string }
  /** A mail to the customer could not be delivered, or not even be composed. */
  | {
      kind: 'undelivered';
      mail:
        | 'confirmation'
        | 'move'
        | 'cancellation'
        | 'refund'
        | 'reminder'
        | 'processing'
        | 'failure'
        | 'overdue'
        | 'late';
      isRecipientInvalid: boolean;
    };

/** What the team has to know of the money of a cancelled appointment. Null: there is none. */
function refundFact(refund: CancellationRefund | 'settled', booking: MailBooking): string | null {
  const { teamRefund } = texts[team];
  if (refund === null) return null;
  if (refund === 'settled') return teamRefund.settled;
  const amount = (cents: number) => euros(cents / 100, team);
  if (refund.refundedCents > 0) return teamRefund.made(amount(refund.refundedCents));
  const kept = keptCents(booking);
  return kept > 0 ? teamRefund.none(amount(kept)) : teamRefund.returnedByBank(amount(booking.lostCents));
}

const quoted = (label: string, text: string | null): Block[] =>
  text === null ? [] : [paragraph(label), quote(text)];

/** What somebody looks up in the dashboard of the provider. */
const kindsWithPayment: ReadonlySet<BookingNews['kind']> = new Set([
  'late-payment',
  'payment-problem',
  'checkout-unknown',
  'refund-failed',
  'refund-unclear',
  'cancellation-refused',
  'dispute-opened',
  'dispute-won',
  'dispute-lost',
]);

/** Tells a member of the team, or the company, what has changed. */
export function teamBookingMail(
  mail: BookingMail & { booking: TeamMailBooking },
  news: BookingNews,
): Template {
  const { booking, company } = mail;
  const { kind } = news;
  const text = texts[team];
  const { subject, sentence } = text.teamBooking[kind];
  const previous = kind === 'moved' ? news.previous : undefined;
  const problem = 'problem' in news ? news.problem : undefined;
  const amount = problem ? euros(problem.amountCents / 100, team) : '';
  const paymentId = 'sessionId' in news ? news.sessionId : booking.paymentId;
  const { customer, location, note, isNoteOfCustomer, cancellationReason } = booking;
  const isAddressPlace = location === null || location === 'ON_SITE';
  return {
    language: team,
    subject: subject(titleOf(booking, team), germanTime(booking.startsAt, team), amount),
    blocks: [
      paragraph(text.hello('')),
      paragraph(sentence({ by: 'by' in news ? news.by : 'team', amount })),
      facts([
        ...appointmentFacts(mail, team, 'team', previous),
        [text.payment, kindsWithPayment.has(kind) ? paymentId : null],
        [text.refund, kind === 'cancelled' ? refundFact(news.refund, booking) : null],
        [text.planner, kind === 'handed-over' ? news.plannerName : null],
        [text.undelivered, kind === 'undelivered' ? text.undeliveredMail[news.mail] : null],
        [
          text.undeliveredReason,
          kind === 'undelivered' && news.isRecipientInvalid ? text.invalidRecipient : null,
        ],
        [text.customer, customer.name],
        [text.address, isAddressPlace ? null : customer.address],
        [text.phone, customer.phone],
        [text.email, customer.email],
      ]),
      ...quoted(text.providerReason, problem?.reason ?? null),
      ...quoted(text.cancellationReason, cancellationReason),
      ...quoted(isNoteOfCustomer ? text.note.customer : text.note.team, note),
      paragraph(text.automatic),
    ],
    imprint: [company.name],
  };
}
