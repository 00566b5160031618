import type { BookingPage as BookingType } from '@pv-planning/contract/pages';
import { useCallback, useState } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import type { PagesClient } from '../shared/api/pages-client.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { Button } from '../shared/components/button.tsx';
import { Check } from '../shared/components/check.tsx';
import { Rows } from '../shared/components/facts.tsx';
import { ProblemScreen } from '../shared/components/problem-screen.tsx';
import { Times } from '../shared/components/times.tsx';
import { focusField } from '../shared/focus-field.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { sharedTexts } from '../shared/texts/shared-texts.ts';
import type { Draft } from './request-draft.ts';
import { requestTexts } from './request-texts.ts';
import { StepForm, type StepProps, StepScreen } from './step-screen.tsx';

interface TimeStepProps extends StepProps {
  api: PagesClient;
  handle: string;
  bookingType: BookingType;
  /** Sends the request after a last change. */
  send: (part?: Partial<Draft>) => void;
}

const without = { typeSlug: '', startsAt: '', early: false };

/** The last step, for those who want an appointment: when, and whether all is right. */
export function TimeStep(props: TimeStepProps) {
  return props.draft.startsAt === '' ? <ChooseTime {...props} /> : <CheckTime {...props} />;
}

/** How far ahead free times are looked for: the most that a request can ask. */
const daysAhead = 60;
const germanDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

function ChooseTime(props: TimeStepProps) {
  const { api, handle, bookingType, company, type, go, send, isSending } = props;
  const { time: texts } = useTexts(requestTexts);
  const { back } = useTexts(sharedTexts);
  const { slug } = bookingType;
  const load = useCallback(() => {
    const from = Date.now();
    const query = { from: germanDay.format(from), to: germanDay.format(from + daysAhead * 86_400_000) };
    return answerOf(
      api.GET('/pages/v1/companies/{handle}/booking-types/{slug}/slots', {
        params: { path: { handle, slug }, query },
      }),
    );
  }, [api, handle, slug]);
  const { answer, reload } = useLoaded(load);
  if (answer?.failure)
    return (
      <ProblemScreen
        failure={answer.failure}
        hasTyped
        retry={reload}
        back={() => go('contact')}
        contact={company}
      />
    );
  return (
    <StepScreen {...props} step="time" title={texts.title}>
      <Times
        starts={answer?.data.slots.map(({ startsAt }) => startsAt)}
        none={texts.none}
        choose={(startsAt) => type({ startsAt })}
      />
      <p class="go">
        <Button isSending={isSending} onClick={() => send(without)}>
          {texts.without}
        </Button>
        <Button onClick={() => go('contact')}>{back}</Button>
      </p>
    </StepScreen>
  );
}

function CheckTime(props: TimeStepProps) {
  const { bookingType, company, draft, type, send, isSending } = props;
  const { time: texts } = useTexts(requestTexts);
  const { longTime, euros } = useFormats();
  const [isTried, setTried] = useState(false);
  const { name, priceCents } = bookingType;
  const isPaid = priceCents > 0;
  const mustDeclare = isPaid && Boolean(company.consumerTexts?.withdrawalInstruction);
  return (
    <StepScreen {...props} step="time" title={texts.check}>
      <Rows
        facts={[
          [texts.appointment, name],
          [texts.when, <b>{longTime(draft.startsAt)}</b>],
          [texts.price, isPaid ? euros(priceCents / 100) : null],
        ]}
      />
      <StepForm
        submit={() => {
          setTried(true);
          if (mustDeclare && !draft.early) focusField('early');
          else send();
        }}
        main={isPaid ? texts.sendToPay : texts.send}
        isSending={isSending}
      >
        {mustDeclare && (
          <Check
            id="early"
            label={texts.early}
            checked={draft.early}
            onChange={(early) => type({ early })}
            error={isTried && !draft.early ? texts.earlyMissing : undefined}
          />
        )}
      </StepForm>
      {isPaid && <p class="small soft">{texts.payHint}</p>}
      <p class="go">
        <Button onClick={() => type({ startsAt: '' })}>{texts.other}</Button>
        <Button onClick={() => send(without)}>{texts.without}</Button>
      </p>
    </StepScreen>
  );
}
