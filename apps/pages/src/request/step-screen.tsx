import type { CompanyPage as Company } from '@pv-planning/contract/pages';
import type { ComponentChildren } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { type Fact, Rows } from '../shared/components/facts.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { Steps } from '../shared/components/steps.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { sharedTexts } from '../shared/texts/shared-texts.ts';
import { type Draft, type Drafted, interests, isFlat, kwhOf, roofTypes, type Step } from './request-draft.ts';
import { requestTexts } from './request-texts.ts';
import type { Trouble } from './use-submit.ts';

/** What all steps get. */
export interface StepProps extends Drafted {
  company: Company;
  /** How many there are. */
  steps: number;
  isSending: boolean;
  trouble: Trouble | undefined;
  go: (step: Step) => void;
}

const order: readonly Step[] = ['roof', 'consumption', 'contact', 'time'];

/** Returns what the customer has entered, in few words. */
function useSummary(draft: Draft): Fact[] {
  const { steps, roof: texts, consumption } = useTexts(requestTexts);
  const { measure } = useFormats();
  const roofs = draft.roofs.map((roof) => {
    const type = roofTypes.find((one) => one === roof.roofType);
    const parts = isFlat(roof)
      ? []
      : [texts.azimuths[roof.azimuth], roof.tilt in texts.tilts && texts.about(roof.tilt)];
    return [type && texts.types[type], ...parts].filter(Boolean).join(', ');
  });
  const kwh = kwhOf(draft.kwh);
  const chosen = interests.filter((name) => draft[name]).map((name) => consumption.extras[name][0]);
  const facts: [string, string][] = [
    [steps.roof, roofs.filter(Boolean).join('; ')],
    [consumption.kwh, typeof kwh === 'number' ? measure(kwh, 'kWh') : ''],
    [consumption.also, chosen.join(', ')],
  ];
  return facts.filter(([, value]) => value !== '');
}

interface StepScreenProps extends Pick<StepProps, 'company' | 'draft' | 'steps' | 'trouble' | 'go'> {
  step: Step;
  title: string;
  children: ComponentChildren;
}

/** A step of the request, with what was entered before beside it. */
export function StepScreen({ company, draft, steps, trouble, step, title, children }: StepScreenProps) {
  const texts = useTexts(requestTexts);
  const facts = useSummary(draft);
  const number = order.indexOf(step) + 1;
  const note = trouble?.step === step && trouble.note && texts.problems[trouble.note];
  return (
    <Screen
      title={title}
      windowTitle={`${texts.title} – ${company.name}`}
      eyebrow={texts.step(number, steps, texts.steps[step])}
      side={
        facts.length === 0 ? (
          <ContactAside phone={company.phone} email={company.email} />
        ) : (
          <aside class="side wide-only" aria-label={texts.sofar}>
            <b>{texts.sofar}</b>
            <Rows facts={facts} class="narrow" />
          </aside>
        )
      }
    >
      <Steps done={number} of={steps} />
      {note && (
        <Note kind="warn" isAlert title={note[0]}>
          <p>{note[1]}</p>
        </Note>
      )}
      {children}
    </Screen>
  );
}

interface StepFormProps {
  submit: () => void;
  main: string;
  isSending?: boolean;
  back?: (() => void) | undefined;
  children: ComponentChildren;
}

/** The form of a step. */
export function StepForm({ submit, main, isSending = false, back, children }: StepFormProps) {
  const texts = useTexts(sharedTexts);
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <p class="go">
        <Button kind="main" isSending={isSending}>
          {main}
        </Button>
        {back && <Button onClick={back}>{texts.back}</Button>}
      </p>
    </form>
  );
}
