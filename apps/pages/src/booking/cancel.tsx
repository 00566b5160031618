import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Field } from '../shared/components/field.tsx';
import { Note } from '../shared/components/note.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { Facts } from './appointment.tsx';
import { bookingTexts } from './booking-texts.ts';
import { isOpen, type Shown } from './booking-view.ts';

interface CancelProps extends Shown {
  isSending: boolean;
  send: (reason: string) => void;
}

/** The customer cancels, after reading how much is refunded. */
export function CancelScreen({ booking, go, isSending, send }: CancelProps) {
  const texts = useTexts(bookingTexts);
  const { euros, longTime } = useFormats();
  const [reason, setReason] = useState('');
  const { refundUntil, amountPaidCents, refundedCents, company } = booking;
  const back = (amountPaidCents ?? 0) - refundedCents;
  return (
    <Screen
      title={texts.cancelTitle}
      windowTitle={`${texts.cancelTitle} – ${company.name}`}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <Facts booking={booking} />
      {isOpen(refundUntil) ? (
        <Note kind="good" title={texts.getsBack(euros(back / 100))}>
          <p>{texts.getsBackHow(longTime(refundUntil))}</p>
        </Note>
      ) : (
        refundUntil !== null && (
          <Note kind="warn" title={texts.getsNothing}>
            <p>{texts.noRefund(longTime(refundUntil))}</p>
          </Note>
        )
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send(reason);
        }}
      >
        <Field
          id="reason"
          label={texts.reason}
          value={reason}
          onInput={setReason}
          isOptional
          isLong
          maxLength={1000}
        />
        <p class="go">
          <Button kind="bad" isSending={isSending}>
            {texts.cancelTitle}
          </Button>
          <Button onClick={() => go(null)}>{texts.keep}</Button>
        </p>
      </form>
    </Screen>
  );
}
