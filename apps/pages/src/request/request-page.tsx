import type { CompanyPage as Company, PageRequestCreated } from '@pv-planning/contract/pages';
import { useCallback, useContext, useState } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { newKey } from '../shared/api/pages-client.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { Frame } from '../shared/components/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import type { Opened } from '../shared/open-page.tsx';
import { ReaderLanguage, useTexts } from '../shared/texts/reader.ts';
import { useStored } from '../shared/use-stored.ts';
import { useView } from '../shared/view.ts';
import { ConsumptionStep } from './consumption-step.tsx';
import { ContactStep, isComplete } from './contact-step.tsx';
import { type Draft, newDraft, type Step } from './request-draft.ts';
import { requestTexts } from './request-texts.ts';
import { RoofStep } from './roof-step.tsx';
import { SentScreen } from './sent.tsx';
import { TimeStep } from './time-step.tsx';
import { type Trouble, useSubmit } from './use-submit.ts';

/** `/c/{handle}/request`: the request of a configurator, in steps. */
export function RequestPage({ api, root, parts: [handle = ''] }: Opened) {
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/companies/{handle}', { params: { path: { handle } } })),
    [api, handle],
  );
  const { answer, last, reload } = useLoaded(load);
  return <Frame company={last}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (!last) return answer.failure && <ProblemScreen failure={answer.failure} retry={reload} />;
    return <LoadedRequest api={api} root={root} handle={handle} company={last} />;
  }
}

/** What this window remembers: the request that the customer enters, and what became of the last one. */
interface Stored {
  draft: Draft;
  sent: (PageRequestCreated & { email: string }) | null;
}

interface LoadedRequestProps extends Pick<Opened, 'api' | 'root'> {
  handle: string;
  company: Company;
}

function LoadedRequest({ api, root, handle, company }: LoadedRequestProps) {
  const texts = useTexts(requestTexts);
  const language = useContext(ReaderLanguage);
  const [view, goTo] = useView();
  const [{ draft, sent }, store] = useStored<Stored>(`request:${handle}`, () => ({
    draft: newDraft(),
    sent: null,
  }));
  const [trouble, setTrouble] = useState<Trouble>();
  const { isSending, send, failure, retry, forget } = useSubmit({
    api,
    handle,
    language,
    sent: (result, { email }) => {
      store({ draft: newDraft(), sent: { ...result, email: email.trim() } });
      goTo(null, 'replace');
    },
    refused: (found) => {
      if (found.note) store({ draft: { ...draft, startsAt: '', key: newKey() } });
      setTrouble(found);
      go(found.step);
    },
  });

  const go = (step: Step) => step !== shown && goTo(step === 'roof' ? null : step);
  const changed = (part: Partial<Draft>): Draft => ({ ...draft, ...part, key: newKey() });
  // Another content is another request.
  const type = (part: Partial<Draft>) => {
    setTrouble(undefined);
    store({ draft: changed(part) });
  };
  const submit = (part?: Partial<Draft>) => {
    setTrouble(undefined);
    const next = part ? changed(part) : draft;
    store({ draft: next });
    send(next);
  };

  const types = company.bookingTypes.filter(
    ({ sources, bookable }) => bookable && sources.includes('BUILDER'),
  );
  const bookingType = types.find(({ slug }) => slug === draft.typeSlug);
  const shown = stepOf(view, draft, bookingType !== undefined);
  const step = { company, draft, type, isSending, trouble, steps: bookingType ? 4 : 3, go };

  if (sent)
    return <SentScreen company={company} root={root} sent={sent} again={() => store({ sent: null })} />;
  if (failure)
    return (
      <ProblemScreen
        failure={failure}
        hasTyped
        explanation={texts.uncertain}
        retry={retry}
        isRetrying={isSending}
        back={forget}
        contact={company}
      />
    );
  switch (shown) {
    case 'roof':
      return <RoofStep {...step} />;
    case 'consumption':
      return <ConsumptionStep {...step} />;
    case 'contact':
      return <ContactStep {...step} types={types} send={() => submit({ typeSlug: '', startsAt: '' })} />;
    case 'time':
      return (
        bookingType && (
          <TimeStep {...step} api={api} handle={handle} bookingType={bookingType} send={submit} />
        )
      );
  }
}

/** Returns the step that the address names. That of the time comes only after the others. */
function stepOf(view: string | null, draft: Draft, hasType: boolean): Step {
  if (view === 'time') return hasType && isComplete(draft) ? 'time' : 'contact';
  return view === 'consumption' || view === 'contact' ? view : 'roof';
}
