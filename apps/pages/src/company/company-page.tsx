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
import { companyTexts } from './company-texts.ts';

/** `/c/{handle}`: a company, and the appointments that it offers. */
export function CompanyPage({ api, parts: [handle = ''] }: Opened) {
  const texts = useTexts(companyTexts);
  const formats = useFormats();
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/companies/{handle}', { params: { path: { handle } } })),
    [api, handle],
  );
  const { answer, reload } = useLoaded(load);
  return <Frame company={answer?.data}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (answer.failure) return <ProblemScreen failure={answer.failure} retry={reload} />;
    const { name, phone, email, bookingTypes } = answer.data;
    return (
      <Screen
        title={texts.title}
        windowTitle={`${texts.title} – ${name}`}
        side={<ContactAside phone={phone} email={email} />}
      >
        <Rows
          facts={bookingTypes.map((type) => [
            type.name,
            type.priceCents === 0 ? texts.free : formats.euros(type.priceCents / 100),
          ])}
        />
      </Screen>
    );
  }
}
