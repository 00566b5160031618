import type { MailCompany } from '../company.ts';
import { imprintOf } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { type Block, facts, link, paragraph, quote, type Template } from '../template/template.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDeadline, germanTime } from '../texts/values.ts';
import {
  appointmentFacts,
  type BookingMail,
  type MailBooking,
  type MoneyShown,
  type PreviousTime,
  titleOf,
} from './booking-facts.ts';

/** Who has changed an appointment. */
export type ChangedBy = 'customer' | 'team';

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

/** Returns how the customer reaches the company, as the end of a sentence. */
const contactOf = ({ email, phone }: MailCompany, language: MailLanguage) =>
  texts[language].contact(email !== null, phone);

/** Returns what the entry in the customer's calendar says: not all calendars show the URL of an entry. @param url null if the appointment is cancelled */
export function calendarDescription(
  { name, phone }: Pick<MailCompany, 'name' | 'phone'>,
  url: string | null,
  language: MailLanguage,
): string {
  const text = texts[language];
  const lines = [name, phone, ...(url === null ? [] : [text.manageBooking(url), text.declineInCalendar])];
  return lines.filter((line) => line !== null).join('\n');
}

/** Returns an amount, of which a part has gone back before if less than all was left. */
function amountOf(cents: number, { paidCents }: MailBooking, language: MailLanguage): string {
  const amount = euros(cents / 100, language);
  return cents < paidCents ? texts[language].rest(amount) : amount;
}

/** The link to the appointment, until when it allows changes and gives back the money, and how else both are possible. */
function waysToChange(mail: CustomerBookingMail, { movedBy, isNew }: CustomerMailParts): Block[] {
  const { booking, company, language, url, refundLimit } = mail;
  const [moveUntil, cancelUntil] = url === null ? [null, null] : [mail.moveUntil, mail.cancelUntil];
  const text = texts[language];
  const contact = contactOf(company, language);
  const shown = (until: string | null) => until && germanDeadline(until, language);
  const [move, cancel] = [shown(moveUntil), shown(cancelUntil)];
  const label =
    move && cancel
      ? text.changeBooking
      : cancel
        ? text.cancelBooking
        : move
          ? text.moveBooking
          : text.viewBooking;
  const amount = amountOf(booking.keptCents, booking, language);
  const refund = refundLimit && !refundLimit.isOver ? shown(refundLimit.until) : null;
  const isSaid = refund !== null && refund === cancel;
  const isEarlier = refund !== null && !isSaid && cancelUntil !== null && refundLimit !== null;
  const withoutRefund = isEarlier && refundLimit.until < cancelUntil ? refund : null;
  const isMoveSaid = isSaid && move === refund;
  const online = text.changeOnline(isMoveSaid ? null : move, isSaid ? null : cancel, withoutRefund);
  const byContact = move || cancel ? text.changeLater(contact) : text.changeByContact(contact);
  const over = refundLimit?.isOver ? germanTime(refundLimit.until, language) : null;
  const rules = [
    refund && text.refundUntil(refund, amount, isMoveSaid),
    over && (movedBy ? text.refundOverBefore[movedBy](over, amount) : text.refundOver(over, amount)),
    online,
    byContact,
  ];
  const terms = [
    refund && move && (isNew || movedBy) ? text.refundMoves : null,
    refundLimit ? text.rights : null,
  ];
  return [
    ...(url === null ? [] : [link(label, url)]),
    ...[rules, terms].flatMap((sentences) => {
      const said = sentences.filter((sentence) => sentence);
      return said.length > 0 ? [paragraph(said.join(' '))] : [];
    }),
  ];
}

interface CustomerMailParts {
  subject: (title: string, time: string) => string;
  /** Before the facts. */
  opening: readonly Block[];
  /** What the facts are called if the appointment does not take place. */
  heading?: string;
  previous?: PreviousTime;
  money: MoneyShown;
  /** Whether the appointment takes place, so that the customer can change it. */
  takesPlace: boolean;
  /** Whether the customer learns of the appointment. */
  isNew?: boolean;
  movedBy?: ChangedBy;
  /** After the facts. */
  closing?: readonly string[];
}

