import type { LinkedBooking } from '@pv-planning/contract/pages';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { type Fact, Rows } from '../shared/components/facts.tsx';
import { Icon } from '../shared/components/icon.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { sharedTexts } from '../shared/texts/shared-texts.ts';
import { bookingTexts } from './booking-texts.ts';
import { isCancelled, isOpen, type Shown } from './booking-view.ts';

/** Returns where the appointment takes place, in words. */
function usePlace({ location, address, company }: LinkedBooking): string | null {
  const { places } = useTexts(sharedTexts);
  if (location === null) return null;
  const { street, houseNumber, postalCode, city } = company.address ?? {};
  const office = [`${street ?? ''} ${houseNumber ?? ''}`.trim(), `${postalCode ?? ''} ${city ?? ''}`.trim()];
  const exact = { ON_SITE: address, OFFICE: office.filter(Boolean).join(', '), VIDEO: null, PHONE: null }[
    location
  ];
  return [places[location], exact].filter(Boolean).join(': ');
}

/** What is known of an appointment, as a table. */
export function Facts({ booking, more = [] }: { booking: LinkedBooking; more?: readonly Fact[] }) {
  const texts = useTexts(bookingTexts);
  const { euros, percent, longTime, clock } = useFormats();
  const place = usePlace(booking);
  const { startsAt, endsAt, plannerName, priceCents, discountCents, amountPaidCents, taxCents, taxRate } =
    booking;
  const { refundedCents } = booking;
  const cents = (amount: number) => euros(amount / 100);
  const money = (amount: number) =>
    taxCents > 0 && taxRate !== null
      ? texts.withTax(cents(amount), cents(taxCents), percent(taxRate))
      : cents(amount);
  return (
    <Rows
      facts={[
        ...more,
        [texts.when, <time dateTime={startsAt}>{texts.until(longTime(startsAt), clock(endsAt))}</time>],
        [texts.where, place],
        [texts.who, plannerName],
        [texts.price, priceCents > 0 && amountPaidCents === null ? money(priceCents - discountCents) : null],
        [texts.paid, amountPaidCents === null ? null : money(amountPaidCents)],
        [texts.refunded, refundedCents > 0 ? cents(refundedCents) : null],
      ]}
    />
  );
}

/** Until when a cancellation is refunded. */
function RefundLine({ booking: { refundUntil } }: { booking: LinkedBooking }) {
  const texts = useTexts(bookingTexts);
  const { longTime } = useFormats();
  if (refundUntil === null) return null;
  return <p>{(isOpen(refundUntil) ? texts.refund : texts.noRefund)(longTime(refundUntil))}</p>;
}

interface AppointmentProps extends Shown {
  /** Whether it has just been booked. */
  isNew: boolean;
  /** Where the file for a calendar is. */
  calendarUrl: string;
}

/** The appointment, and what the customer can do with it. */
export function AppointmentScreen({ booking, go, isNew: isFirst, calendarUrl }: AppointmentProps) {
  const texts = useTexts(bookingTexts);
  const { longTime, longEnd } = useFormats();
  const { typeName, startsAt, status, withdrawnAt, withdrawUntil, company, cancelUntil, rescheduleUntil } =
    booking;
  const { email } = booking;
  const isEnded = isCancelled(booking);
  const isPast = !isEnded && !isOpen(booking.endsAt);
  const isNew = isFirst && !isEnded && !isPast;
  const ending = status === 'CANCELLED' ? texts.cancelled : texts.cancelling;
  const confirmed = isNew ? texts.confirmed : longTime(startsAt);
  const title = withdrawnAt === null ? (isEnded ? ending : confirmed) : texts.withdrawn;
  const isOver = isEnded && withdrawnAt === null;
  const canMove = isOpen(rescheduleUntil);
  const canCancel = isOpen(cancelUntil);
  return (
    <Screen
      title={title}
      windowTitle={`${texts.title} – ${company.name}`}
      eyebrow={typeName ?? texts.title}
      {...((isNew || isEnded || withdrawnAt !== null) && {
        seal: isOver ? { icon: 'info', isOver } : { icon: 'tick' },
      })}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      {isEnded && status !== 'CANCELLED' && <p class="lead">{texts.cancellingText}</p>}
      {isEnded && withdrawnAt !== null && <p class="lead">{ending}.</p>}
      {isPast && <Note title={texts.over} />}
      {isNew && email !== null && <p class="lead">{texts.sentTo(email)}</p>}
      <Facts booking={booking} more={withdrawnAt === null ? [] : [[texts.received, longTime(withdrawnAt)]]} />
      {!isEnded && !isPast && (
        <>
          <p>
            <a class="act" href={calendarUrl}>
              <Icon name="download" />
              {texts.calendar}
            </a>
          </p>
          <section class="part stack" aria-labelledby="change">
            <h2 id="change">{texts.change}</h2>
            {!canMove && !canCancel && <p>{texts.tooLate}</p>}
            {canMove && <p>{texts.canMove(longTime(rescheduleUntil))}</p>}
            {canCancel && <p>{texts.canCancel(longTime(cancelUntil))}</p>}
            <RefundLine booking={booking} />
            {(canMove || canCancel) && (
              <p class="go">
                {canMove && (
                  <Button kind="main" onClick={() => go('move')}>
                    {texts.move}
                  </Button>
                )}
                {canCancel && <Button onClick={() => go('cancel')}>{texts.cancel}</Button>}
              </p>
            )}
            <p class="small soft">{texts.secret}</p>
          </section>
        </>
      )}
      {isOpen(withdrawUntil) && (
        <section class="part stack">
          <p>{texts.withdrawUntil(longEnd(withdrawUntil))}</p>
          <p>
            <Button onClick={() => go('withdraw')}>{texts.withdraw}</Button>
          </p>
        </section>
      )}
    </Screen>
  );
}
