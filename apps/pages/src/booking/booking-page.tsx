import { useCallback } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { ContactAside } from '../shared/components/contact.tsx';
import { Rows } from '../shared/components/facts.tsx';
import { Frame } from '../shared/components/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import { Screen } from '../shared/components/screen.tsx';
import type { Opened } from '../shared/open-page.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { bookingTexts } from './booking-texts.ts';

/** `/b/{token}`: an appointment. */
export function BookingPage({ api, parts: [token = ''] }: Opened) {
  const texts = useTexts(bookingTexts);
  const formats = useFormats();
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/bookings/{token}', { params: { path: { token } } })),
    [api, token],
  );
  const { answer, reload } = useLoaded(load);
  const booking = answer?.data;
  return <Frame company={booking?.company}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (answer.failure) return <ProblemScreen failure={answer.failure} retry={reload} />;
    const { typeName, startsAt, plannerName, company } = answer.data;
    return (
      <Screen
        title={typeName ?? texts.title}
        windowTitle={`${texts.title} – ${company.name}`}
        side={<ContactAside phone={company.phone} email={company.email} />}
      >
        <Rows
          facts={[
            [texts.when, <time dateTime={startsAt}>{formats.longTime(startsAt)}</time>],
            [texts.who, plannerName],
          ]}
        />
      </Screen>
    );
  }
}
