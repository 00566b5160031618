import type { OfferPage } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { type Answer, answerOf, type Failure } from '../shared/api/answer.ts';
import type { PagesClient } from '../shared/api/pages-client.ts';
import type { Draft } from './decide/draft.ts';
import { isExpired, type View } from './offer-view.ts';

type DecisionKind = keyof Draft['keys'];

interface Parts {
  api: PagesClient;
  token: string;
  offer: OfferPage;
  draft: Draft;
  reload: () => Promise<Answer<OfferPage>>;
  go: (view: View | null) => void;
}

/** What came of the last try to decide. */
interface Trouble {
  /** The connection or the service failed; which decision to send again. */
  failed?: { failure: Failure; kind: DecisionKind };
  /** The version that the customer had read when the offer changed. */
  read?: OfferPage;
  /** Somebody else has decided before. */
  isLate?: boolean;
  /** A field that the service refused. */
  refused?: 'name' | 'email';
}

/** Sends decisions, and finds out what became of them: a decision counts only once the offer says so. */
export function useDecisions({ api, token, offer, draft, reload, go }: Parts) {
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>({});

  function request(kind: DecisionKind) {
    const params = { path: { token }, header: { 'Idempotency-Key': draft.keys[kind] } };
    const name = draft.name.trim();
    const note = draft.note.trim() || null;
    if (kind === 'accept')
      return api.POST('/pages/v1/offers/{token}/accept', {
        params,
        body: { name, termsVersion: offer.termsVersion, startBeforeWithdrawalEnds: draft.isEarly },
      });
    if (kind === 'decline')
      return api.POST('/pages/v1/offers/{token}/decline', {
        params,
        body: { reason: draft.reason.trim() || null },
      });
    return api.POST('/pages/v1/offers/{token}/withdrawal', {
      params,
      body: { name, email: draft.email.trim(), note },
    });
  }

  const isDone = ({ decision }: OfferPage, kind: DecisionKind) =>
    kind === 'withdraw' ? decision?.withdrawnAt != null : decision !== null;

  /** The decision was refused or may have been lost: the offer tells what holds now. */
  async function lookAgain(kind: DecisionKind, failure: Failure): Promise<void> {
    const { data: now } = await reload();
    const code = failure.kind === 'refused' ? failure.code : undefined;
    if (!now) return setTrouble(code === 'not_found' ? {} : { failed: { failure, kind } });
    if (isDone(now, kind)) {
      setTrouble({ isLate: code === 'offer_closed' });
      return go(null);
    }
    if (code === 'version_conflict') return setTrouble({ read: offer });
    if (code === 'invalid_request') {
      const field = failure.kind === 'refused' ? failure.details?.[0]?.path : undefined;
      const isEmail = field === '/email';
      setTrouble({ refused: isEmail ? 'email' : 'name' });
      return go(kind === 'withdraw' ? 'withdraw' : 'accept');
    }
    if (isExpired(now) || code === 'offer_expired' || code === 'offer_is_indication') {
      setTrouble({});
      return go(null);
    }
    setTrouble({ failed: { failure, kind } });
  }

  async function send(kind: DecisionKind): Promise<void> {
    if (isSending) return;
    setSending(true);
    const { failure } = await answerOf<unknown>(request(kind));
    if (failure) await lookAgain(kind, failure);
    else {
      await reload();
      setTrouble({});
      go(null);
    }
    setSending(false);
  }

  return {
    isSending,
    send: (kind: DecisionKind) => void send(kind),
    trouble,
    forget: () => setTrouble({}),
  };
}
