import type { ErrorCode, LinkedBooking } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import type { Failure } from '../shared/api/answer.ts';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { minuteAfter } from '../shared/minute-after.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { sharedTexts } from '../shared/texts/shared-texts.ts';
import { bookingTexts } from './booking-texts.ts';

/** What the texts call a refusal. Others are `refused`. */
const names: Partial<Record<ErrorCode, 'taken' | 'late' | 'often'>> = {
  slot_unavailable: 'taken',
  change_too_late: 'late',
  too_many_moves: 'often',
};

interface RefusedProps extends Pick<LinkedBooking, 'company'> {
  failure: Extract<Failure, { kind: 'refused' | 'busy' }>;
  forget: () => void;
}

/** The service has refused a change, and why. */
export function RefusedScreen({ company, failure, forget }: RefusedProps) {
  const { refusals, againFrom } = useTexts(bookingTexts);
  const { longTime } = useFormats();
  const [shownAt] = useState(Date.now);
  const { back } = useTexts(sharedTexts);
  const [title = '', text] = refusals[names[failure.code] ?? 'refused'];
  return (
    <Screen
      title={title}
      seal={{ icon: 'warning', isOver: true }}
      isAlert
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <p class="lead">{text}</p>
      {failure.kind === 'busy' && <p>{againFrom(longTime(minuteAfter(shownAt, failure.seconds)))}</p>}
      <p class="go">
        <Button kind="main" onClick={forget}>
          {back}
        </Button>
      </p>
    </Screen>
  );
}
