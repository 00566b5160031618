import type { Checkout } from '@pv-planning/contract/pages';
import { lastBookingPage } from '../shared/booking-page.ts';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { pageHref } from '../shared/view.ts';
import { Facts } from './appointment.tsx';
import { bookingTexts } from './booking-texts.ts';
import type { Shown } from './booking-view.ts';

interface HoldProps extends Pick<Shown, 'booking'> {
  checkout: Checkout | undefined;
  isSending: boolean;
  giveUp: () => void;
}

/** A time that is reserved until it is paid. */
export function HoldScreen({ booking, checkout, isSending, giveUp }: HoldProps) {
  const texts = useTexts(bookingTexts);
  const { euros, clock } = useFormats();
  const { company, priceCents, discountCents } = booking;
  const bookingPage = lastBookingPage();
  const { state, checkoutUrl = null, holdUntil = null } = checkout ?? {};
  const isExpired = booking.status === 'EXPIRED' || state === 'EXPIRED';
  const isUnderWay = state === 'PROCESSING';
  const title = isExpired ? texts.expired : isUnderWay ? texts.processing : texts.holdTitle;
  const isPayable = !isExpired && checkoutUrl !== null;
  return (
    <Screen
      key={title}
      title={title}
      windowTitle={`${title} – ${company.name}`}
      {...((isExpired || isUnderWay) && { seal: { icon: 'info', isOver: true } })}
      {...(isPayable && holdUntil !== null && { eyebrow: texts.heldUntil(clock(holdUntil)) })}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      {isExpired && <p class="lead">{texts.expiredText}</p>}
      {isUnderWay && <p class="lead">{texts.processingText}</p>}
      <Facts booking={booking} />
      {isExpired && bookingPage !== null && (
        <p class="go">
          <a class="btn main" href={pageHref(bookingPage)}>
            {texts.otherTime}
          </a>
        </p>
      )}
      {isPayable && (
        <>
          <p class="go">
            <a class="btn main" href={checkoutUrl}>
              {texts.pay(euros((priceCents - discountCents) / 100))}
            </a>
            <Button isSending={isSending} onClick={giveUp}>
              {texts.giveUp}
            </Button>
          </p>
          <p class="small soft">{texts.holdHint}</p>
        </>
      )}
    </Screen>
  );
}
