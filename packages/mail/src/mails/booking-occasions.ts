import { contactOf, type MailCompany } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { type Block, facts, quote } from '../template/template.ts';
import { team } from '../texts/team.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanDeadline, germanTime } from '../texts/values.ts';
import {
  amountOf,
  type MailAppointment,
  type MoneyShown,
  type PreviousTime,
  payableCents,
} from './booking-facts.ts';
import { type ConsumerTexts, titlesOf } from './consumer-texts.ts';
import { type FreeCancellation, freeCancellation } from './free-cancellation.ts';

/** The party that changed an appointment. */
export type ChangedBy = 'customer' | 'team';

/** The data of a booking in mails. */
export interface MailBooking extends MailAppointment {
  id: string;
  /** Language of the customer. Mails to the team are in German. */
  language: MailLanguage;
  status: keyof typeof team.stateOf;
  endsAt: string;
  /** Null unless a cancellation waits for its refund. */
  cancelRequestedAt: string | null;
  /** Reason for a cancellation. Only shown to the team. */
  cancellationReason: string | null;
  /** Only shown to the team. */
  note: string | null;
  createdAt: string;
  /** Whether the customer has requested the service before the withdrawal period ends. */
  startBeforeWithdrawalEnds: boolean;
  /** Time of the customer's withdrawal from the contract. */
  withdrawnAt: string | null;
  source: string;
  planner: { name: string } | null;
  /** Recipient of the invoice, as confirmed by the customer in the checkout. */
  billedTo: string | null;
  /** The provider's id of the payment, for its dashboard. */
  paymentId: string | null;
}

export interface BookingMail {
  booking: MailBooking;
  company: MailCompany;
  /** The party that changed the appointment or tried to. */
  by: ChangedBy;
  now: string;
}

/** A mail to the customer. It never names the planner, who can change without a mail. */
export interface CustomerMail extends BookingMail {
  /** Link to the appointment for the customer; null if the service has no public address. */
  url: string | null;
  /** Deadline for the customer to move and cancel the appointment there. Null: not possible (any more). */
  moveUntil: string | null;
  cancelUntil: string | null;
  /** Deadline of a cancellation with a refund. Null: nothing was paid online, or all of it was refunded. */
  refundLimit: { until: string; isOver: boolean } | null;
  /** Whether the address is only shown there, because a stranger may have entered it. */
  isAddressAtLink: boolean;
  /** Texts for consumers, attached to the confirmation of a paid appointment. */
  consumerTexts: ConsumerTexts | null;
}

/** A mail to the team. */
export interface TeamMail extends BookingMail {
  /** Whether the customer gets a mail on the same occasion. */
  isCustomerTold: boolean;
  /** Whether it is sent to the planner of the appointment instead of the company. */
  isToPlanner: boolean;
}

/** A version of the calendar entry, by its SEQUENCE. */
type Version = { sequence: number };

/** Distinguishes mails of the same occasion by their refund, dispute, mail or time. */
type OneOf = { id: string };

/** A problem that requires manual action. */
interface Problem extends OneOf {
  amountCents: number;
  /** The reason given by the provider. */
  reason: string | null;
}

/** The occasions of mails about a booking, with their additional data. */
interface NewsOf {
  confirmed: object;
  moved: Version & { previous: PreviousTime };
  cancelled: Version & {
    /** Amount refunded now. */
    refundedCents: number;
    /** End of the refund period, if the customer cancelled after it. Null otherwise. */
    refundEndedAt: string | null;
    /** Message of the team to the customer. */
    message: string | null;
  };
  /** The customer withdraws from the contract. `cancels`: before the start, so that the appointment is cancelled. */
  withdrawn: {
    at: string;
    cancels: boolean;
    /** Where else the customer wants the receipt. */
    named: string | null;
    /** Whether it is sent there: the address may have got as many mails as strangers may cause. */
    isNamedTold: boolean;
  };
  /** A refund without a cancellation. */
  refunded: OneOf & { amountCents: number };
  /** `id`: the start, because a moved appointment has another reminder. */
  reminder: OneOf;
  /** The slot is reserved until a debit has been collected. */
  'payment-processing': { reservedUntil: string; freeCancellation: FreeCancellation };
  'payment-failed': object;
  /** The slot is no longer reserved for a debit with an unknown outcome. */
  'payment-overdue': { isAmountKnown: boolean };
  /** Money that arrived after the checkout expired is refunded. */
  'payment-late': object;
  'taken-over': Version;
  'handed-over': Version & { formerPlannerId: string };
  /** The provider does not report whether money arrived. Contains the id of the checkout session, if known. */
  'payment-problem': { sessionId: string | null };
  /** The provider does not know the checkout. */
  'checkout-unknown': { sessionId: string | null; isCustomerTold: boolean };
  /** `command` sets another key. */
  'key-refused': OneOf & { command: string };
  'refund-failed': Problem;
  /** The provider does not report whether a refund was made. */
  'refund-unclear': Problem;
  /** The provider rejected the refund. */
  'cancellation-refused': Problem;
  'dispute-opened': Dispute;
  'dispute-won': Dispute;
  'dispute-lost': Dispute;
  /** A mail to the customer could not be composed or delivered. */
  undelivered: OneOf & { mail: CustomerOccasion; isRecipientInvalid: boolean };
}

