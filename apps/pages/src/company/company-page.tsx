import { useCallback } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { ContactAside } from '../shared/components/contact.tsx';
import { Frame } from '../shared/components/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import { Screen } from '../shared/components/screen.tsx';
import type { Opened } from '../shared/open-page.tsx';
import { useTexts } from '../shared/texts/reader.ts';
import { pageHref } from '../shared/view.ts';
import { BookPage } from './book/book-page.tsx';
import { bookTexts } from './book/book-texts.ts';
import { TypesScreen } from './types/types-screen.tsx';

/** `/c/{handle}`: a company, and what customers can book; `/c/{handle}/{type}`: booking it. */
export function CompanyPage({ api, root, parts: [handle = '', slug] }: Opened) {
  const texts = useTexts(bookTexts);
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/companies/{handle}', { params: { path: { handle } } })),
    [api, handle],
  );
  const { answer, last: company, reload } = useLoaded(load);
  return <Frame company={company}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (!company) return answer.failure && <ProblemScreen failure={answer.failure} retry={reload} />;
    const hrefOf = (path: string) => pageHref(`${root}/c/${encodeURIComponent(handle)}${path}`);
    const listHref = hrefOf('');
    if (slug === undefined)
      return <TypesScreen company={company} hrefOf={(one) => hrefOf(`/${encodeURIComponent(one)}`)} />;
    const type = company.bookingTypes.find(
      (one) => one.slug === slug && one.sources.includes('BOOKING_PAGE'),
    );
    if (type) return <BookPage {...{ api, root, handle, company, type, reload, listHref }} />;
    return (
      <Screen
        title={texts.unknownType}
        seal={{ icon: 'info', isOver: true }}
        side={<ContactAside phone={company.phone} email={company.email} />}
      >
        <p class="lead">{texts.unknownTypeText}</p>
        <p class="go">
          <a class="btn main" href={listHref}>
            {texts.all}
          </a>
        </p>
      </Screen>
    );
  }
}
