import type { CompanyPage as Company, PageRequestCreated } from '@pv-planning/contract/pages';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { outOfFrame } from '../shared/embedding.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { requestTexts } from './request-texts.ts';

type Sent = PageRequestCreated & { email: string };

/** What became of the appointment of a request. */
function Appointment({ sent, root }: { sent: Sent; root: string }) {
  const { sent: texts } = useTexts(requestTexts);
  const { longTime, clock } = useFormats();
  const { token, booking, checkoutUrl, holdUntil, confirmUntil, appointmentRefusedUntil, email } = sent;
  if (appointmentRefusedUntil !== null)
    return (
      <Note kind="warn" title={texts.refusedTitle}>
        <p>{texts.refusedText(longTime(appointmentRefusedUntil))}</p>
      </Note>
    );
  if (confirmUntil !== null)
    return (
      <Note kind="warn" title={texts.confirmTitle}>
        <p>{texts.confirmText(email, clock(confirmUntil))}</p>
      </Note>
    );
  if (checkoutUrl !== null && holdUntil !== null)
    return (
      <>
        <Note kind="warn" title={texts.payTitle(clock(holdUntil))}>
          <p>{texts.payText}</p>
        </Note>
        <p class="go">
          <a class="btn main" href={checkoutUrl} {...outOfFrame()}>
            {texts.pay}
          </a>
        </p>
      </>
    );
  if (booking === null || token === null) return null;
  return (
    <Note kind="good" title={texts.booked(longTime(booking.startsAt))}>
      <p>
        {texts.bookedText}{' '}
        <a href={`${root}/b/${encodeURIComponent(token)}`} {...outOfFrame()}>
          {texts.toBooking}
        </a>
      </p>
    </Note>
  );
}

interface SentProps {
  company: Company;
  root: string;
  sent: Sent;
  again: () => void;
}

/** The request has arrived, and what happens next. */
export function SentScreen({ company, root, sent, again }: SentProps) {
  const { sent: texts, title } = useTexts(requestTexts);
  return (
    <Screen
      title={texts.title}
      windowTitle={`${title} – ${company.name}`}
      eyebrow={texts.number(sent.number)}
      seal={{ icon: 'tick' }}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <Appointment sent={sent} root={root} />
      <h2>{texts.next}</h2>
      <ol class="next">
        {texts.steps(sent.email).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p class="go">
        <Button onClick={again}>{texts.again}</Button>
      </p>
    </Screen>
  );
}
