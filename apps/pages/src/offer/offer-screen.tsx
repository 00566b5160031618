import type { OfferPage } from '@pv-planning/contract/pages';
import { oneLineOf } from '../shared/components/address.ts';
import { ConsumerTextLinks } from '../shared/components/consumer-texts.tsx';
import { ContactLinks } from '../shared/components/contact.tsx';
import type { Fact } from '../shared/components/facts.tsx';
import { Icon } from '../shared/components/icon.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { timeOfDay } from '../shared/german-days.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { Included } from './included.tsx';
import { canAccept, reachableOf } from './offer-view.ts';
import { Roofs } from './roofs.tsx';
import { offerTexts } from './texts/offer-texts.ts';
import { ViewLink } from './view-link.tsx';

interface OfferProps {
  offer: OfferPage;
  documentUrl: string;
}

/** What the price is, and what tax it contains. */
function Price({ offer }: { offer: OfferPage }) {
  const texts = useTexts(offerTexts);
  const { euros, longDate } = useFormats();
  const { offerPrice, vatAmount, vatMode, validTo } = offer;
  const tax =
    vatMode === 'REVERSE_CHARGE'
      ? texts.totalNet
      : vatAmount === 0
        ? texts.totalWithoutTax
        : texts.totalWithTax(euros(vatAmount));
  return (
    <div class="total">
      <p class="price">{euros(offerPrice)}</p>
      <p>{tax}</p>
      {validTo !== null && canAccept(offer) && (
        <p class="soft">{texts.validTo(longDate(timeOfDay(validTo)))}</p>
      )}
    </div>
  );
}

function Facts({ offer }: { offer: OfferPage }) {
  const texts = useTexts(offerTexts);
  const { measure, number, percent } = useFormats();
  const { systemPowerKwp, moduleCount, batteryCapacityKwh } = offer;
  const { yieldKwh, selfConsumptionPercent, autarkyPercent, yieldSource } = offer;
  const facts: Fact[] = [
    [texts.power, systemPowerKwp > 0 ? measure(systemPowerKwp, 'kWp') : null],
    [texts.modules, moduleCount > 0 ? number(moduleCount) : null],
    [texts.battery, batteryCapacityKwh > 0 ? measure(batteryCapacityKwh, 'kWh') : null],
    [texts.yield, yieldKwh === null ? null : measure(yieldKwh, 'kWh')],
    [texts.selfConsumption, selfConsumptionPercent === null ? null : percent(selfConsumptionPercent)],
    [texts.autarky, autarkyPercent === null ? null : percent(autarkyPercent)],
  ];
  const known = facts.filter(([, value]) => value !== null);
  const isForecast = yieldKwh !== null || selfConsumptionPercent !== null || autarkyPercent !== null;
  return (
    <>
      {known.length > 0 && (
        <dl class="facts">
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isForecast && <p class="small soft">{texts.forecast(yieldSource)}</p>}
    </>
  );
}

function PaymentAndDelivery({ offer }: { offer: OfferPage }) {
  const texts = useTexts(offerTexts);
  const { euros, percent } = useFormats();
  const { paymentPlan = null, deliveryTime = null, guarantee = null } = offer.consumerTexts ?? {};
  if (paymentPlan === null && deliveryTime === null && guarantee === null) return null;
  return (
    <section class="part stack" aria-labelledby="payment">
      <h2 id="payment">{texts.paymentAndDelivery}</h2>
      {paymentPlan && (
        <dl class="rows money num">
          {paymentPlan.map(({ percent: share, due, amount }, index) => (
            <div key={index}>
              <dt>{texts.instalment(percent(share), due)}</dt>
              <dd>{euros(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {deliveryTime !== null && (
        <p>
          <b>{texts.delivery}:</b> {deliveryTime}
        </p>
      )}
      {guarantee !== null && (
        <p class="pre">
          <b>{texts.guarantee}:</b> {guarantee}
        </p>
      )}
    </section>
  );
}

/** Below the text on a phone, beside it on a desk. */
function Decide({ offer, documentUrl }: OfferProps) {
  const texts = useTexts(offerTexts);
  const { euros, shortDate } = useFormats();
  const { offerPrice, validTo } = offer;
  return (
    <aside class="decide" id="decision" tabIndex={-1} aria-label={texts.yourDecision}>
      <div class="bar">
        <p class="amount num">
          {euros(offerPrice)}
          {validTo !== null && (
            <>
              <br />
              <span class="soft small">{texts.until(shortDate(timeOfDay(validTo)))}</span>
            </>
          )}
        </p>
        <ViewLink class="btn main" view="accept">
          {texts.accept}
        </ViewLink>
      </div>
      <p class="more small soft">{texts.twoSteps}</p>
      <ul class="more">
        <li>
          <a class="act" href={documentUrl}>
            <Icon name="download" />
            {texts.asPdf}
          </a>
        </li>
        <li>
          <ViewLink class="act" view="decline">
            <Icon name="right" />
            {texts.orDecline}
          </ViewLink>
        </li>
      </ul>
    </aside>
  );
}

/** The offer: its price first. */
export function OfferScreen({ offer, documentUrl }: OfferProps) {
  const texts = useTexts(offerTexts);
  const { shortDate } = useFormats();
  const { number, name, publishedAt, company, customer, isIndicationPrice, installationAddress } = offer;
  const kind = isIndicationPrice ? texts.indication : texts.offer;
  const place = oneLineOf(installationAddress ?? customer.address);
  const who = [customer.name, place].filter(Boolean).join(', ');
  const isOpen = canAccept(offer);
  return (
    <Screen
      title={name ?? texts.systemOffer}
      windowTitle={`${kind} – ${company.name}`}
      eyebrow={texts.numberAndDate(number, shortDate(publishedAt))}
      side={isOpen && <Decide offer={offer} documentUrl={documentUrl} />}
    >
      {who !== '' && <p class="soft">{texts.forCustomer(who)}</p>}
      {isOpen && (
        <a class="skip" href="#decision">
          {texts.skipToDecision}
        </a>
      )}
      {isIndicationPrice && (
        <Note title={texts.indicationNote.title}>
          <p>{texts.indicationNote.text}</p>
        </Note>
      )}
      <Price offer={offer} />
      <Facts offer={offer} />
      <Roofs roofs={offer.roofs} />
      <Included offer={offer} />
      <PaymentAndDelivery offer={offer} />
      <section class="part stack screen" aria-labelledby="documents">
        <h2 id="documents">{texts.documents}</h2>
        <ul>
          <li>
            <a class="act" href={documentUrl}>
              <Icon name="download" />
              {offer.state === 'ACCEPTED' ? texts.asPdfWithAcceptance : texts.asPdf}
            </a>
          </li>
          <ConsumerTextLinks of={offer.consumerTexts} />
        </ul>
      </section>
      <section class="part stack screen" aria-labelledby="questions">
        <h2 id="questions">{texts.questions}</h2>
        {offer.contact?.name && <p>{offer.contact.name}</p>}
        <p>{texts.askUs}</p>
        <ContactLinks {...reachableOf(offer)} />
        {offer.state === 'PUBLISHED' && (
          <p>
            <ViewLink view="decline">{texts.orDecline}</ViewLink>
          </p>
        )}
      </section>
    </Screen>
  );
}
