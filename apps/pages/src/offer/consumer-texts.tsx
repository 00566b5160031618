import type { OfferPage } from '@pv-planning/contract/pages';
import { Icon } from '../shared/components/icon.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useTexts } from '../shared/texts/reader.ts';
import { offerTexts } from './texts/offer-texts.ts';
import { ViewLink } from './view-link.tsx';

const names = ['withdrawalInstruction', 'withdrawalForm', 'termsAndConditions'] as const;

type ConsumerText = (typeof names)[number];

export const isConsumerText = (view: string): view is ConsumerText => names.some((name) => name === view);

/** Links to the texts for consumers that the offer has. */
export function ConsumerTextLinks({ offer }: { offer: OfferPage }) {
  const texts = useTexts(offerTexts);
  return (
    <>
      {names
        .filter((name) => offer.consumerTexts?.[name])
        .map((name) => (
          <li key={name}>
            <ViewLink class="act" view={name}>
              <Icon name="paper" />
              {texts[name]}
            </ViewLink>
          </li>
        ))}
    </>
  );
}

/** One of the texts for consumers, in the version of the offer. */
export function ConsumerTextScreen({ offer, name }: { offer: OfferPage; name: ConsumerText }) {
  const texts = useTexts(offerTexts);
  return (
    <Screen title={texts[name]}>
      <p>
        <ViewLink class="act" view={null}>
          {texts.backToOffer}
        </ViewLink>
      </p>
      <div class="pre legal" lang="de">
        {offer.consumerTexts?.[name]}
      </div>
    </Screen>
  );
}
