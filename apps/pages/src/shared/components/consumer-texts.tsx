import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { Icon } from './icon.tsx';
import { Screen } from './screen.tsx';
import { ViewLink } from './view-link.tsx';

/** The names of the texts, which are also those of the views that show them. */
export const consumerTextNames = ['withdrawalInstruction', 'withdrawalForm', 'termsAndConditions'] as const;

export type ConsumerText = (typeof consumerTextNames)[number];

/** The texts of a company for consumers, as the contract has them. */
type ConsumerTexts = Readonly<Record<ConsumerText, string | null>>;

export const isConsumerText = (view: string): view is ConsumerText =>
  consumerTextNames.some((name) => name === view);

/** Links to the texts for consumers that there are. */
export function ConsumerTextLinks({ of }: { of: ConsumerTexts | null }) {
  const { consumerTexts } = useTexts(sharedTexts);
  return (
    <>
      {consumerTextNames
        .filter((name) => of?.[name])
        .map((name) => (
          <li key={name}>
            <ViewLink class="act" view={name}>
              <Icon name="paper" />
              {consumerTexts[name]}
            </ViewLink>
          </li>
        ))}
    </>
  );
}

interface ConsumerTextProps {
  of: ConsumerTexts | null;
  name: ConsumerText;
  back: { view: string | null; text: string };
}

/** One of the texts for consumers. */
export function ConsumerTextScreen({ of, name, back }: ConsumerTextProps) {
  const { consumerTexts } = useTexts(sharedTexts);
  return (
    <Screen title={consumerTexts[name]}>
      <p>
        <ViewLink class="act" view={back.view}>
          {back.text}
        </ViewLink>
      </p>
      <div class="pre legal" lang="de">
        {of?.[name]}
      </div>
    </Screen>
  );
}
