import type { OfferPage } from '@pv-planning/contract/pages';
import { ContactAside } from '../shared/components/contact.tsx';
import { type Fact, Rows } from '../shared/components/facts.tsx';
import { Icon } from '../shared/components/icon.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { offerTexts } from './offer-texts.ts';

/** The offer: its price first. */
export function OfferScreen({ offer, documentUrl }: { offer: OfferPage; documentUrl: string }) {
  const texts = useTexts(offerTexts);
  const formats = useFormats();
  const { number, name, publishedAt, offerPrice, validTo, moduleCount, systemPowerKwp, company, contact } =
    offer;
  const facts: Fact[] = [
    [texts.power, formats.measure(systemPowerKwp, 'kWp')],
    [texts.modules, formats.number(moduleCount)],
  ];
  return (
    <Screen
      title={name ?? texts.title}
      windowTitle={`${texts.title} – ${company.name}`}
      eyebrow={texts.numberAndDate(number, formats.shortDate(publishedAt))}
      side={<ContactAside phone={contact?.phone ?? company.phone} email={contact?.email ?? company.email} />}
    >
      <p class="price">{formats.euros(offerPrice)}</p>
      {validTo !== null && <p class="soft">{texts.validTo(formats.longDate(validTo))}</p>}
      <Rows facts={facts} />
      <p>
        <a class="act" href={documentUrl}>
          <Icon name="download" />
          {texts.asPdf}
        </a>
      </p>
    </Screen>
  );
}
