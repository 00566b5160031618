import type { ErrorCode, PageRequestCreated } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { answerOf, type Failure } from '../shared/api/answer.ts';
import type { PagesClient } from '../shared/api/pages-client.ts';
import type { Language } from '../shared/texts/language.ts';
import { bodyOf, type ContactField, type Draft, placeOf, type Step } from './request-draft.ts';
import type { requestTexts } from './request-texts.ts';

type Problem = keyof (typeof requestTexts)['de']['problems'];

/** Why the service has refused a request, and where the customer can mend it. */
export interface Trouble {
  step: Step;
  note?: Problem;
  field?: ContactField | 'kwh';
}

const problems: Partial<Record<ErrorCode, Problem>> = {
  slot_unavailable: 'taken',
  member_inactive: 'taken',
  too_many_appointments: 'often',
  payment_not_available: 'noAppointment',
  unknown_reference: 'noAppointment',
};

function troubleOf({ code, details }: Extract<Failure, { kind: 'refused' }>): Trouble {
  const place = details?.map(({ path }) => placeOf(path)).find((one) => one !== undefined);
  if (code === 'invalid_request' && place?.field) return place;
  const note = problems[code] ?? 'refused';
  return { step: note === 'refused' ? (place?.step ?? 'contact') : 'time', note };
}

interface Submission {
  api: PagesClient;
  handle: string;
  language: Language;
  sent: (result: PageRequestCreated, draft: Draft) => void;
  refused: (trouble: Trouble) => void;
}

/** Sends a request. What was not answered can be sent again: the draft has the key of the request. */
export function useSubmit({ api, handle, language, sent, refused }: Submission) {
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<{ failure: Failure; draft: Draft }>();

  async function send(draft: Draft): Promise<void> {
    if (isSending) return;
    setSending(true);
    const { data, failure } = await answerOf(
      api.POST('/pages/v1/companies/{handle}/requests', {
        params: { path: { handle }, header: { 'Idempotency-Key': draft.key } },
        body: bodyOf(draft, language),
      }),
    );
    setSending(false);
    setFailed(failure && failure.kind !== 'refused' ? { failure, draft } : undefined);
    if (data) sent(data, draft);
    else if (failure?.kind === 'refused') refused(troubleOf(failure));
  }

  return {
    isSending,
    send: (draft: Draft) => void send(draft),
    failure: failed?.failure,
    retry: () => failed && void send(failed.draft),
    forget: () => setFailed(undefined),
  };
}