interface Dispute extends Problem {
  openedAt: string;
  /** Deadline for the company to respond to the provider; null if unknown. */
  respondUntil: string | null;
}

export type Occasion = keyof NewsOf;

/** The occasions with mails to customers. */
export type CustomerOccasion = keyof typeof team.undeliveredMail;
export type TeamOccasion = keyof typeof team.booking;

export type BookingNews<Of extends Occasion = Occasion> = {
  [One in Of]: { occasion: One } & NewsOf[One];
}[Of];

/** The parts of a mail to the customer besides the appointment. */
export interface CustomerParts {
  subject: (title: string, time: string) => string;
  /** Paragraphs before the facts. */
  opening: readonly (string | Block)[];
  /** Heading of the facts of an appointment that does not take place. */
  heading?: string | undefined;
  previous?: PreviousTime;
  money: MoneyShown;
  /** Whether the appointment takes place, so that the customer can change it. */
  takesPlace: boolean;
  /** Whether the mail announces the appointment. */
  isNew?: boolean;
  movedBy?: ChangedBy;
  /** Paragraphs after the facts. */
  closing?: readonly string[];
}

/**
 * Recipient in the team: the planner, or the company without an active planner; only the planner; the company, which has access
 * to the provider, or the planner if the company has no address.
 */
export type TeamRecipient = 'planner' | 'onlyPlanner' | 'company';

export interface TeamParts {
  to: TeamRecipient | ((booking: MailBooking) => TeamRecipient);
  /** Default: `all`. */
  money?: MoneyShown;
  /** Over the facts of an appointment that does not take place. */
  heading?: 'cancelledAppointment' | 'lostAppointment';
  /** Whether the recipient needs to look up the payment at the provider and may not know whether the appointment takes place. */
  showsPayment?: boolean;
  /** Tasks of the team, including promises to the customer. */
  tasks?(mail: TeamMail & BookingNews): Sentences;
}

/** Null and false are omitted. */
type Sentences = readonly (string | false | null)[];

export interface OccasionMails {
  /** Null: the customer is not told. */
  customer?(mail: CustomerMail & BookingNews): CustomerParts | null;
  team?: TeamParts;
  /** Whether the mails to customer and planner contain a calendar entry. */
  hasCalendar?: boolean;
}

type MailsOf<Of extends Occasion> = Omit<OccasionMails, 'customer' | 'team'> &
  (Of extends CustomerOccasion
    ? { customer(mail: CustomerMail & BookingNews<Of>): CustomerParts | null }
    : unknown) &
  (Of extends TeamOccasion
    ? { team: Omit<TeamParts, 'tasks'> & { tasks?(mail: TeamMail & BookingNews<Of>): Sentences } }
    : unknown);

const textOf = ({ booking }: BookingMail) => texts[booking.language];

const questions = (mail: BookingMail) =>
  textOf(mail).questions(contactOf(mail.company, mail.booking.language));

const amountIn = ({ booking }: BookingMail, cents: number) => euros(cents / 100, booking.language);

/** Returns the sentences of a paragraph without null and false. */
export const said = (...sentences: Sentences) => sentences.filter((sentence) => sentence).join(' ');

/** Whether an appointment is still to take place. */
export const takesPlace = ({ booking, now }: BookingMail) =>
  booking.status === 'CONFIRMED' && now < booking.endsAt && booking.cancelRequestedAt === null;

/** A mail that shows VAT must not look like an invoice (§ 14c UStG). */
function noInvoice({ booking }: BookingMail): string[] {
  const { paidCents, refundableCents, language } = booking;
  const shownCents = paidCents > 0 ? refundableCents : payableCents(booking);
  return shownCents > 0 ? [texts[language].noInvoice] : [];
}

