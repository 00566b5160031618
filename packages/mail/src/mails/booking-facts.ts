import type { MailCompany } from '../company.ts';
import type { MailLanguage } from '../language.ts';
import { team } from '../texts/team.ts';
import { texts } from '../texts/texts.ts';
import { euros, germanDay, germanDeadline, germanPeriod, germanTime, percent } from '../texts/values.ts';
import type { FreeCancellation } from './free-cancellation.ts';

/** What mails say of an appointment. */
export interface MailAppointment {
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
  paymentMethod: 'card' | 'paypal' | 'sepa_debit' | 'manual' | null;
  paidAt: string | null;
  paidCents: number;
  /** What of it has gone back. */
  refundedCents: number;
  /** What of it the customer's bank has given back by a dispute. */
  lostCents: number;
  /** What of it the company still has, and the VAT that is contained in it. */
  refundableCents: number;
  refundableTaxCents: number;
  customer: { name: string; email: string | null; phone: string | null; address: string | null };
}

/** When an appointment was to take place before it was moved. */
export type PreviousTime = Pick<MailAppointment, 'startsAt' | 'durationMinutes'>;

export type Reader = 'customer' | 'team';

export const titleOf = ({ typeName }: MailAppointment, language: MailLanguage) =>
  typeName ?? texts[language].appointment;

/** Returns what is to be paid. 0 for a free appointment. */
export const payableCents = ({ priceCents, discountCents }: MailAppointment) =>
  (priceCents ?? 0) - discountCents;

/** Returns an amount that was paid, as a part of a sentence: a part of it has gone back before if less than all was left. */
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

/** An appointment that is sold, before it is paid. */
type SoldAppointment = Place & {
  booking: PreviousTime;
  company: Pick<MailCompany, 'name'>;
  language: MailLanguage;
  freeCancellation: FreeCancellation;
};

/** Returns what the customer buys at the payment provider: when, where and with whom, and until when cancelling is free. */
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
 * What is said of the money. `all`: what was paid, or is to be paid, with its VAT; `withoutTax`: the same without VAT, after money has gone
 * back or an appointment has ended; `price`: what is to be paid; `debit`: what is being collected.
 */
export type MoneyShown = 'all' | 'withoutTax' | 'price' | 'debit' | 'none';

type Fact = readonly [name: string, value: string | null];

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
  // Of a payment by hand, the service can know only when it was entered.
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
  /** Whether customers are told who comes to them. */
  hasVisitor?: boolean | undefined;
  /** Whether the address, which the mail does not show, is behind its link. */
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
    [text.appointment, booking.typeName],
    [text.startsAt, previous ? null : germanTime(booking.startsAt, language)],
    // With their ends: perhaps only the length has changed.
    [text.newTime, previous ? period(booking) : null],
    [text.previousTime, previous ? period(previous) : null],
    [text.duration, text.minutes(booking.durationMinutes)],
    [text.place, place !== null && isAddressAtLink ? text.addressAtLink(place) : place],
    [text.visitor, hasVisitor && booking.location === 'ON_SITE' ? text.somebodyOf(company.name) : null],
    ...moneyFacts(booking, language, reader, money),
  ];
}
