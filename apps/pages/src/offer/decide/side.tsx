import type { OfferPage } from '@pv-planning/contract/pages';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { decisionTexts } from '../texts/decision-texts.ts';
import { offerTexts } from '../texts/offer-texts.ts';
import { ViewLink } from '../view-link.tsx';

/** What a form is about, beside it. */
export function OfferAside({ offer }: { offer: OfferPage }) {
  const texts = useTexts(decisionTexts);
  const { backToOffer } = useTexts(offerTexts);
  const { euros } = useFormats();
  return (
    <aside class="side" aria-label={texts.yourOffer}>
      <p class="small soft">{offer.number}</p>
      {offer.name !== null && (
        <p>
          <b>{offer.name}</b>
        </p>
      )}
      <p class="when num">{euros(offer.offerPrice)}</p>
      {offer.vatAmount > 0 && <p class="small soft">{texts.includedTax(euros(offer.vatAmount))}</p>}
      <p>
        <ViewLink class="act" view={null}>
          {backToOffer}
        </ViewLink>
      </p>
    </aside>
  );
}
