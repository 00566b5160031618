import { useLayoutEffect } from 'preact/hooks';
import type { Failure } from '../api/answer.ts';
import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { Button } from './button.tsx';
import { ContactAside, type Reachable } from './contact.tsx';
import { Screen } from './screen.tsx';

/** The link is unknown, was replaced or has ended: the service does not tell which. */
export function UnknownLinkScreen() {
  const { title, lead, steps } = useTexts(sharedTexts).unknownLink;
  return (
    <Screen title={title} seal={{ icon: 'info', isOver: true }}>
      <p class="lead">{lead}</p>
      <ul class="next">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </Screen>
  );
}

interface ProblemScreenProps {
  failure: Failure;
  /** Whether the reader has typed something, which the page keeps. */
  hasTyped?: boolean;
  /** What it means for what the reader was doing. */
  explanation?: string;
  retry: () => void;
  isRetrying?: boolean;
  /** Goes back to what was typed. */
  back?: () => void;
  contact?: Reachable | undefined;
}

/** The service cannot be reached, or takes no requests now. */
export function ProblemScreen({
  failure,
  hasTyped = false,
  explanation,
  retry,
  isRetrying = false,
  back,
  contact,
}: ProblemScreenProps) {
  const texts = useTexts(sharedTexts);
  const { kind } = failure;
  // With the screen, so that a connection that is back at once is noticed.
  useLayoutEffect(() => {
    if (kind !== 'offline') return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [kind, retry]);
  const { title } = texts[kind === 'refused' ? 'away' : kind];
  const lead =
    kind === 'busy'
      ? texts.busy.lead(Math.ceil(failure.seconds / 60))
      : texts[kind === 'refused' ? 'away' : kind].lead;
  return (
    <Screen
      title={title}
      seal={{ icon: 'warning', isOver: true }}
      isAlert
      side={contact && <ContactAside {...contact} />}
    >
      <p class="lead">
        {lead}
        {hasTyped && ` ${texts.away.kept}`}
      </p>
      {explanation && <p>{explanation}</p>}
      <p class="go">
        <Button kind="main" onClick={retry} isSending={isRetrying}>
          {texts.again}
        </Button>
        {back && <Button onClick={back}>{texts.back}</Button>}
      </p>
      {kind === 'away' && failure.requestId !== null && (
        <p class="small soft">{texts.away.requestId(failure.requestId)}</p>
      )}
    </Screen>
  );
}

/** The shape of a page until its data are there. */
export function LoadingScreen() {
  const texts = useTexts(sharedTexts);
  return (
    <div class="stack loading" aria-busy="true">
      <p class="sr" role="status">
        {texts.loading}
      </p>
      <div class="bone title" />
      <div class="bone" />
      <div class="bone short" />
    </div>
  );
}