/** Returns a request not to return the debit through the bank in addition to its refund. */
const noReturn = (mail: BookingMail) =>
  mail.booking.paymentMethod === 'sepa_debit' && textOf(mail).noReturnOfDebit;

/** Returns the method and duration of a refund. */
function refundWay(mail: BookingMail): string {
  const { paymentMethod } = mail.booking;
  const way = paymentMethod === null || paymentMethod === 'manual' ? 'other' : paymentMethod;
  return textOf(mail).refundWay[way];
}

/** Whether a customer who cancels without a refund may have meant to withdraw from the contract. */
export const isPerhapsWithdrawal = ({ booking, by }: BookingMail) =>
  by === 'customer' &&
  booking.withdrawnAt === null &&
  booking.refundableCents > 0 &&
  booking.paymentMethod !== 'manual';

/**
 * The cancelling party for the settlement: a withdrawal counts as a cancellation by the team, because the customer then owes
 * nothing.
 */
const settledBy = ({ booking, by }: BookingMail): ChangedBy => (booking.withdrawnAt === null ? by : 'team');

/** Returns sentences about the payment of a cancelled appointment. */
function moneyOfCancelled(mail: CustomerMail & NewsOf['cancelled']): string {
  const { booking, refundedCents, refundEndedAt } = mail;
  const { refundableCents, lostCents, paidCents, paymentMethod, language } = booking;
  const text = textOf(mail);
  const kept = amountOf(refundableCents, mail.booking);
  const isRefunded = refundedCents > 0;
  const isKept = !isRefunded && refundableCents > 0;
  const isManual = paymentMethod === 'manual';
  const isLate = refundEndedAt !== null && !isManual;
  const whyKept = isLate
    ? text.notRefundedLate(kept, germanDeadline(refundEndedAt, language))
    : text.notRefunded(kept);
  return said(
    isRefunded && text.refunded(amountOf(refundedCents, mail.booking), refundWay(mail)),
    isRefunded && noReturn(mail),
    isKept && isManual && text.paidDirectly,
    isKept && whyKept,
    lostCents > 0 && text.returned(amountIn(mail, lostCents), paymentMethod === 'paypal'),
    isKept && isLate && text.rights,
    isKept && isPerhapsWithdrawal(mail) && text.withdrawal,
    paidCents === 0 && payableCents(booking) > 0 && text.unpaidCancelled[settledBy(mail)],
  );
}

/** Returns the team's tasks about the payment of a cancelled appointment. */
function tasksOfCancelled(mail: TeamMail & BookingNews<'cancelled'>): Sentences {
  const { booking, isCustomerTold, refundedCents, refundEndedAt } = mail;
  const by = settledBy(mail);
  const { paidCents, refundableCents, paymentMethod } = booking;
  const { tasks } = team;
  if (refundedCents > 0) return [tasks.correctInvoice];
  if (paidCents === 0 && payableCents(booking) > 0) {
    if (by === 'team') return [isCustomerTold && tasks.unpaid.team, tasks.cancelInvoice];
    return [isCustomerTold ? tasks.unpaid.customer : tasks.settle, tasks.settleInvoice];
  }
  if (refundableCents === 0) return [];
  const isLate = refundEndedAt !== null && paymentMethod !== 'manual';
  const announced = isLate ? tasks.announcedKept : tasks.announcedRefund[by];
  return [isCustomerTold ? announced : tasks.refund, isPerhapsWithdrawal(mail) && tasks.perhapsWithdrawal];
}

/** Returns the team's task about the invoice of a confirmed appointment. */
function invoiceTask({ paidCents, paymentMethod }: MailBooking): string {
  const { invoice, invoiceUnlessMade, invoiceToPay } = team.tasks;
  if (paidCents === 0) return invoiceToPay;
  return paymentMethod === 'manual' ? invoiceUnlessMade : invoice;
}

/** The parts of mails about a slot lost during its payment. */
const lostSlot = (
  mail: CustomerMail,
  subject: CustomerParts['subject'],
  sentences: string,
  money: MoneyShown = 'none',
): CustomerParts => ({
  subject,
  opening: [sentences],
  heading: textOf(mail).lostAppointment,
  money,
  takesPlace: false,
  closing: [said(textOf(mail).bookAnother, questions(mail))],
});

