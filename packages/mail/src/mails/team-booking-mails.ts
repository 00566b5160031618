import type { MailLanguage } from '../language.ts';
import { type Block, facts, paragraph, quote, type Template } from '../template/template.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanDeadline, germanTime } from '../texts/values.ts';
import {
  appointmentFacts,
  type BookingMail,
  type MailBooking,
  type MoneyShown,
  type PreviousTime,
  titleOf,
} from './booking-facts.ts';
import type { CancellationRefund, ChangedBy } from './booking-mails.ts';

/** The team is written to in German. */
const team: MailLanguage = 'de';

/** What the team knows of an appointment, and its customer does not. */
export interface TeamMailBooking extends MailBooking {
  id: string;
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
  | { kind: 'booked'; by: ChangedBy }
  /** `settled`: paid to the team itself, which the service does not refund. */
  | { kind: 'cancelled'; by: ChangedBy; refund: CancellationRefund | 'settled' }
  | { kind: 'taken-over' }
  /** Money came after the checkout had expired. */
  | { kind: 'late-payment' }
  /** The provider does not say whether money came. With the id of the checkout there, if it is known. */
  | { kind: 'payment-problem'; sessionId: string | null }
  /** The provider does not know the checkout. */
  | { kind: 'checkout-unknown'; sessionId: string | null; isCustomerTold: boolean }
  /** What a human has to look at, because the provider has refused or changed something. */
  | { kind: 'refund-failed' | 'refund-unclear'; problem: RefundProblem }
  | { kind: 'cancellation-refused'; by: ChangedBy; problem: RefundProblem }
  | {
      kind: 'dispute-opened' | 'dispute-won' | 'dispute-lost';
      openedAt: string;
      /** Until when the company can respond to the provider; null if that is not known. */
      respondUntil: string | null;
      problem: RefundProblem;
    }
  /** The operator sets another key with the command. */
  | { kind: 'key-refused'; command: string }
  | { kind: 'moved'; by: ChangedBy; previous: PreviousTime }
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
  const { keptCents, lostCents } = booking;
  return keptCents > 0 ? teamRefund.none(amount(keptCents)) : teamRefund.returnedByBank(amount(lostCents));
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

/** What is said of the money. By default all, with the VAT. */
const moneyShown: Partial<Record<BookingNews['kind'], MoneyShown>> = {
  cancelled: 'withoutTax',
  'late-payment': 'withoutTax',
  'refund-failed': 'withoutTax',
  'refund-unclear': 'withoutTax',
  'payment-problem': 'price',
  'checkout-unknown': 'price',
  'key-refused': 'price',
};

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
  const money = moneyShown[kind] ?? 'all';
  return {
    language: team,
    subject: subject(titleOf(booking, team), germanTime(booking.startsAt, team), amount),
    blocks: [
      paragraph(text.hello('')),
      paragraph(
        sentence({
          by: 'by' in news ? news.by : 'team',
          amount,
          day: 'openedAt' in news ? germanDay(news.openedAt, team) : '',
          until: 'respondUntil' in news && news.respondUntil ? germanDeadline(news.respondUntil, team) : null,
          isCustomerTold: 'isCustomerTold' in news && news.isCustomerTold,
        }),
      ),
      ...(kind === 'key-refused' ? [quote(news.command)] : []),
      ...(kind === 'cancelled' ? [paragraph(text.cancelledAppointment)] : []),
      ...(kind === 'late-payment' || kind === 'checkout-unknown' ? [paragraph(text.lostAppointment)] : []),
      facts([
        ...appointmentFacts(mail, team, { reader: 'team', money, previous }),
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
        [text.bookingId, booking.id],
      ]),
      ...quoted(text.providerReason, problem?.reason ?? null),
      ...quoted(text.cancellationReason, cancellationReason),
      ...quoted(isNoteOfCustomer ? text.note.customer : text.note.team, note),
      paragraph(text.automatic),
    ],
    imprint: [company.name],
  };
}
