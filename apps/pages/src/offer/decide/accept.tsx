import type { OfferPage } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { addressLines, oneLineOf } from '../../shared/components/address.ts';
import { Button } from '../../shared/components/button.tsx';
import { Check } from '../../shared/components/check.tsx';
import { ConsumerTextLinks } from '../../shared/components/consumer-texts.tsx';
import { ContactAside } from '../../shared/components/contact.tsx';
import { type Fact, Rows } from '../../shared/components/facts.tsx';
import { Field } from '../../shared/components/field.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { Steps } from '../../shared/components/steps.tsx';
import { focusField } from '../../shared/focus-field.ts';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { sharedTexts } from '../../shared/texts/shared-texts.ts';
import { reachableOf } from '../offer-view.ts';
import { decisionTexts } from '../texts/decision-texts.ts';
import { offerTexts } from '../texts/offer-texts.ts';
import { ViewLink } from '../view-link.tsx';
import type { Drafted } from './draft.ts';
import { OfferAside } from './side.tsx';

interface NameProps extends Drafted {
  offer: OfferPage;
  next: () => void;
  /** The service has refused the name. */
  isRefused: boolean;
}

/** The first step: who accepts. */
export function AcceptScreen({ offer, draft, type, next, isRefused }: NameProps) {
  const { accept, fullName, badName } = useTexts(decisionTexts);
  const [isBad, setBad] = useState(isRefused);
  return (
    <Screen
      title={accept.title}
      windowTitle={`${accept.title} – ${offer.company.name}`}
      eyebrow={accept.step}
      side={<OfferAside offer={offer} />}
    >
      <Steps done={1} of={2} />
      <p class="lead">{accept.lead}</p>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const isNamed = /\p{L}/u.test(draft.name);
          setBad(!isNamed);
          if (isNamed) next();
          else focusField('name');
        }}
      >
        <Field
          id="name"
          label={fullName}
          hint={accept.nameHint}
          value={draft.name}
          onInput={(name) => type({ name })}
          error={isBad ? badName : undefined}
          autocomplete="name"
          maxLength={200}
        />
        {offer.consumerTexts && (
          <>
            <h2>{accept.readFirst}</h2>
            <ul>
              <ConsumerTextLinks of={offer.consumerTexts} />
            </ul>
            {offer.consumerTexts.withdrawalInstruction !== null && <p>{accept.withdrawal}</p>}
            {offer.consumerTexts.earlyStart !== null && (
              <div lang="de">
                <Check
                  id="early"
                  label={offer.consumerTexts.earlyStart}
                  checked={draft.isEarly}
                  onChange={(isEarly) => type({ isEarly })}
                />
              </div>
            )}
          </>
        )}
        <p class="go">
          <Button kind="main">{accept.next}</Button>
        </p>
      </form>
    </Screen>
  );
}

interface OrderProps extends Pick<Drafted, 'draft'> {
  offer: OfferPage;
  isSending: boolean;
  send: () => void;
}

/** What is ordered, in one sentence: the parts of the system. */
function useWhat(offer: OfferPage): string {
  const texts = useTexts(offerTexts);
  const { order } = useTexts(decisionTexts);
  const { measure } = useFormats();
  const { systemPowerKwp, moduleCount, batteryCapacityKwh, groups } = offer;
  const parts = groups
    .filter(({ lines }) => lines.some(({ active, totalPrice }) => active && totalPrice >= 0))
    .map(({ group }) =>
      group === 'modules'
        ? `${moduleCount} ${(moduleCount === 1 && texts.one.MODULE) || texts.units.MODULE}`
        : group === 'batteries' && batteryCapacityKwh > 0
          ? `${texts.groups.batteries} ${measure(batteryCapacityKwh, 'kWh')}`
          : texts.groups[group],
    );
  const system = systemPowerKwp > 0 ? `${order.system(measure(systemPowerKwp, 'kWp'))}: ` : '';
  return `${system}${parts.join(', ')}.`;
}

/** The second step: what is ordered, from whom, and for how much, directly above the button (§ 312j (2) BGB). */
export function OrderScreen({ offer, draft, isSending, send }: OrderProps) {
  const texts = useTexts(decisionTexts);
  const { order, includedTax } = texts;
  const { total } = useTexts(offerTexts);
  const { back, consumerTexts: names } = useTexts(sharedTexts);
  const { euros, percent } = useFormats();
  const what = useWhat(offer);
  const { company, customer, installationAddress, consumerTexts } = offer;
  const demand = draft.isEarly ? consumerTexts?.earlyStart : null;
  const declared = [...offer.declarations, demand].filter(Boolean).join(' ');
  const plan = consumerTexts?.paymentPlan?.map(({ percent: share, due }) => `${percent(share)} ${due}`);
  const facts: Fact[] = [
    [order.to, [company.name, ...addressLines(company.address)].join(', ')],
    [
      order.from,
      <>
        {draft.name.trim()} <ViewLink view="accept">{order.changeName}</ViewLink>
      </>,
    ],
    [order.place, oneLineOf(installationAddress ?? customer.address) || null],
    [
      order.what,
      <>
        {what} <ViewLink view="offer">{order.details}</ViewLink>
      </>,
    ],
    [order.payment, plan?.join(', ') ?? null],
    [order.delivery, consumerTexts?.deliveryTime ?? null],
    [order.declared, declared === '' ? null : <span lang="de">{declared}</span>],
  ];
  return (
    <Screen
      title={order.title}
      windowTitle={`${order.title} – ${company.name}`}
      eyebrow={order.step}
      side={<ContactAside {...reachableOf(offer)} />}
    >
      <Steps done={2} of={2} />
      <Rows facts={facts} />
      <div class="total">
        <p class="small soft">
          {total}
          {offer.vatAmount > 0 && `, ${includedTax(euros(offer.vatAmount))}`}
        </p>
        <p class="price">{euros(offer.offerPrice)}</p>
      </div>
      <p class="go">
        <Button kind="main" isSending={isSending} onClick={send}>
          {order.order}
        </Button>
        <ViewLink class="btn" view="accept">
          {back}
        </ViewLink>
      </p>
      <p class="small soft">
        {consumerTexts?.termsAndConditions && (
          <>
            <ViewLink view="termsAndConditions">{names.termsAndConditions}</ViewLink>.{' '}
          </>
        )}
        {consumerTexts?.withdrawalInstruction && (
          <>
            <ViewLink view="withdrawalInstruction">{names.withdrawalInstruction}</ViewLink>.{' '}
          </>
        )}
        {order.evidence}
      </p>
    </Screen>
  );
}