/** The mails of each occasion: recipients and contents. */
export const bookingOccasions = {
  confirmed: {
    hasCalendar: true,
    customer(mail) {
      const { bookingConfirmedSubject: subject, bookingConfirmed, attached, ...text } = textOf(mail);
      const { booking, consumerTexts } = mail;
      const invoice = booking.paymentMethod === 'manual' ? text.invoiceUnlessSent : text.invoice;
      const money = noInvoice(mail).map((sentence) => said(booking.paidCents > 0 && invoice, sentence));
      return {
        ...{ subject, opening: [bookingConfirmed], money: 'all', takesPlace: true, isNew: true },
        closing: [
          ...money,
          ...(consumerTexts && booking.startBeforeWithdrawalEnds ? [text.earlyStart] : []),
          ...(consumerTexts ? [attached(titlesOf(consumerTexts))] : []),
        ],
      };
    },
    team: {
      to: ({ source }) => (source === 'PLANNER' ? 'onlyPlanner' : 'planner'),
      tasks: ({ booking, isCustomerTold }) => [
        isCustomerTold && payableCents(booking) > 0 && invoiceTask(booking),
      ],
    },
  },
  moved: {
    hasCalendar: true,
    customer(mail) {
      const { booking, company, by, previous, url, moveUntil } = mail;
      const { bookingMovedSubject: subject, bookingMoved } = textOf(mail);
      const canMove = url !== null && moveUntil !== null;
      const opening = [bookingMoved[by](contactOf(company, booking.language), canMove)];
      const closing = noInvoice(mail);
      return { subject, opening, previous, money: 'all', takesPlace: true, movedBy: by, closing };
    },
    team: { to: 'planner' },
  },
  cancelled: {
    hasCalendar: true,
    customer(mail) {
      const { booking, company, now, refundedCents, message } = mail;
      const by = settledBy(mail);
      // A past appointment is cancelled only for the team's records.
      if (now >= booking.endsAt && refundedCents === 0) return null;
      const text = textOf(mail);
      const isRefunded = refundedCents > 0;
      const isKept = !isRefunded && booking.refundableCents > 0;
      const contact = contactOf(company, booking.language);
      return {
        subject: text.bookingCancelledSubject,
        opening: [
          text.bookingCancelled[by],
          ...(message ? [text.messageToCustomer, quote(message)] : []),
          moneyOfCancelled(mail),
        ],
        heading: text.cancelledAppointment,
        money: 'withoutTax',
        takesPlace: false,
        closing: [
          ...(isRefunded ? [text.invoiceCorrected] : []),
          ...(isKept ? [text.receiptOfKept[by]] : []),
          isKept && booking.paymentMethod !== 'manual' ? text.objection(contact) : text.questions(contact),
        ],
      };
    },
    team: { to: 'planner', money: 'withoutTax', heading: 'cancelledAppointment', tasks: tasksOfCancelled },
  },
  withdrawn: {
    customer(mail) {
      const { booking, at, cancels } = mail;
      const { language } = booking;
      const text = textOf(mail);
      const contract = text.bookingContract(booking.id, germanDay(booking.createdAt, language));
      return {
        subject: text.withdrawnSubject,
        opening: [
          text.confirmation,
          facts([
            [text.contract, contract],
            [text.declaration, text.declarationValue],
            [text.receivedAt, germanTime(at, language)],
          ]),
        ],
        money: 'withoutTax',
        takesPlace: false,
        closing: [...(cancels ? [text.withdrawnBeforeStart] : []), text.confirmationUse],
      };
    },
    team: {
      to: 'company',
      money: 'withoutTax',
      showsPayment: true,
      tasks: ({ cancels, isCustomerTold }) => [
        !isCustomerTold && team.offers.withdrawn.toConfirm,
        cancels ? team.tasks.withdrawnBeforeStart : team.tasks.withdrawnLate,
      ],
    },
  },
  refunded: {
    customer(mail) {
      const { booking, amountCents } = mail;
      const { status, paymentMethod, refundableCents, paidCents } = booking;
      // The team refunds manual payments manually.
      if (paymentMethod === 'manual') return null;
      const text = textOf(mail);
      const amount = amountIn(mail, amountCents);
      const isComing = takesPlace(mail);
      const isLast = refundableCents === 0 && amountCents < paidCents;
      return {
        subject: (title, time) => text.refundedSubject(amount, title, time),
        opening: [
          said(
            text.refundedWithoutCancellation(isLast ? text.rest(amount) : amount, refundWay(mail)),
            noReturn(mail),
            isComing && (refundableCents > 0 ? text.appointmentUnchanged : text.appointmentFree),
          ),
        ],
        heading: status === 'CANCELLED' ? text.cancelledAppointment : undefined,
        money: 'withoutTax',
        takesPlace: isComing,
        closing: [text.invoiceCorrected, ...(isComing ? [] : [questions(mail)])],
      };
    },
    team: {
      to: 'company',
      money: 'withoutTax',
      showsPayment: true,
      tasks: (mail) => [
        team.tasks.correctInvoice,
        mail.isCustomerTold && mail.booking.refundableCents === 0 && takesPlace(mail) && team.tasks.isFree,
      ],
    },
  },
  reminder: {
    customer(mail) {
      const { bookingReminderSubject: subject, bookingReminder } = textOf(mail);
      return {
        subject,
        opening: [bookingReminder],
        money: 'all',
        takesPlace: true,
        closing: noInvoice(mail),
      };
    },
  },
  'payment-processing': {
    customer(mail) {
      const { booking, company, reservedUntil } = mail;
      const text = textOf(mail);
      return {
        subject: text.paymentProcessingSubject,
        opening: [
          text.paymentProcessing(amountIn(mail, payableCents(booking))),
          text.reservedUntil(germanDeadline(reservedUntil, booking.language)),
        ],
        money: 'debit',
        takesPlace: false,
        closing: [
          freeCancellation(mail.freeCancellation, booking.language),
          text.cancelReservation(contactOf(company, booking.language)),
          ...noInvoice(mail),
        ],
      };
    },
    team: { to: 'planner', money: 'debit' },
  },
  'payment-failed': {
    customer(mail) {
      const { paymentFailedSubject, paymentFailed, nothingToPay, refundedIfPaid } = textOf(mail);
      const amount = amountIn(mail, payableCents(mail.booking));
      return lostSlot(mail, paymentFailedSubject, said(paymentFailed(amount), nothingToPay, refundedIfPaid));
    },
    team: { to: 'planner', money: 'price', heading: 'lostAppointment' },
  },
  'payment-overdue': {
    customer(mail) {
      const { paymentOverdueSubject: subject, paymentOverdue, nothingToPay, ...text } = textOf(mail);
      const amount = mail.isAmountKnown ? amountIn(mail, payableCents(mail.booking)) : null;
      const { refundedIfDebited, noReturnOfDebit } = text;
      return lostSlot(
        mail,
        subject,
        said(paymentOverdue(amount), nothingToPay, refundedIfDebited, noReturnOfDebit),
      );
    },
    team: { to: 'planner', money: 'price', heading: 'lostAppointment' },
  },
  'payment-late': {
    customer(mail) {
      const { refundableCents } = mail.booking;
      const text = textOf(mail);
      const sentences = said(
        text.paymentLate(amountIn(mail, refundableCents)),
        text.refunded(amountOf(refundableCents, mail.booking), refundWay(mail)),
        text.nothingToDo,
        noReturn(mail),
      );
      return lostSlot(mail, text.paymentLateSubject, sentences, 'withoutTax');
    },
    team: { to: 'company', money: 'withoutTax', heading: 'lostAppointment', showsPayment: true },
  },
  'taken-over': { hasCalendar: true, team: { to: 'planner' } },
  'handed-over': { hasCalendar: true, team: { to: 'onlyPlanner' } },
  'payment-problem': { team: { to: 'company', money: 'price', showsPayment: true } },
  'checkout-unknown': {
    team: { to: 'company', money: 'price', heading: 'lostAppointment', showsPayment: true },
  },
  'key-refused': { team: { to: 'company', money: 'price' } },
  'refund-failed': { team: { to: 'company', money: 'withoutTax', showsPayment: true } },
  'refund-unclear': { team: { to: 'company', money: 'withoutTax', showsPayment: true } },
  'cancellation-refused': { team: { to: 'company', showsPayment: true } },
  'dispute-opened': { team: { to: 'company', showsPayment: true } },
  'dispute-won': { team: { to: 'company', showsPayment: true } },
  'dispute-lost': { team: { to: 'company', showsPayment: true } },
  undelivered: {
    team: {
      to: 'planner',
      tasks: ({ mail }) => [mail === 'withdrawn' && team.offers.withdrawn.toConfirm],
    },
  },
} as const satisfies { [Of in Occasion]: MailsOf<Of> };
