import { useState } from 'preact/hooks';
import { groupBy } from '../group-by.ts';
import '../style/times.css';
import { useFormats, useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** How many days with free times are shown at once. */
const daysAtOnce = 7;

interface TimesProps {
  /** When the free slots start, in order. Undefined while they are loaded. */
  starts: readonly string[] | undefined;
  /** Said if there is none. */
  none: string;
  choose: (startsAt: string) => void;
}

/** Free times by day, of which the reader chooses one. */
export function Times({ starts, none, choose }: TimesProps) {
  const texts = useTexts(sharedTexts).times;
  const { longTime, longDate, clock } = useFormats();
  const [shown, setShown] = useState(daysAtOnce);
  if (!starts) return <p role="status">{texts.loading}</p>;
  if (starts.length === 0) return <p role="status">{none}</p>;
  const days = [...groupBy(starts, longDate)];
  return (
    <div>
      {days.slice(0, shown).map(([day, times], index) => (
        <details class="day" key={day} open={index === 0}>
          <summary>
            <b>{day}</b>
            <span class="soft small">{texts.count(times.length)}</span>
            <Icon name="down" />
          </summary>
          <ul class="times">
            {times.map((startsAt) => (
              <li key={startsAt}>
                <button
                  type="button"
                  class="btn"
                  aria-label={longTime(startsAt)}
                  onClick={() => choose(startsAt)}
                >
                  {clock(startsAt)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {days.length > shown && (
        <p class="more">
          <Button onClick={() => setShown(shown + daysAtOnce)}>{texts.moreDays}</Button>
        </p>
      )}
    </div>
  );
}
