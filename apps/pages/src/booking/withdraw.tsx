import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { ReceiptField } from '../shared/components/receipt-field.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { focusField } from '../shared/focus-field.ts';
import { isEmail } from '../shared/is-email.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { bookingTexts } from './booking-texts.ts';
import type { Shown } from './booking-view.ts';

interface WithdrawProps extends Shown {
  isSending: boolean;
  send: (email: string) => void;
  /** The service has refused the address. */
  isRefused: boolean;
}

/** The second step of a withdrawal (§ 356a BGB): the declaration, and the button that makes it. */
export function WithdrawScreen({ booking, go, isSending, send, isRefused }: WithdrawProps) {
  const texts = useTexts(bookingTexts);
  const { longTime, longDate } = useFormats();
  const { name, typeName, startsAt, createdAt, company } = booking;
  const [email, setEmail] = useState(booking.email ?? '');
  const [isBad, setBad] = useState(false);
  return (
    <Screen
      title={texts.declaration}
      windowTitle={`${texts.withdraw} – ${company.name}`}
      eyebrow={texts.withdraw}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <blockquote>
        {texts.declare(
          name ?? '',
          typeName ?? texts.title,
          longTime(startsAt),
          longDate(createdAt),
          company.name,
        )}
      </blockquote>
      <p>{texts.withdrawEffect}</p>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setBad(!isEmail(email));
          if (isEmail(email)) send(email.trim());
          else focusField('email');
        }}
      >
        <ReceiptField value={email} onInput={setEmail} isBad={isBad || isRefused} />
        <p class="go">
          <Button kind="main" isSending={isSending}>
            {texts.confirmWithdrawal}
          </Button>
          <Button onClick={() => go(null)}>{texts.back}</Button>
        </p>
      </form>
    </Screen>
  );
}
