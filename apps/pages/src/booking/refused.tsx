import type { ErrorCode, LinkedBooking } from '@pv-planning/contract/pages';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { useTexts } from '../shared/texts/reader.ts';
import { sharedTexts } from '../shared/texts/shared-texts.ts';
import { bookingTexts } from './booking-texts.ts';

/** What the texts call a refusal. Others are `refused`. */
const names: Partial<Record<ErrorCode, 'taken' | 'late' | 'often'>> = {
  slot_unavailable: 'taken',
  change_too_late: 'late',
  too_many_moves: 'often',
};

interface RefusedProps extends Pick<LinkedBooking, 'company'> {
  code: ErrorCode;
  forget: () => void;
}

/** The service has refused a change, and why. */
export function RefusedScreen({ company, code, forget }: RefusedProps) {
  const { refusals } = useTexts(bookingTexts);
  const { back } = useTexts(sharedTexts);
  const [title = '', text] = refusals[names[code] ?? 'refused'];
  return (
    <Screen
      title={title}
      seal={{ icon: 'warning', isOver: true }}
      isAlert
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <p class="lead">{text}</p>
      <p class="go">
        <Button kind="main" onClick={forget}>
          {back}
        </Button>
      </p>
    </Screen>
  );
}
