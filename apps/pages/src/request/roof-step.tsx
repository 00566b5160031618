import { Button } from '../shared/components/button.tsx';
import { useTexts } from '../shared/texts/reader.ts';
import { Choice } from './choice.tsx';
import { HousePicture, QuestionMark, RoofPicture, TiltPicture } from './pictures.tsx';
import { azimuths, isFlat, newRoof, type Roof, roofTypes, tilts, unknown } from './request-draft.ts';
import { requestTexts } from './request-texts.ts';
import { StepForm, type StepProps, StepScreen } from './step-screen.tsx';

/** As many as a house has. */
const mostRoofs = 6;

/** The first step: the surfaces of the roof that get modules. */
export function RoofStep(props: StepProps) {
  const { draft, type, go } = props;
  const { roof: texts, kept } = useTexts(requestTexts);
  const { roofs } = draft;
  return (
    <StepScreen {...props} step="roof" title={texts.title}>
      <p class="lead">{texts.lead}</p>
      <StepForm submit={() => go('consumption')} main={texts.next}>
        {roofs.map((roof, index) => (
          <RoofFields
            key={index}
            number={index + 1}
            of={roofs.length}
            roof={roof}
            change={(part) => type({ roofs: roofs.map((one) => (one === roof ? { ...one, ...part } : one)) })}
            remove={() => type({ roofs: roofs.filter((one) => one !== roof) })}
          />
        ))}
        {roofs.length < mostRoofs && (
          <p>
            <Button
              onClick={() =>
                type({ roofs: [...roofs, { ...newRoof(), roofType: roofs[0]?.roofType ?? '' }] })
              }
            >
              {texts.add}
            </Button>
          </p>
        )}
      </StepForm>
      <p class="small soft">{kept}</p>
    </StepScreen>
  );
}

interface RoofFieldsProps {
  number: number;
  of: number;
  roof: Roof;
  change: (part: Partial<Roof>) => void;
  remove: () => void;
}

function RoofFields({ number, of, roof, change, remove }: RoofFieldsProps) {
  const { roof: texts, unknown: unknownText } = useTexts(requestTexts);
  const dontKnow = { value: unknown, label: unknownText, picture: <QuestionMark /> };
  const choiceOf = (name: keyof Roof) => ({
    name: `${name}-${number}`,
    isChosen: (value: string) => roof[name] === value,
    choose: (value: string) => change({ [name]: value }),
  });
  const fields = (
    <>
      <Choice
        {...choiceOf('roofType')}
        legend={texts.type}
        options={[
          ...roofTypes.map((value) => ({
            value,
            label: texts.types[value],
            picture: <RoofPicture type={value} />,
          })),
          dontKnow,
        ]}
      />
      {!isFlat(roof) && (
        <>
          <Choice
            {...choiceOf('azimuth')}
            class="compass"
            legend={texts.azimuth}
            hint={texts.azimuthHint}
            middle={<HousePicture />}
            options={azimuths.map((value) => ({ value, label: texts.azimuths[value] ?? '' }))}
          />
          <Choice
            {...choiceOf('tilt')}
            legend={texts.tilt}
            options={[
              ...tilts.map((value) => ({
                value,
                label: texts.tilts[value] ?? '',
                hint: texts.about(value),
                picture: <TiltPicture degrees={Number(value)} />,
              })),
              dontKnow,
            ]}
          />
        </>
      )}
    </>
  );
  if (of === 1) return fields;
  return (
    <section class="roof stack" aria-labelledby={`roof-${number}`}>
      <h2 id={`roof-${number}`}>{texts.one(number)}</h2>
      {fields}
      {number > 1 && (
        <p>
          <Button onClick={remove}>{texts.remove(number)}</Button>
        </p>
      )}
    </section>
  );
}