function customerTemplate(mail: CustomerBookingMail, parts: CustomerMailParts): Template {
  const { booking, company, language } = mail;
  const { subject, opening, heading, previous, money, takesPlace, closing = [] } = parts;
  const text = texts[language];
  return {
    language,
    subject: subject(titleOf(booking, language), germanTime(booking.startsAt, language)),
    blocks: [
      paragraph(text.hello(booking.customer.name)),
      ...opening,
      ...(heading === undefined ? [] : [paragraph(heading)]),
      facts(appointmentFacts(mail, language, { reader: 'customer', money, previous })),
      ...(takesPlace ? waysToChange(mail, parts) : []),
      ...closing.map(paragraph),
      paragraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}

/** A mail that shows VAT must not be taken for an invoice (§ 14c UStG). */
function noInvoice({ booking, language }: CustomerBookingMail): string[] {
  const { priceCents, discountCents, paidCents, keptCents } = booking;
  const owedCents = paidCents > 0 ? keptCents : (priceCents ?? 0) - discountCents;
  return owedCents > 0 ? [texts[language].noInvoice] : [];
}

/** Confirms an appointment to the customer. */
export function bookingConfirmedMail(mail: CustomerBookingMail): Template {
  const { bookingConfirmedSubject: subject, bookingConfirmed, invoice } = texts[mail.language];
  return customerTemplate(mail, {
    subject,
    opening: [paragraph(bookingConfirmed)],
    money: 'all',
    takesPlace: true,
    isNew: true,
    closing: noInvoice(mail).map((sentence) => `${invoice} ${sentence}`),
  });
}

/** Tells the customer that an appointment takes place at another time. */
export function bookingMovedMail(
  mail: CustomerBookingMail & { previous: PreviousTime; movedBy: ChangedBy },
): Template {
  const { previous, movedBy, company, language } = mail;
  const { bookingMovedSubject: subject, bookingMoved } = texts[language];
  return customerTemplate(mail, {
    subject,
    opening: [
      paragraph(
        bookingMoved[movedBy](contactOf(company, language), mail.url !== null && mail.moveUntil !== null),
      ),
    ],
    previous,
    money: 'all',
    takesPlace: true,
    movedBy,
    closing: noInvoice(mail),
  });
}

/** What becomes of the money that was paid for a cancelled appointment. Null if nothing was paid, or all has gone back before. */
export type CancellationRefund = {
  /** What goes back now. */
  refundedCents: number;
  /** When the customer, who cancels, could get it back no more. Null if that is not why it is kept. */
  endedAt: string | null;
} | null;

/** Returns what is said of money that goes back, and of the way it takes. */
function refundOf({ booking, language }: CustomerBookingMail, cents: number) {
  const { paymentMethod } = booking;
  const way = paymentMethod === null || paymentMethod === 'manual' ? 'other' : paymentMethod;
  return [amountOf(cents, booking, language), texts[language].refundWay[way]] as const;
}

const questions = ({ company, language }: CustomerBookingMail) =>
  texts[language].questions(contactOf(company, language));

/** A mail that an appointment does not take place. */
type CancelledMail = CustomerBookingMail & {
  cancelledBy: ChangedBy;
  refund: CancellationRefund;
  /** What the team tells the customer. */
  message: string | null;
};

/** Tells the customer that an appointment does not take place, and whether money goes back. The reason is not mailed. */
export function bookingCancelledMail(mail: CancelledMail): Template {
  const { refund, booking, company, language, cancelledBy, message } = mail;
  const { keptCents, lostCents, paymentMethod } = booking;
  const text = texts[language];
  const isRefunded = refund !== null && refund.refundedCents > 0;
  const isKept = !isRefunded && keptCents > 0;
  const isDirect = paymentMethod === 'manual';
  const kept = amountOf(keptCents, booking, language);
  const endedAt = refund?.endedAt ?? null;
  const money = [
    isRefunded ? text.refunded(...refundOf(mail, refund.refundedCents)) : null,
    isKept && isDirect ? text.notRefundedDirect(kept) : null,
    isKept && !isDirect
      ? endedAt === null
        ? text.notRefunded(kept)
        : text.notRefundedLate(kept, germanTime(endedAt, language))
      : null,
    lostCents > 0 ? text.returnedByBank(euros(lostCents / 100, language)) : null,
    isKept ? text.rights : null,
  ].filter((sentence) => sentence !== null);
  return customerTemplate(mail, {
    subject: text.bookingCancelledSubject,
    opening: [
      paragraph(text.bookingCancelled[cancelledBy]),
      ...(message ? [paragraph(text.messageToCustomer), quote(message)] : []),
      ...(money.length > 0 ? [paragraph(money.join(' '))] : []),
    ],
    heading: text.cancelledAppointment,
    money: 'withoutTax',
    takesPlace: false,
    closing: [
      ...(isRefunded ? [text.invoiceCorrected] : []),
      ...(isKept && endedAt !== null ? [text.receiptOfKept] : []),
      isKept ? text.objection(contactOf(company, language)) : questions(mail),
    ],
  });
}

/** Tells the customer that money goes back without a cancellation. */
export function bookingRefundedMail(
  mail: CustomerBookingMail & { amountCents: number; takesPlace: boolean; isCancelled: boolean },
): Template {
  const { booking, language, amountCents, takesPlace, isCancelled } = mail;
  const text = texts[language];
  const amount = euros(amountCents / 100, language);
  const [, way] = refundOf(mail, amountCents);
  const isLast = booking.keptCents === 0 && amountCents < booking.paidCents;
  const sentences = [
    text.refundedWithoutCancellation(isLast ? text.rest(amount) : amount, way),
    ...(takesPlace ? [booking.keptCents > 0 ? text.appointmentUnchanged : text.appointmentFree] : []),
  ];
  return customerTemplate(mail, {
    subject: (title, time) => text.refundedSubject(amount, title, time),
    opening: [paragraph(sentences.join(' '))],
    ...(isCancelled && { heading: text.cancelledAppointment }),
    money: 'withoutTax',
    takesPlace,
    closing: [text.invoiceCorrected, questions(mail)],
  });
}

/** Reminds the customer of an appointment. */
export function bookingReminderMail(mail: CustomerBookingMail): Template {
  const { bookingReminderSubject: subject, bookingReminder } = texts[mail.language];
  return customerTemplate(mail, {
    subject,
    opening: [paragraph(bookingReminder)],
    money: 'all',
    takesPlace: true,
    closing: noInvoice(mail),
  });
}

/** A mail about a debit. Its amount is the price less the discount. */
const debitOf = ({ booking, language }: CustomerBookingMail) =>
  euros(((booking.priceCents ?? 0) - booking.discountCents) / 100, language);

/** Tells the customer that the slot is reserved until a debit has been collected. */
export function paymentProcessingMail(mail: CustomerBookingMail & { reservedUntil: string }): Template {
  const { company, language, reservedUntil } = mail;
  const text = texts[language];
  return customerTemplate(mail, {
    subject: text.paymentProcessingSubject,
    opening: [
      paragraph(text.paymentProcessing(debitOf(mail))),
      paragraph(text.reservedUntil(germanDeadline(reservedUntil, language))),
    ],
    money: 'debit',
    takesPlace: false,
    closing: [text.cancelReservation(contactOf(company, language)), ...noInvoice(mail)],
  });
}

function lostSlotTemplate(
  mail: CustomerBookingMail,
  subject: CustomerMailParts['subject'],
  sentences: readonly string[],
  { money = 'none', closing = [] }: Partial<Pick<CustomerMailParts, 'money' | 'closing'>> = {},
): Template {
  const { lostAppointment, bookAnother } = texts[mail.language];
  return customerTemplate(mail, {
    subject,
    opening: [paragraph(sentences.join(' '))],
    heading: lostAppointment,
    money,
    takesPlace: false,
    closing: [...closing, `${bookAnother} ${questions(mail)}`],
  });
}

/** Tells the customer that a debit has failed, so that the appointment does not take place. */
export function paymentFailedMail(mail: CustomerBookingMail): Template {
  const { paymentFailedSubject, paymentFailed, nothingToPay } = texts[mail.language];
  return lostSlotTemplate(mail, paymentFailedSubject, [paymentFailed(debitOf(mail)), nothingToPay]);
}

/** Tells the customer that the slot waits no longer for a debit, of which nobody knows whether its money comes. */
export function paymentOverdueMail(mail: CustomerBookingMail & { isAmountKnown: boolean }): Template {
  const { paymentOverdueSubject, paymentOverdue, nothingToPay, ...text } = texts[mail.language];
  const amount = mail.isAmountKnown ? debitOf(mail) : null;
  const sentences = [paymentOverdue(amount), nothingToPay, text.refundedIfDebited, text.noReturnOfDebit];
  return lostSlotTemplate(mail, paymentOverdueSubject, sentences);
}

/** Tells the customer that the money came too late and goes back. */
export function paymentLateMail(mail: CustomerBookingMail): Template {
  const { paymentLateSubject, paymentLate, refunded, ...text } = texts[mail.language];
  const { paymentMethod, keptCents } = mail.booking;
  const sentences = [
    paymentLate(euros(keptCents / 100, mail.language)),
    refunded(...refundOf(mail, keptCents)),
    text.nothingToPay,
    ...(paymentMethod === 'sepa_debit' ? [text.noReturnOfDebit] : []),
  ];
  const closing = [text.invoiceCorrected];
  return lostSlotTemplate(mail, paymentLateSubject, sentences, { money: 'withoutTax', closing });
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
  const unpaid = { paymentMethod: null, paidAt: null, paidCents: 0, keptCents: 0, keptTaxCents: 0 };
  const booking = { ...kept, ...unpaid, discountCents: 0, refundedCents: 0, lostCents: 0, customer };
  return {
    language,
    subject: text.slotKeptSubject(titleOf(booking, language), germanTime(booking.startsAt, language)),
    blocks: [
      paragraph(text.hello('')),
      paragraph(text.slotKept(germanTime(keptUntil, language))),
      facts(appointmentFacts({ booking, company }, language, { reader: 'customer', money: 'price' })),
      link(text.confirmSlot, url),
      paragraph(text.slotNotWanted),
      paragraph(text.regards(company.name)),
    ],
    imprint: imprintOf(company, language),
  };
}
