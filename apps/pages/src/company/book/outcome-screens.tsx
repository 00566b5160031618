import type { CompanyPage as Company, ErrorCode } from '@pv-planning/contract/pages';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure } from '../../shared/api/answer.ts';
import { ContactAside } from '../../shared/components/contact.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { ViewLink } from '../../shared/components/view-link.tsx';
import { minuteAfter } from '../../shared/minute-after.ts';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { bookTexts } from './book-texts.ts';

interface SentProps {
  company: Company;
  email: string;
  confirmUntil: string;
  isPaid: boolean;
}

/** The customer must open the link in an e-mail; nothing is booked before. */
export function SentScreen({ company, email, confirmUntil, isPaid }: SentProps) {
  const texts = useTexts(bookTexts);
  const { longTime } = useFormats();
  const isOver = Date.parse(confirmUntil) < Date.now();
  return (
    <Screen
      title={texts.sentTitle}
      windowTitle={`${texts.sentTitle} – ${company.name}`}
      seal={{ icon: 'mail', isOver: true }}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <p class="lead">{texts.sentText(email)}</p>
      <p>
        {isOver ? texts.sentOver : texts.sentUntil(longTime(confirmUntil))} {isPaid && texts.sentPaid}
      </p>
      <p>
        {texts.sentMissing} <ViewLink view={null}>{texts.otherAddress}</ViewLink>
      </p>
    </Screen>
  );
}

interface GoOnProps {
  company: Company;
  isPaid: boolean;
  href: string;
}

/** Leads to the appointment, where a frame of another website ends: what a link opens is never framed. */
export function GoOnScreen({ company, isPaid, href }: GoOnProps) {
  const { booked, reserved, goOn } = useTexts(bookTexts);
  const title = isPaid ? reserved : booked;
  return (
    <Screen title={title} windowTitle={`${title} – ${company.name}`} seal={{ icon: 'tick' }}>
      <p class="go">
        <a class="btn main" href={href} target="_top">
          {goOn}
        </a>
      </p>
    </Screen>
  );
}

/** Why the customer books nothing here now, and what else is possible. */
const refusals = [
  'too_many_appointments',
  'too_many_confirmation_mails',
  'too_many_holds',
  'payment_not_available',
] as const satisfies readonly ErrorCode[];

export type Refusal = (typeof refusals)[number];

/** Returns the code of a failure that has an explanation of its own. */
export const refusalOf = (failure: Failure): Refusal | undefined =>
  'code' in failure ? refusals.find((code) => code === failure.code) : undefined;

interface RefusedProps {
  company: Company;
  refusal: Refusal;
  /** After how many seconds it is possible. */
  seconds?: number | undefined;
  back: ComponentChildren;
}

/** The customer can book nothing here now. */
export function BookingRefusedScreen({ company, refusal, seconds, back }: RefusedProps) {
  const texts = useTexts(bookTexts);
  const { longTime } = useFormats();
  const [shownAt] = useState(Date.now);
  const { title, text } = texts.refusals[refusal];
  return (
    <Screen
      title={title}
      windowTitle={`${title} – ${company.name}`}
      seal={{ icon: 'warning', isOver: true }}
      isAlert
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <p class="lead">{text}</p>
      {seconds !== undefined && <p>{texts.againFrom(longTime(minuteAfter(shownAt, seconds)))}</p>}
      <p class="go">{back}</p>
    </Screen>
  );
}
