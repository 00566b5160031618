import type { CompanyPage as Company } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { rememberBookingPage } from '../../shared/booking-page.ts';
import { Button } from '../../shared/components/button.tsx';
import { ConsumerTextScreen, isConsumerText } from '../../shared/components/consumer-texts.tsx';
import { ProblemScreen } from '../../shared/components/problem-screen.tsx';
import { GoToView } from '../../shared/components/view-link.tsx';
import { useTexts } from '../../shared/texts/reader.ts';
import { pageHref, useView } from '../../shared/view.ts';
import { bookTexts } from './book-texts.ts';
import { useDraft } from './draft.ts';
import { FormScreen } from './form-screen.tsx';
import { BookingRefusedScreen, GoOnScreen, refusalOf, SentScreen } from './outcome-screens.tsx';
import { TimeScreen } from './time-screen.tsx';
import { useBooking } from './use-booking.ts';
import type { Offered } from './use-free-times.ts';

interface BookProps extends Offered {
  root: string;
  company: Company;
  reload: () => Promise<unknown>;
  listHref: string;
}

/** `/c/{handle}/{type}`: the customer chooses a time, and books it. */
export function BookPage({ root, company, reload, listHref, ...offered }: BookProps) {
  const { type, handle } = offered;
  const texts = useTexts(bookTexts);
  const [view, go] = useView();
  const { draft, change } = useDraft(`${handle}/${type.slug}`);
  const [appointment, setAppointment] = useState<string>();
  const isPaid = type.priceCents > 0;
  const { isSending, send, failure, forget, bad } = useBooking({
    ...{ ...offered, company, draft, change, reload },
    chooseAgain: () => go(null, 'replace'),
    done({ token, confirmUntil }) {
      // What was typed stays until the time is paid or confirmed.
      change({ startsAt: null, confirmUntil });
      rememberBookingPage();
      if (token === null) return go('sent', 'replace');
      const href = pageHref(`${root}/b/${encodeURIComponent(token)}`, 'booked');
      setAppointment(href);
      open(href, '_top');
    },
  });
  return <GoToView.Provider value={go}>{screen()}</GoToView.Provider>;

  function screen() {
    if (appointment !== undefined) return <GoOnScreen company={company} isPaid={isPaid} href={appointment} />;
    const refusal = failure && refusalOf(failure);
    const seconds = failure?.kind === 'busy' ? failure.seconds : undefined;
    if (refusal)
      return (
        <BookingRefusedScreen
          {...{ company, refusal, seconds }}
          back={
            <Button kind="main" onClick={forget}>
              {texts.backToForm}
            </Button>
          }
        />
      );
    if (failure)
      return (
        <ProblemScreen failure={failure} hasTyped retry={send} isRetrying={isSending} contact={company} />
      );
    if (view === 'sent' && draft.confirmUntil !== null)
      return (
        <SentScreen {...{ company, isPaid }} email={draft.email.trim()} confirmUntil={draft.confirmUntil} />
      );
    if (!type.bookable)
      return (
        <BookingRefusedScreen
          company={company}
          refusal="payment_not_available"
          back={
            <a class="btn" href={listHref}>
              {texts.all}
            </a>
          }
        />
      );
    if (view !== null && isConsumerText(view)) {
      const back = { view: 'form', text: texts.backToForm };
      return <ConsumerTextScreen of={company.consumerTexts} name={view} back={back} />;
    }
    if (view === 'form' && draft.startsAt !== null)
      return (
        <FormScreen {...{ company, type, draft, change, bad, isSending, send }} startsAt={draft.startsAt} />
      );
    return <TimeScreen {...{ ...offered, company, listHref, draft, change }} next={() => go('form')} />;
  }
}
