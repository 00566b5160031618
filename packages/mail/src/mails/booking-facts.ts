import type { MailCompany } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanPeriod, germanTime, percent } from '../texts/values.ts';

/** How a customer has paid online. */
export type OnlinePayment = 'card' | 'paypal' | 'sepa_debit';

/** What mails say of an appointment. */
export interface MailBooking {
  /** Null for an appointment without a type. */
  typeName: string | null;
  startsAt: string;
  durationMinutes: number;
  location: 'ON_SITE' | 'VIDEO' | 'PHONE' | 'OFFICE' | null;
  /** 0 for a free one; null if nothing is to be said of it. */
  priceCents: number | null;
  /** How much a promotion code lowered the price. */
  discountCents: number;
  /** Percent, contained in the price less the discount. */
  taxRate: number | null;
  taxCents: number;
  /** `manual`: outside the online payment. Null if nothing was paid. */
  paymentMethod: OnlinePayment | 'manual' | null;
  paidAt: string | null;
  paidCents: number;
  /** What of it has gone back. */
  refundedCents: number;
  /** What of it the customer's bank has given back by a dispute. */
  lostCents: number;
  /** What of it the company still has, and the VAT that is contained in it. */
  keptCents: number;
  keptTaxCents: number;
  customer: { name: string; email: string | null; phone: string | null; address: string | null };
}

/** When an appointment was to take place before it was moved. */
export type PreviousTime = Pick<MailBooking, 'startsAt' | 'durationMinutes'>;

export interface BookingMail {
  booking: MailBooking;
  company: MailCompany;
}

export type Reader = 'customer' | 'team';

export const titleOf = ({ typeName }: MailBooking, language: MailLanguage) =>
  typeName ?? texts[language].appointment;

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

/**
 * What is said of the money. `all`: what was paid, or is to be paid, with its VAT; `withoutTax`: the same without VAT, after money has gone
 * back or an appointment has ended; `price`: what is to be paid; `debit`: what is being collected.
 */
export type MoneyShown = 'all' | 'withoutTax' | 'price' | 'debit' | 'none';

function moneyFacts(booking: MailBooking, language: MailLanguage, reader: Reader, shown: MoneyShown) {
  const { priceCents, discountCents, taxRate, taxCents, paymentMethod, paidAt, ...money } = booking;
  const { paidCents, refundedCents, lostCents, keptCents, keptTaxCents } = money;
  const text = texts[language];
  if (shown === 'none' || priceCents === null) return [];
  const amount = (cents: number) => euros(cents / 100, language);
  const total = (cents: number, tax: number) => {
    if (shown === 'withoutTax') return amount(cents);
    return taxRate
      ? text.withTax(amount(cents), percent(taxRate, language), amount(tax))
      : text.withoutTax(amount(cents));
  };
  const payableCents = priceCents - discountCents;
  const payable = total(payableCents, taxCents);
  const discount =
    discountCents > 0
      ? ([
          [text.price, amount(priceCents)],
          [text.discount, amount(-discountCents)],
        ] as const)
      : [];
  if (payableCents === 0) return [...discount, [text.costs, text.noCosts]] as const;
  if (shown === 'price') return [...discount, [text.price, payable]] as const;
  if (shown === 'debit') return [...discount, [text.debit, payable]] as const;
  if (paidCents === 0 && reader === 'team') return [[text.notPaidYet, payable]] as const;
  if (paidCents === 0)
    return [
      [text.toPay, shown === 'all' ? payable : null],
      [text.paid, text.nothingPaid],
    ] as const;
  const isChanged = keptCents < paidCents;
  const way = text.paidBy[reader][paymentMethod ?? 'other'];
  return [
    ...discount,
    [
      text.paidOn(paidAt && germanDay(paidAt, language), way),
      isChanged ? amount(paidCents) : total(paidCents, taxCents),
    ],
    [text.refundedSum, refundedCents > 0 ? amount(refundedCents) : null],
    [text.returnedSum, lostCents > 0 ? amount(lostCents) : null],
    [text.remains, isChanged && keptCents > 0 ? total(keptCents, keptTaxCents) : null],
  ] as const;
}

interface ShownFacts {
  reader: Reader;
  money: MoneyShown;
  previous?: PreviousTime | undefined;
}

export function appointmentFacts(
  mail: BookingMail,
  language: MailLanguage,
  { reader, money, previous }: ShownFacts,
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
    ...moneyFacts(booking, language, reader, money),
  ] as const;
}
