import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../shared/components/icon.tsx';
import { addDays, addMonths, timeOfDay, weeksOf } from '../../shared/german-days.ts';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { bookTexts } from './book-texts.ts';

interface CalendarProps {
  month: string;
  /** The first and the last month that can be shown. */
  months: readonly [string, string];
  showMonth: (month: string) => void;
  /** How many free times a day has, for those that have some, in order. */
  counts: ReadonlyMap<string, number>;
  day: string | undefined;
  choose: (day: string) => void;
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month, whose days with free times can be chosen. Arrow keys go from one free day to the next. */
export function Calendar({ month, months: [first, last], showMonth, counts, day, choose }: CalendarProps) {
  const texts = useTexts(bookTexts);
  const { longMonth, longDate, shortWeekday } = useFormats();
  const table = useRef<HTMLTableElement>(null);
  const isMoved = useRef(false);
  useLayoutEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [day]);
  const weeks = weeksOf(month);
  const turn = (count: number, label: string, icon: 'left' | 'right') => {
    const target = addMonths(month, count);
    const isPossible = target >= first && target <= last;
    return (
      <button
        type="button"
        class="btn"
        aria-label={label}
        aria-disabled={!isPossible}
        onClick={() => isPossible && showMonth(target)}
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <div>
      <div class="monthnav">
        {turn(-1, texts.earlierMonth, 'left')}
        <h2 id="month" aria-live="polite">
          {longMonth(timeOfDay(`${month}-01`))}
        </h2>
        {turn(1, texts.laterMonth, 'right')}
      </div>
      <table
        class="month"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move within a grid
        role="grid"
        aria-labelledby="month"
        ref={table}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined || day === undefined) return;
          event.preventDefault();
          const days = [...counts.keys()];
          const wanted = addDays(day, step);
          const next = step > 0 ? days.find((one) => one >= wanted) : days.findLast((one) => one <= wanted);
          if (next === undefined) return;
          isMoved.current = true;
          choose(next);
        }}
      >
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (
              <th scope="col" class="soft" key={index}>
                {shortWeekday(timeOfDay(addDays('2026-06-01', index)))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((one, weekday) => (
                <td key={weekday}>{one !== null && date(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

  function date(one: string) {
    const number = Number(one.slice(-2));
    const count = counts.get(one);
    if (count === undefined) return <span class="soft">{number}</span>;
    return (
      <button
        type="button"
        aria-label={texts.freeOn(longDate(timeOfDay(one)), count)}
        aria-pressed={one === day}
        tabIndex={one === day ? 0 : -1}
        onClick={() => choose(one)}
      >
        {number}
      </button>
    );
  }
}
