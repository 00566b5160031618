import type { PageSlots } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import type { Loaded } from '../shared/api/use-loaded.ts';
import { Button } from '../shared/components/button.tsx';
import { Check } from '../shared/components/check.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Rows } from '../shared/components/facts.tsx';
import { ProblemScreen } from '../shared/components/problem-screen.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { Times } from '../shared/components/times.tsx';
import { focusField } from '../shared/focus-field.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { bookingTexts } from './booking-texts.ts';
import type { Shown } from './booking-view.ts';

interface MoveProps extends Shown {
  slots: Loaded<PageSlots>;
  isSending: boolean;
  send: (startsAt: string, startBeforeWithdrawalEnds: boolean) => void;
}

/** The customer chooses one of the free times, and confirms it. */
export function MoveScreen({ booking, go, slots: { answer, reload }, isSending, send }: MoveProps) {
  const texts = useTexts(bookingTexts);
  const { longTime } = useFormats();
  const [chosen, setChosen] = useState<string>();
  const { company, startsAt } = booking;
  const side = <ContactAside phone={company.phone} email={company.email} />;
  if (answer?.failure) return <ProblemScreen failure={answer.failure} retry={reload} contact={company} />;
  if (chosen !== undefined)
    return (
      <ConfirmMove
        booking={booking}
        startsAt={chosen}
        isSending={isSending}
        send={send}
        back={() => setChosen(undefined)}
      />
    );
  const free = answer?.data.slots.filter((slot) => slot.startsAt !== startsAt);
  return (
    <Screen title={texts.moveTitle} windowTitle={`${texts.move} – ${company.name}`} side={side}>
      <p>{texts.sofar(longTime(startsAt))}</p>
      <Times starts={free?.map((slot) => slot.startsAt)} none={texts.noTimes} choose={setChosen} />
      <p class="go">
        <Button onClick={() => go(null)}>{texts.back}</Button>
      </p>
    </Screen>
  );
}

interface ConfirmProps extends Pick<MoveProps, 'booking' | 'isSending' | 'send'> {
  startsAt: string;
  back: () => void;
}

function ConfirmMove({ booking, startsAt, isSending, send, back }: ConfirmProps) {
  const texts = useTexts(bookingTexts);
  const { longTime } = useFormats();
  const [isEarly, setEarly] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { withdrawUntil, endsAt, company } = booking;
  // A withdrawal is possible until the end of the appointment if the customer has declared this before.
  const mustDeclare = withdrawUntil !== null && withdrawUntil !== endsAt && startsAt < withdrawUntil;
  return (
    <Screen
      title={texts.confirmTitle}
      windowTitle={`${texts.confirmTitle} – ${company.name}`}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      <Rows
        facts={[
          [texts.before, longTime(booking.startsAt)],
          [texts.after, <b>{longTime(startsAt)}</b>],
        ]}
      />
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mustDeclare && !isEarly) {
            setMissing(true);
            focusField('early');
          } else send(startsAt, isEarly);
        }}
      >
        {mustDeclare && (
          <Check
            id="early"
            label={texts.early}
            checked={isEarly}
            onChange={setEarly}
            error={isMissing && !isEarly ? texts.earlyMissing : undefined}
          />
        )}
        <p class="go">
          <Button kind="main" isSending={isSending}>
            {texts.confirmMove}
          </Button>
          <Button onClick={back}>{texts.otherTime}</Button>
        </p>
      </form>
    </Screen>
  );
}
