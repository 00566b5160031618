import type { OfferPage as Offer } from '@pv-planning/contract/pages';
import { useCallback } from 'preact/hooks';
import { type Answer, answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { ConsumerTextScreen, isConsumerText } from '../shared/components/consumer-texts.tsx';
import { Frame } from '../shared/components/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import { GoToView } from '../shared/components/view-link.tsx';
import { isEmail } from '../shared/is-email.ts';
import type { Opened } from '../shared/open-page.tsx';
import { useTexts } from '../shared/texts/reader.ts';
import { useView } from '../shared/view.ts';
import { ChangedScreen } from './changed.tsx';
import { AcceptScreen, OrderScreen } from './decide/accept.tsx';
import { DeclineScreen } from './decide/decline.tsx';
import { useDraft } from './decide/draft.ts';
import { ConfirmWithdrawalScreen, WithdrawScreen } from './decide/withdraw.tsx';
import { DecidedScreen, ExpiredScreen } from './decided.tsx';
import { OfferScreen } from './offer-screen.tsx';
import { canAccept, canWithdraw, isExpired, isView, reachableOf, type View } from './offer-view.ts';
import { decisionTexts } from './texts/decision-texts.ts';
import { offerTexts } from './texts/offer-texts.ts';
import { useDecisions } from './use-decisions.ts';

/** `/o/{token}`: an offer, and what its customer decides. */
export function OfferPage({ api, root, parts: [token = ''] }: Opened) {
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/offers/{token}', { params: { path: { token } } })),
    [api, token],
  );
  const { answer, last, reload } = useLoaded(load);
  return <Frame company={last?.company}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (!last) return answer.failure && <ProblemScreen failure={answer.failure} retry={reload} />;
    const documentUrl = `${root}/pages/v1/offers/${encodeURIComponent(token)}/document`;
    return <LoadedOffer api={api} token={token} offer={last} reload={reload} documentUrl={documentUrl} />;
  }
}

interface LoadedOfferProps extends Pick<Opened, 'api'> {
  token: string;
  offer: Offer;
  documentUrl: string;
  reload: () => Promise<Answer<Offer>>;
}

function LoadedOffer({ api, token, offer, documentUrl, reload }: LoadedOfferProps) {
  const [named, goTo] = useView();
  const { draft, type } = useDraft(offer);
  const { uncertain } = useTexts(decisionTexts);
  const { backToOffer } = useTexts(offerTexts);
  const { isSending, send, trouble, forget } = useDecisions({ api, token, offer, draft, reload, go: goTo });
  return <GoToView.Provider value={goTo}>{screen()}</GoToView.Provider>;

  function screen() {
    const view = isView(named) ? named : null;
    const { failed, read, refused } = trouble;
    if (read) return <ChangedScreen read={read} now={offer} view={forget} />;
    if (failed)
      return (
        <ProblemScreen
          failure={failed.failure}
          hasTyped
          explanation={uncertain}
          retry={() => send(failed.kind)}
          isRetrying={isSending}
          contact={reachableOf(offer)}
        />
      );
    if (view && isConsumerText(view)) {
      const back = { view: null, text: backToOffer };
      return <ConsumerTextScreen of={offer.consumerTexts} name={view} back={back} />;
    }
    const form = view && formOf(view, refused);
    if (form) return form;
    const { decision } = offer;
    if (view !== 'offer' && decision)
      return (
        <DecidedScreen
          offer={offer}
          decision={decision}
          documentUrl={documentUrl}
          isLate={trouble.isLate === true}
          receiptTo={draft.email}
        />
      );
    if (view !== 'offer' && isExpired(offer)) return <ExpiredScreen offer={offer} />;
    return <OfferScreen offer={offer} documentUrl={documentUrl} />;
  }

  /** Returns the form of a view, if the offer allows it; the second step only after the first. */
  function formOf(view: View, refused: 'name' | 'email' | undefined) {
    const shared = { offer, draft, type, isSending };
    const isNamed = draft.name.trim() !== '';
    if (canAccept(offer)) {
      if (view === 'order' && isNamed) return <OrderScreen {...shared} send={() => send('accept')} />;
      if (view === 'accept' || view === 'order')
        return <AcceptScreen {...shared} next={() => goTo('order')} isRefused={refused === 'name'} />;
    }
    if (view === 'decline' && offer.state === 'PUBLISHED')
      return <DeclineScreen {...shared} send={() => send('decline')} />;
    if (canWithdraw(offer)) {
      if (view === 'confirm' && isNamed && isEmail(draft.email))
        return <ConfirmWithdrawalScreen {...shared} send={() => send('withdraw')} />;
      if (view === 'withdraw' || view === 'confirm')
        return <WithdrawScreen {...shared} next={() => goTo('confirm')} isRefused={refused === 'email'} />;
    }
    return undefined;
  }
}
