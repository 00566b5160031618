import { useEffect, useState } from 'preact/hooks';
import { Field } from '../shared/components/field.tsx';
import { focusField } from '../shared/focus-field.ts';
import { useTexts } from '../shared/texts/reader.ts';
import { Choice } from './choice.tsx';
import { ExtraPicture } from './pictures.tsx';
import { households, interests, kwhOf, usualKwhOf } from './request-draft.ts';
import { requestTexts } from './request-texts.ts';
import { StepForm, type StepProps, StepScreen } from './step-screen.tsx';

/** The second step: how much electricity is used, and what else the customer wants. */
export function ConsumptionStep(props: StepProps) {
  const { draft, type, go, trouble } = props;
  const { consumption: texts, kept } = useTexts(requestTexts);
  const isRefused = trouble?.field === 'kwh';
  const [isBad, setBad] = useState(false);
  useEffect(() => {
    if (isRefused) focusField('kwh');
  }, [isRefused]);
  const isEstimated = draft.kwh !== '' && draft.kwh === usualKwhOf(draft.people);
  return (
    <StepScreen {...props} step="consumption" title={texts.title}>
      <StepForm
        submit={() => {
          const isWrong = kwhOf(draft.kwh) === undefined;
          setBad(isWrong);
          if (isWrong) focusField('kwh');
          else go('contact');
        }}
        main={texts.next}
        back={() => go('roof')}
      >
        <Choice
          name="people"
          legend={texts.people}
          options={households.map((value) => ({
            value,
            label: value === households.at(-1) ? texts.andMore(value) : value,
          }))}
          isChosen={(value) => draft.people === value}
          choose={(people) =>
            type({ people, ...((draft.kwh === '' || isEstimated) && { kwh: usualKwhOf(people) }) })
          }
        />
        <Field
          id="kwh"
          label={texts.kwh}
          hint={isEstimated ? texts.kwhEstimated : texts.kwhHint}
          value={draft.kwh}
          onInput={(kwh) => type({ kwh })}
          error={isRefused || (isBad && kwhOf(draft.kwh) === undefined) ? texts.badKwh : undefined}
          isOptional
          isNumber
          maxLength={20}
        />
        <Choice
          name="interests"
          class="big"
          isMultiple
          legend={texts.interests}
          hint={texts.several}
          options={interests.map((value) => {
            const [label, hint] = texts.extras[value];
            return { value, label, hint, picture: <ExtraPicture name={value} /> };
          })}
          isChosen={(value) => interests.some((name) => name === value && draft[name])}
          choose={(value, isChosen) => type({ [value]: isChosen })}
        />
      </StepForm>
      <p class="small soft">{kept}</p>
    </StepScreen>
  );
}
