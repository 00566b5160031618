import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { bookingTexts } from './booking-texts.ts';
import type { Shown } from './booking-view.ts';

interface WithdrawProps extends Shown {
  isSending: boolean;
  send: () => void;
}

/** The second step of a withdrawal (§ 356a BGB): the declaration, and the button that makes it. */
export function WithdrawScreen({ booking, go, isSending, send }: WithdrawProps) {
  const texts = useTexts(bookingTexts);
  const { longTime, longDate } = useFormats();
  const { name, typeName, startsAt, createdAt, email, company } = booking;
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
      {email !== null && (
        <p>
          {texts.receiptTo} <b>{email}</b>
        </p>
      )}
      <p class="go">
        <Button kind="main" isSending={isSending} onClick={send}>
          {texts.confirmWithdrawal}
        </Button>
        <Button onClick={() => go(null)}>{texts.back}</Button>
      </p>
    </Screen>
  );
}
