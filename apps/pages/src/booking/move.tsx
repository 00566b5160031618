import type { PageSlots } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import type { Loaded } from '../shared/api/use-loaded.ts';
import { Button } from '../shared/components/button.tsx';
import { ContactAside } from '../shared/components/contact.tsx';
import { Rows } from '../shared/components/facts.tsx';
import { Icon } from '../shared/components/icon.tsx';
import { ProblemScreen } from '../shared/components/problem-screen.tsx';
import { Screen } from '../shared/components/screen.tsx';
import { groupBy } from '../shared/group-by.ts';
import { useFormats, useTexts } from '../shared/texts/reader.ts';
import { bookingTexts } from './booking-texts.ts';
import type { Shown } from './booking-view.ts';

/** How many days with free times are shown at once. */
const daysAtOnce = 7;

interface MoveProps extends Shown {
  slots: Loaded<PageSlots>;
  isSending: boolean;
  send: (startsAt: string, startBeforeWithdrawalEnds: boolean) => void;
}

/** The customer chooses one of the free times, and confirms it. */
export function MoveScreen({ booking, go, slots: { answer, reload }, isSending, send }: MoveProps) {
  const texts = useTexts(bookingTexts);
  const { longTime, longDate, clock } = useFormats();
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState(daysAtOnce);
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
  const free = answer?.data.slots.filter((slot) => slot.startsAt !== startsAt) ?? [];
  const days = [...groupBy(free, (slot) => longDate(slot.startsAt))];
  return (
    <Screen title={texts.moveTitle} windowTitle={`${texts.move} – ${company.name}`} side={side}>
      <p>{texts.sofar(longTime(startsAt))}</p>
      {!answer && <p role="status">{texts.loadingTimes}</p>}
      {answer && days.length === 0 && <p role="status">{texts.noTimes}</p>}
      <div>
        {days.slice(0, shown).map(([day, times], index) => (
          <details class="day" key={day} open={index === 0}>
            <summary>
              <b>{day}</b>
              <span class="soft small">{texts.times(times.length)}</span>
              <Icon name="down" />
            </summary>
            <ul class="times">
              {times.map((slot) => (
                <li key={slot.startsAt}>
                  <button
                    type="button"
                    class="btn"
                    aria-label={longTime(slot.startsAt)}
                    onClick={() => setChosen(slot.startsAt)}
                  >
                    {clock(slot.startsAt)}
                  </button>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <p class="go">
        {days.length > shown && (
          <Button onClick={() => setShown(shown + daysAtOnce)}>{texts.moreDays}</Button>
        )}
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
            document.getElementById('early')?.focus();
          } else send(startsAt, isEarly);
        }}
      >
        {mustDeclare && (
          <div>
            <label class="check" for="early">
              <input
                id="early"
                type="checkbox"
                checked={isEarly}
                {...(isMissing && { 'aria-describedby': 'early-error', 'aria-invalid': true as const })}
                onChange={({ currentTarget }) => setEarly(currentTarget.checked)}
              />
              {texts.early}
            </label>
            {isMissing && !isEarly && (
              <p class="err" id="early-error">
                {texts.earlyMissing}
              </p>
            )}
          </div>
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
