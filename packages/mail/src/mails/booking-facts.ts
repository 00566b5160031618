import type { MailCompany } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import type { Fact } from '../template/template.ts';
import { team } from '../texts/team.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanDeadline, germanPeriod, germanTime, percent } from '../texts/values.ts';
import type { FreeCancellation } from './free-cancellation.ts';

/** The data of an appointment in mails. */
export interface MailAppointment {
  /** Null for an appointment without a type. */
  typeName: string | null;
  startsAt: string;
  durationMinutes: number;
  location: 'ON_SITE' | 'VIDEO' | 'PHONE' | 'OFFICE' | null;
  /** 0 for a free appointment; null if mails do not mention the price. */
  priceCents: number | null;
  /** Discount of a promotion code. */
  discountCents: number;
  /** Percent, contained in the price less the discount. */
  taxRate: number | null;
  taxCents: number;
  /** `manual`: outside the online payment. Null if nothing was paid. */
  paymentMethod: 'card' | 'paypal' | 'sepa_debit' | 'manual' | null;
  paidAt: string | null;
  paidCents: number;
  /** Part of the payment that was refunded. */
  refundedCents: number;
  /** Part of the payment that the customer's bank returned after a dispute. */
  lostCents: number;
  /** Part of the payment that the company still has, and the VAT included in it. */
  refundableCents: number;
  refundableTaxCents: number;
  customer: { name: string; email: string | null; phone: string | null; address: string | null };
}

/** The time of an appointment before it was moved. */
export type PreviousTime = Pick<MailAppointment, 'startsAt' | 'durationMinutes'>;

export type Reader = 'customer' | 'team';

export const titleOf = ({ typeName }: MailAppointment, language: MailLanguage) =>
  typeName ?? texts[language].appointment;

/** Returns the amount to pay. 0 for a free appointment. */
export const payableCents = ({ priceCents, discountCents }: MailAppointment) =>
  (priceCents ?? 0) - discountCents;

/** Returns a paid amount as part of a sentence, which mentions an earlier partial refund. */
export function amountOf(
  cents: number,
  { paidCents, language }: Pick<MailAppointment, 'paidCents'> & { language: MailLanguage },
): string {
  const text = texts[language];
  return (cents < paidCents ? text.rest : text.whole)(euros(cents / 100, language));
}

type Place = {
  booking: Pick<MailAppointment, 'location'> & { customer: Pick<MailAppointment['customer'], 'address'> };
  company: Pick<MailCompany, 'address'>;
};

function placeOf({ booking, company }: Place, language: MailLanguage, reader: Reader): string | null {
  const { location, customer } = booking;
  if (location === null) return customer.address;
  const place = (reader === 'team' ? team : texts[language]).location[location];
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

/** A sold appointment before its payment. */
type SoldAppointment = Place & {
  booking: PreviousTime;
  company: Pick<MailCompany, 'name'>;
  language: MailLanguage;
  freeCancellation: FreeCancellation;
};

/** Returns the description of the purchase at the payment provider: time, place, company, and the end of free cancellation. */
export function checkoutLine({ booking, company, language, freeCancellation }: SoldAppointment): string {
  const { startsAt, durationMinutes } = booking;
  const time = germanPeriod(startsAt, durationMinutes, language);
  const text = texts[language];
  const free =
    'until' in freeCancellation
      ? text.freeUntil(germanDeadline(freeCancellation.until, language))
      : text.freeFor(freeCancellation.minutes);
  return [time, placeOf({ booking, company }, language, 'customer'), company.name, free]
    .filter((part) => part !== null)
    .join(' · ');
}

/**
 * The statement about the money. `all`: the amount paid or to pay, with its VAT; `withoutTax`: the same without VAT, after a
 * refund or the end of the appointment; `price`: the amount to pay; `debit`: the amount being collected.
 */
export type MoneyShown = 'all' | 'withoutTax' | 'price' | 'debit' | 'none';

function moneyFacts(booking: MailAppointment, language: MailLanguage, reader: Reader, shown: MoneyShown) {
  const { priceCents, discountCents, taxRate, taxCents, paymentMethod, paidAt, ...money } = booking;
  const { paidCents, refundedCents, lostCents, refundableCents, refundableTaxCents } = money;
  const text = texts[language];
  if (shown === 'none' || priceCents === null) return [];
  const amount = (cents: number) => euros(cents / 100, language);
  const total = (cents: number, tax: number) => {
    if (shown === 'withoutTax') return amount(cents);
    return taxRate
      ? text.withTax(amount(cents), percent(taxRate, language), amount(tax))
      : text.withoutTax(amount(cents));
  };
  const payable = total(payableCents(booking), taxCents);
  const discount: Fact[] =
    discountCents > 0
      ? [
          [text.price, amount(priceCents)],
          [text.discount, amount(-discountCents)],
        ]
      : [];
  const facts = (...rows: Fact[]) => [...discount, ...rows];
  if (payableCents(booking) === 0) return facts([text.costs, text.noCosts]);
  if (shown === 'price') return facts([text.price, payable]);
  if (shown === 'debit') return facts([text.debit, payable]);
  if (paidCents === 0 && shown === 'withoutTax') return facts([text.paid, text.nothingPaid]);
  if (paidCents === 0) return facts([reader === 'team' ? team.notPaidYet : text.toPay, payable]);
  const isChanged = refundableCents < paidCents;
  const way = (reader === 'team' ? team : text).paidBy[paymentMethod ?? 'other'];
  // For a manual payment, only the time of its entry is known.
  const day = paymentMethod === 'manual' ? null : paidAt;
  return facts(
    [
      text.paidOn(day && germanDay(day, language), way),
      isChanged ? amount(paidCents) : total(paidCents, taxCents),
    ],
    [text.refundedSum, refundedCents > 0 ? amount(refundedCents) : null],
    [text.returnedSum, lostCents > 0 ? amount(lostCents) : null],
    [text.remains, isChanged && refundableCents > 0 ? total(refundableCents, refundableTaxCents) : null],
  );
}

interface ShownFacts {
  reader: Reader;
  money: MoneyShown;
  previous?: PreviousTime | undefined;
  /** Whether customers are told the name of the planner. */
  hasVisitor?: boolean | undefined;
  /** Whether the address is shown behind the link instead of in the mail. */
  isAddressAtLink?: boolean | undefined;
}

export function appointmentFacts(
  { booking, company }: { booking: MailAppointment; company: MailCompany },
  language: MailLanguage,
  { reader, money, previous, hasVisitor = false, isAddressAtLink = false }: ShownFacts,
): Fact[] {
  const text = texts[language];
  const period = ({ startsAt, durationMinutes }: PreviousTime) =>
    germanPeriod(startsAt, durationMinutes, language);
  const place = placeOf({ booking, company }, language, reader);
  return [
    [text.appointment, booking.typeName, 'typed'],
    [text.startsAt, previous ? null : germanTime(booking.startsAt, language)],
    // Includes the ends, because only the length may have changed.
    [text.newTime, previous ? period(booking) : null],
    [text.previousTime, previous ? period(previous) : null],
    [text.duration, text.minutes(booking.durationMinutes)],
    [text.place, place !== null && isAddressAtLink ? text.addressAtLink(place) : place, 'typed'],
    [
      text.visitor,
      hasVisitor && booking.location === 'ON_SITE' ? text.somebodyOf(company.name) : null,
      'typed',
    ],
    ...moneyFacts(booking, language, reader, money),
  ];
}
