import type { OfferPage } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { ContactAside } from '../../shared/components/contact.tsx';
import { Rows } from '../../shared/components/facts.tsx';
import { Field } from '../../shared/components/field.tsx';
import { ReceiptField } from '../../shared/components/receipt-field.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { Steps } from '../../shared/components/steps.tsx';
import { focusField } from '../../shared/focus-field.ts';
import { isEmail } from '../../shared/is-email.ts';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { sharedTexts } from '../../shared/texts/shared-texts.ts';
import { reachableOf } from '../offer-view.ts';
import { decisionTexts } from '../texts/decision-texts.ts';
import { ViewLink } from '../view-link.tsx';
import type { Draft, Drafted } from './draft.ts';

/** Returns what the customer declares. */
export function useDeclaration(offer: OfferPage, name: string): string {
  const { withdraw } = useTexts(decisionTexts);
  const { longDate } = useFormats();
  const { number, company, decision } = offer;
  return withdraw.text(name.trim(), longDate(decision?.decidedAt ?? offer.publishedAt), number, company.name);
}

interface WithdrawProps extends Drafted {
  offer: OfferPage;
  next: () => void;
  /** The service has refused the address. */
  isRefused: boolean;
}

/** The first step (§ 356a (2) BGB): who withdraws from which contract, and where the receipt is acknowledged. */
export function WithdrawScreen({ offer, draft, type, next, isRefused }: WithdrawProps) {
  const { withdraw, fullName, badName } = useTexts(decisionTexts);
  const { back } = useTexts(sharedTexts);
  const { longTime } = useFormats();
  const [bad, setBad] = useState({ name: false, email: isRefused });
  const { number, name: offerName, decision } = offer;
  return (
    <Screen
      title={withdraw.title}
      windowTitle={`${withdraw.title} – ${offer.company.name}`}
      eyebrow={withdraw.stepOne}
      side={<ContactAside {...reachableOf(offer)} />}
    >
      <Steps done={1} of={2} />
      <Rows
        facts={[
          [withdraw.contract, [number, offerName].filter(Boolean).join(', ')],
          [withdraw.concluded, decision && longTime(decision.decidedAt)],
        ]}
      />
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = { name: !/\p{L}/u.test(draft.name), email: !isEmail(draft.email) };
          setBad(wrong);
          if (wrong.name) focusField('name');
          else if (wrong.email) focusField('email');
          else next();
        }}
      >
        <Field
          id="name"
          label={fullName}
          value={draft.name}
          onInput={(name) => type({ name })}
          error={bad.name ? badName : undefined}
          autocomplete="name"
          maxLength={200}
        />
        <ReceiptField value={draft.email} onInput={(email) => type({ email })} isBad={bad.email} />
        <Field
          id="note"
          label={withdraw.note}
          hint={withdraw.noteHint}
          value={draft.note}
          onInput={(note) => type({ note })}
          isOptional
          isLong
          maxLength={1000}
        />
        <p class="go">
          <Button kind="main">{withdraw.next}</Button>
          <ViewLink class="btn" view={null}>
            {back}
          </ViewLink>
        </p>
      </form>
    </Screen>
  );
}

interface ConfirmProps {
  offer: OfferPage;
  draft: Draft;
  isSending: boolean;
  send: () => void;
}

/** The second step: the declaration. */
export function ConfirmWithdrawalScreen({ offer, draft, isSending, send }: ConfirmProps) {
  const { withdraw } = useTexts(decisionTexts);
  const { back } = useTexts(sharedTexts);
  const declaration = useDeclaration(offer, draft.name);
  return (
    <Screen
      title={withdraw.declaration}
      windowTitle={`${withdraw.title} – ${offer.company.name}`}
      eyebrow={withdraw.stepTwo}
      side={<ContactAside {...reachableOf(offer)} />}
    >
      <Steps done={2} of={2} />
      <blockquote>{declaration}</blockquote>
      {draft.note.trim() !== '' && <p class="pre">{draft.note}</p>}
      <p>
        {withdraw.receipt} <b>{draft.email.trim()}</b>
      </p>
      <p class="go">
        <Button kind="main" isSending={isSending} onClick={send}>
          {withdraw.confirm}
        </Button>
        <ViewLink class="btn" view="withdraw">
          {back}
        </ViewLink>
      </p>
    </Screen>
  );
}
