import type { CompanyPage as Company } from '@pv-planning/contract/pages';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Check } from '../../shared/components/check.tsx';
import { ConsumerTextLinks } from '../../shared/components/consumer-texts.tsx';
import { ContactAside } from '../../shared/components/contact.tsx';
import { Rows } from '../../shared/components/facts.tsx';
import { Field } from '../../shared/components/field.tsx';
import { Note } from '../../shared/components/note.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { ViewLink } from '../../shared/components/view-link.tsx';
import { focusField } from '../../shared/focus-field.ts';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { sharedTexts } from '../../shared/texts/shared-texts.ts';
import { typeTexts } from '../types/type-texts.ts';
import { bookTexts } from './book-texts.ts';
import type { ChangeDraft, Draft } from './draft.ts';
import { type FieldName, mustAskEarly } from './use-booking.ts';
import type { Offered } from './use-free-times.ts';

interface FormProps extends Pick<Offered, 'type'> {
  company: Company;
  draft: Draft;
  startsAt: string;
  change: ChangeDraft;
  bad: readonly FieldName[];
  isSending: boolean;
  send: () => void;
}

const minuteMs = 60_000;
const shifted = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * minuteMs).toISOString();

/** What was chosen, and the way to choose again. */
function Chosen({ type, draft, startsAt }: Pick<FormProps, 'type' | 'draft' | 'startsAt'>) {
  const texts = useTexts(bookTexts);
  const { places } = useTexts(sharedTexts);
  const { longTime, clock } = useFormats();
  const planner = type.planners.find(({ id }) => id === draft.plannerId);
  const until = texts.until(longTime(startsAt), clock(shifted(startsAt, type.durationMinutes)));
  return (
    <Rows
      facts={[
        [
          texts.when,
          <>
            <time dateTime={startsAt}>
              <b>{until}</b>
            </time>
            <br />
            <ViewLink view={null}>{texts.otherTime}</ViewLink>
          </>,
        ],
        [texts.where, places[type.location]],
        [texts.with, planner?.name ?? null],
      ]}
    />
  );
}

type PaidProps = Pick<FormProps, 'type' | 'company' | 'draft' | 'startsAt' | 'change' | 'bad'>;

/** What a customer who pays must know and declare before booking. */
function BeforePayment({ type, company, draft, startsAt, change, bad }: PaidProps) {
  const texts = useTexts(bookTexts);
  const { longTime } = useFormats();
  const refundUntil = shifted(startsAt, -type.refundNoticeMinutes);
  const { consumerTexts } = company;
  const isEarlyBad = bad.includes('startBeforeWithdrawalEnds');
  const asksEarly = mustAskEarly({ company, type, draft }) || isEarlyBad || draft.startBeforeWithdrawalEnds;
  return (
    <section class="part stack" aria-labelledby="before">
      <h2 id="before">{texts.beforeYouBook}</h2>
      <p>{Date.parse(refundUntil) > Date.now() ? texts.refund(longTime(refundUntil)) : texts.lateRefund}</p>
      {consumerTexts?.withdrawalInstruction && <p>{texts.withdrawal}</p>}
      <ul>
        <ConsumerTextLinks of={consumerTexts} />
      </ul>
      {asksEarly && (
        <Check
          id="startBeforeWithdrawalEnds"
          label={texts.early}
          checked={draft.startBeforeWithdrawalEnds}
          onChange={(startBeforeWithdrawalEnds) => change({ startBeforeWithdrawalEnds })}
          error={isEarlyBad ? texts.bad.startBeforeWithdrawalEnds : undefined}
        />
      )}
    </section>
  );
}

/** The price, directly above the button that obliges to pay (§ 312j BGB). */
function Total({ type: { name, durationMinutes, priceCents, taxRate } }: Pick<FormProps, 'type'>) {
  const texts = useTexts(bookTexts);
  const { minutes } = useTexts(typeTexts);
  const { euros, percent } = useFormats();
  return (
    <div class="total">
      <p class="small soft">
        {texts.total(name, minutes(durationMinutes))}
        {taxRate ? `, ${texts.includedTax(percent(taxRate))}` : ''}
      </p>
      <p class="price">{euros(priceCents / 100)}</p>
    </div>
  );
}

/** Who comes, and the button that books. */
export function FormScreen(props: FormProps) {
  const { type, company, draft, change, bad, isSending, send } = props;
  const texts = useTexts(bookTexts);
  const { consumerTexts: names, privacy } = useTexts(sharedTexts);
  useLayoutEffect(() => {
    if (bad[0]) focusField(bad[0]);
  }, [bad]);
  const isPaid = type.priceCents > 0;
  const field = (name: Exclude<FieldName, 'startBeforeWithdrawalEnds'>) => ({
    id: name,
    label: texts.fields[name],
    value: draft[name],
    onInput: (value: string) => change({ [name]: value }),
    error: bad.includes(name) ? texts.bad[name] : undefined,
  });
  return (
    <Screen
      title={texts.formTitle}
      windowTitle={`${texts.formTitle}: ${type.name} – ${company.name}`}
      eyebrow={type.name}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <Chosen {...props} />
      {bad.length > 0 && (
        <Note kind="bad" isAlert title={texts.check(bad.length)}>
          <p>
            {bad.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <a
                  href={`#${name}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(name);
                  }}
                >
                  {texts.short[name]}
                </a>
              </span>
            ))}
          </p>
        </Note>
      )}
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div class="pair">
          <Field {...field('forename')} autocomplete="given-name" maxLength={200} />
          <Field {...field('surname')} autocomplete="family-name" maxLength={200} />
        </div>
        <Field
          {...field('email')}
          type="email"
          hint={texts.hints.email}
          autocomplete="email"
          maxLength={254}
        />
        {type.requiresAddress && (
          <Field
            {...field('address')}
            hint={texts.hints.address}
            autocomplete="street-address"
            maxLength={500}
          />
        )}
        <Field
          {...field('phone')}
          type="tel"
          hint={texts.hints.phone}
          isOptional
          autocomplete="tel"
          maxLength={200}
        />
        <Field {...field('note')} isOptional isLong maxLength={1000} />
        {isPaid && <BeforePayment {...props} />}
        {isPaid && <Total type={type} />}
        <p class="go">
          <Button kind="main" isSending={isSending}>
            {isPaid ? texts.order : texts.book}
          </Button>
        </p>
        <p class="small soft">
          {isPaid && `${texts.orderHint} `}
          {isPaid && company.consumerTexts?.termsAndConditions && (
            <>
              {texts.terms} <ViewLink view="termsAndConditions">{names.termsAndConditions}</ViewLink>.{' '}
            </>
          )}
          {company.privacyUrl !== null && (
            <>
              {texts.dataUse}{' '}
              <a href={company.privacyUrl} target="_blank" rel="noreferrer">
                {privacy}
              </a>
            </>
          )}
        </p>
      </form>
    </Screen>
  );
}
