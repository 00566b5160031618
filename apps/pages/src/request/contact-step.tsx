import type { BookingPage as BookingType } from '@pv-planning/contract/pages';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../shared/components/field.tsx';
import { LegalLink } from '../shared/components/frame.tsx';
import { focusField } from '../shared/focus-field.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { sharedTexts } from '../shared/texts/shared-texts.ts';
import { Choice } from './choice.tsx';
import { type ContactField, contactFields, type Draft } from './request-draft.ts';
import { requestTexts } from './request-texts.ts';
import { StepForm, type StepProps, StepScreen } from './step-screen.tsx';

type Wrong = 'missing' | 'badName' | 'badEmail';

const optional: readonly ContactField[] = ['phone', 'message'];

/** Returns what is wrong with a field. */
function wrongWith(draft: Draft, field: ContactField): Wrong | undefined {
  const text = draft[field].trim();
  if (optional.includes(field)) return undefined;
  if (text === '') return 'missing';
  if (field === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'badEmail';
  return /^(first|last)Name$/.test(field) && !/\p{L}/u.test(text) ? 'badName' : undefined;
}

const wrongFields = (draft: Draft) => contactFields.filter((field) => wrongWith(draft, field));

export const isComplete = (draft: Draft) => wrongFields(draft).length === 0;

/** How long the fields can be, and what browsers fill in. */
const kinds: Record<ContactField, [maxLength: number, autocomplete: string]> = {
  firstName: [200, 'given-name'],
  lastName: [200, 'family-name'],
  email: [254, 'email'],
  phone: [100, 'tel'],
  street: [200, 'address-line1'],
  houseNumber: [100, 'off'],
  postalCode: [100, 'postal-code'],
  city: [200, 'address-level2'],
  message: [5000, 'off'],
};

interface ContactStepProps extends StepProps {
  /** Appointments that can be booked with the request. */
  types: readonly BookingType[];
  /** Sends the request without an appointment. */
  send: () => void;
}

/** The third step: who asks, where the house is, and whether an appointment is wanted. */
export function ContactStep({ types, send, ...props }: ContactStepProps) {
  const { draft, type, go, isSending, trouble, company } = props;
  const { contact: texts } = useTexts(requestTexts);
  const { privacy } = useTexts(sharedTexts);
  const { euros } = useFormats();
  const [isTried, setTried] = useState(false);
  const refused = trouble?.field === 'kwh' ? undefined : trouble?.field;
  useEffect(() => {
    if (refused) focusField(refused);
  }, [refused, trouble]);
  const hasType = types.some(({ slug }) => slug === draft.typeSlug);

  function field(id: ContactField) {
    const [maxLength, autocomplete] = kinds[id];
    const wrong = isTried ? wrongWith(draft, id) : undefined;
    return (
      <Field
        id={id}
        label={texts.labels[id]}
        value={draft[id]}
        onInput={(value) => type({ [id]: value })}
        error={wrong ? texts[wrong] : refused === id ? texts.refused : undefined}
        isOptional={optional.includes(id)}
        isLong={id === 'message'}
        type={id === 'email' ? 'email' : id === 'phone' ? 'tel' : 'text'}
        maxLength={maxLength}
        autocomplete={autocomplete}
      />
    );
  }

  return (
    <StepScreen {...props} step="contact" title={texts.title}>
      <StepForm
        submit={() => {
          const [first] = wrongFields(draft);
          setTried(true);
          if (first) focusField(first);
          else if (hasType) go('time');
          else send();
        }}
        main={hasType ? texts.toTime : texts.send}
        isSending={isSending}
        back={() => go('consumption')}
      >
        <div class="pair">
          {field('firstName')}
          {field('lastName')}
        </div>
        {field('email')}
        {field('phone')}
        <fieldset class="stack">
          <legend>{texts.house}</legend>
          <div class="pair">
            {field('street')}
            {field('houseNumber')}
            {field('postalCode')}
            {field('city')}
          </div>
        </fieldset>
        {field('message')}
        {types.length > 0 && (
          <Choice
            name="appointment"
            class="big"
            legend={texts.appointment}
            options={[
              { value: '', label: texts.noAppointment },
              ...types.map(({ slug, name, durationMinutes, priceCents }) => ({
                value: slug,
                label: name,
                hint: texts.minutes(durationMinutes, priceCents === 0 ? texts.free : euros(priceCents / 100)),
              })),
            ]}
            isChosen={(value) => (hasType ? draft.typeSlug : '') === value}
            choose={(typeSlug) => type({ typeSlug, startsAt: '', early: false })}
          />
        )}
      </StepForm>
      <p class="small soft">
        {texts.noObligation}{' '}
        {company.privacyUrl !== null && (
          <>
            {texts.privacy} <LegalLink href={company.privacyUrl}>{privacy}</LegalLink>
          </>
        )}
      </p>
    </StepScreen>
  );
}
