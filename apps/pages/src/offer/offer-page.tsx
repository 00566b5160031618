import { useCallback } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { Frame } from '../shared/components/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import type { Opened } from '../shared/open-page.tsx';
import { OfferScreen } from './offer-screen.tsx';

/** `/o/{token}`: an offer, and what its customer decides. */
export function OfferPage({ api, root, parts: [token = ''] }: Opened) {
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/offers/{token}', { params: { path: { token } } })),
    [api, token],
  );
  const { answer, reload } = useLoaded(load);
  const offer = answer?.data;
  return <Frame company={offer?.company}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (answer.failure) return <ProblemScreen failure={answer.failure} retry={reload} />;
    return <OfferScreen offer={answer.data} documentUrl={`${root}/pages/v1/offers/${token}/document`} />;
  }
}
