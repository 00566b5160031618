import type { OfferPage } from '@pv-planning/contract/pages';
import { ConsumerTextLinks } from '../shared/components/consumer-texts.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { type Fact, Rows } from '../shared/components/facts.tsx';
import { Icon } from '../shared/components/icon.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { timeOfDay } from '../shared/german-days.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { useDeclaration } from './decide/withdraw.tsx';
import { canWithdraw, reachableOf } from './offer-view.ts';
import { decisionTexts } from './texts/decision-texts.ts';
import { offerTexts } from './texts/offer-texts.ts';
import { ViewLink } from './view-link.tsx';

type Decision = NonNullable<OfferPage['decision']>;

interface DecidedProps {
  offer: OfferPage;
  decision: Decision;
  documentUrl: string;
  /** The customer has tried to decide, but somebody else has done so before. */
  isLate: boolean;
  /** Where the receipt of a withdrawal was just acknowledged. */
  receiptTo: string;
}

function Time({ at }: { at: string }) {
  const { longTime } = useFormats();
  return <time dateTime={at}>{longTime(at)}</time>;
}

function LateNote() {
  const { elsewhere } = useTexts(decisionTexts);
  return (
    <Note kind="warn" isAlert title={elsewhere.title}>
      <p>{elsewhere.text}</p>
    </Note>
  );
}

function Accepted({ offer, decision, documentUrl, isLate }: DecidedProps) {
  const { accepted, withdraw } = useTexts(decisionTexts);
  const { asPdfWithAcceptance } = useTexts(offerTexts);
  const { euros } = useFormats();
  const { company, number, offerPrice } = offer;
  const isByCustomer = decision.name !== null;
  const version = decision.termsVersion?.slice(0, 8);
  const facts: Fact[] = [
    [accepted.at, <Time at={decision.decidedAt} />],
    [accepted.by, decision.name],
    [useTexts(offerTexts).total, euros(offerPrice)],
    [useTexts(offerTexts).offer, version ? `${number}, ${accepted.version(version)}` : number],
  ];
  const title = isByCustomer ? accepted.title : accepted.titleByCompany;
  return (
    <Screen
      title={title}
      windowTitle={`${title} – ${company.name}`}
      seal={{ icon: 'tick' }}
      side={<ContactAside {...reachableOf(offer)} />}
    >
      {isLate && <LateNote />}
      <p class="lead">{isByCustomer ? accepted.lead(company.name) : accepted.leadByCompany(company.name)}</p>
      <Rows facts={facts} />
      <ul>
        <li>
          <ViewLink class="act" view="offer">
            <Icon name="paper" />
            {accepted.view}
          </ViewLink>
        </li>
        <li>
          <a class="act" href={documentUrl}>
            <Icon name="download" />
            {asPdfWithAcceptance}
          </a>
        </li>
        <ConsumerTextLinks of={offer.consumerTexts} />
      </ul>
      <h2>{accepted.next}</h2>
      <ol class="next">
        {accepted.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {canWithdraw(offer) && (
        <section class="part stack screen" aria-labelledby="withdraw">
          <h2 id="withdraw">{accepted.changedMind}</h2>
          <p>{accepted.right}</p>
          <p>
            <ViewLink class="btn" view="withdraw">
              {withdraw.withdraw}
            </ViewLink>
          </p>
        </section>
      )}
    </Screen>
  );
}

function Declined({ offer, decision, isLate }: DecidedProps) {
  const { declined } = useTexts(decisionTexts);
  const { company } = offer;
  return (
    <Screen
      title={declined.title}
      windowTitle={`${declined.title} – ${company.name}`}
      seal={{ icon: 'tick', isOver: true }}
      side={<ContactAside {...reachableOf(offer)} />}
    >
      {isLate && <LateNote />}
      <p class="lead">{declined.lead(company.name)}</p>
      <Rows
        facts={[
          [declined.at, <Time at={decision.decidedAt} />],
          [declined.reason, decision.reason],
        ]}
      />
      <p>{declined.again}</p>
      <p>
        <ViewLink class="act" view="offer">
          <Icon name="paper" />
          {declined.view}
        </ViewLink>
      </p>
    </Screen>
  );
}

function Withdrawn({ offer, decision, receiptTo }: DecidedProps & { decision: { withdrawnAt: string } }) {
  const { withdrawn } = useTexts(decisionTexts);
  const { longDate } = useFormats();
  const { company, number } = offer;
  const declaration = useDeclaration(offer, decision.name ?? offer.customer.name ?? '');
  return (
    <Screen
      title={withdrawn.title}
      windowTitle={`${withdrawn.title} – ${company.name}`}
      seal={{ icon: 'tick' }}
      side={<ContactAside {...reachableOf(offer)} />}
    >
      <Rows
        facts={[
          [withdrawn.at, <Time at={decision.withdrawnAt} />],
          [
            useTexts(decisionTexts).withdraw.contract,
            withdrawn.concluded(number, longDate(decision.decidedAt)),
          ],
          [withdrawn.receiptTo, receiptTo || null],
        ]}
      />
      <blockquote>{declaration}</blockquote>
      <p>{withdrawn.told(company.name)}</p>
      <p class="screen">{withdrawn.keep}</p>
      <ul>
        <ConsumerTextLinks of={offer.consumerTexts} />
      </ul>
    </Screen>
  );
}

/** What was decided, and when. */
export function DecidedScreen(props: DecidedProps) {
  const { decision } = props;
  const { withdrawnAt } = decision;
  if (withdrawnAt !== null) return <Withdrawn {...props} decision={{ ...decision, withdrawnAt }} />;
  return decision.state === 'ACCEPTED' ? <Accepted {...props} /> : <Declined {...props} />;
}

/** The last day for a decision is over. The offer can still be read, and declined. */
export function ExpiredScreen({ offer }: { offer: OfferPage }) {
  const { expired } = useTexts(offerTexts);
  const { longDate } = useFormats();
  const reachable = reachableOf(offer);
  return (
    <Screen
      title={expired.title}
      windowTitle={`${expired.title} – ${offer.company.name}`}
      seal={{ icon: 'info', isOver: true }}
      eyebrow={offer.number}
      side={<ContactAside {...reachable} />}
    >
      <p class="lead">{expired.lead(longDate(timeOfDay(offer.validTo ?? '')))}</p>
      <p>{expired.text}</p>
      <p class="go">
        {reachable.email !== null && (
          <a
            class="btn main"
            href={`mailto:${reachable.email}?subject=${encodeURIComponent(expired.subject(offer.number))}`}
          >
            {expired.ask}
          </a>
        )}
        <ViewLink class="btn" view="offer">
          {expired.view}
        </ViewLink>
      </p>
      <p class="small soft">
        <ViewLink view="decline">{expired.decline}</ViewLink>
      </p>
    </Screen>
  );
}
