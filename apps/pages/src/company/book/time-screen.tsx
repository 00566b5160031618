import type { CompanyPage as Company, PageSlot } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { ContactAside } from '../../shared/components/contact.tsx';
import { Icon } from '../../shared/components/icon.tsx';
import { Note } from '../../shared/components/note.tsx';
import { ProblemScreen } from '../../shared/components/problem-screen.tsx';
import { Screen } from '../../shared/components/screen.tsx';
import { germanDay, lastDayOf, monthOf, timeOfDay } from '../../shared/german-days.ts';
import { groupBy } from '../../shared/group-by.ts';
import '../../shared/style/tiles.css';
import '../../shared/style/times.css';
import { useFormats, useTexts } from '../../shared/texts/reader.ts';
import { sharedTexts } from '../../shared/texts/shared-texts.ts';
import { TypeFacts } from '../types/type-facts.tsx';
import { bookTexts } from './book-texts.ts';
import { Calendar } from './calendar.tsx';
import type { ChangeDraft, Draft } from './draft.ts';
import { type Offered, useEnough, useFreeTimes } from './use-free-times.ts';

interface TimeProps extends Offered {
  company: Company;
  listHref: string;
  draft: Draft;
  change: ChangeDraft;
  /** Goes on with the chosen time. */
  next: () => void;
}

/** The persons among whom the customer chooses. */
function PlannerChoice({ type: { planners }, draft, change }: Pick<TimeProps, 'type' | 'draft' | 'change'>) {
  const texts = useTexts(bookTexts);
  if (planners.length < 2) return null;
  return (
    <fieldset>
      <legend>{texts.who}</legend>
      <div class="tiles">
        {[{ id: null, name: texts.anybody }, ...planners].map(({ id, name }) => (
          <label class="tile" key={id}>
            <input
              type="radio"
              name="planner"
              checked={draft.plannerId === id}
              onChange={() => change({ plannerId: id })}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface NextThreeProps {
  slots: readonly PageSlot[];
  taken: string;
  choose: (startsAt: string) => void;
}

/** The free times that come next after one that was taken. */
function NextThree({ slots, taken, choose }: NextThreeProps) {
  const { longDate, clock } = useFormats();
  const later = slots.filter(({ startsAt }) => startsAt > taken);
  return (
    <ul class="next3">
      {(later.length > 0 ? later : slots).slice(0, 3).map(({ startsAt }) => (
        <li key={startsAt}>
          <button type="button" class="btn" onClick={() => choose(startsAt)}>
            <span>{longDate(startsAt)}</span> <b class="nw">{clock(startsAt)}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The customer chooses a person, a day and a time. */
export function TimeScreen({ company, listHref, draft, change, next, ...offered }: TimeProps) {
  const texts = useTexts(bookTexts);
  const { loading } = useTexts(sharedTexts).times;
  const { longDate, longMonth, longTime, clock } = useFormats();
  const { type } = offered;
  const times = useFreeTimes(offered);
  const [turned, setTurned] = useState<string>();
  const wanted = draft.startsAt ?? draft.taken;
  const [chosen, setChosen] = useState(wanted === null ? undefined : germanDay(wanted));

  const planner = type.planners.find(({ id }) => id === draft.plannerId);
  const slots = planner
    ? times.slots.filter(({ plannerIds }) => plannerIds.includes(planner.id))
    : times.slots;
  const days = groupBy(slots, ({ startsAt }) => germanDay(startsAt));
  const today = germanDay(Date.now());
  const [firstFree = today] = days.keys();
  const month = turned ?? monthOf(wanted === null ? firstFree : germanDay(wanted));
  const freeInMonth = [...days.keys()].filter((day) => monthOf(day) === month);
  const day = freeInMonth.find((one) => one === chosen) ?? freeInMonth[0];
  const isEnough = useEnough(times, slots, `${month}-01`, lastDayOf(month));
  if (times.failure)
    return (
      <ProblemScreen
        failure={times.failure}
        hasTyped={draft.email !== ''}
        retry={() => void times.more()}
        contact={company}
      />
    );

  const choose = (startsAt: string) => {
    change({ startsAt, taken: null });
    next();
  };
  const show = (one: string) => {
    setTurned(monthOf(one));
    setChosen(one);
  };
  const isNothing = isEnough && slots.length === 0;
  const after = slots.find(({ startsAt }) => germanDay(startsAt) >= `${month}-01`) ?? slots[0];
  const { taken } = draft;
  return (
    <Screen
      key={taken}
      title={taken === null ? type.name : texts.nextThree}
      windowTitle={`${type.name} – ${company.name}`}
      side={<ContactAside phone={company.phone} email={company.email} />}
    >
      {taken !== null && (
        <Note kind="warn" isAlert title={texts.taken(longTime(taken))}>
          <p>{texts.takenKept}</p>
        </Note>
      )}
      {taken !== null && slots.length > 0 && (
        <>
          <NextThree slots={slots} taken={taken} choose={choose} />
          <p>{texts.otherTimes}</p>
        </>
      )}
      {taken === null && (
        <>
          <p>
            <a class="act" href={listHref}>
              <Icon name="left" />
              {texts.all}
            </a>
          </p>
          {type.description && <p class="pre">{type.description}</p>}
          <TypeFacts type={type} />
        </>
      )}
      <PlannerChoice type={type} draft={draft} change={change} />
      {isNothing ? (
        <Note title={planner ? texts.noneWithPerson(planner.name) : texts.none}>
          <p>{texts.callUs}</p>
        </Note>
      ) : (
        <div class="pick">
          <Calendar
            month={month}
            months={[monthOf(today), monthOf(times.lastDay)]}
            showMonth={setTurned}
            counts={new Map(Array.from(days, ([one, free]) => [one, free.length]))}
            day={day}
            choose={show}
          />
          <section class="stack" aria-labelledby="day">
            {!isEnough && <p role="status">{loading}</p>}
            {day !== undefined && (
              <>
                <h2 id="day">{longDate(timeOfDay(day))}</h2>
                <ul class="times">
                  {days.get(day)?.map(({ startsAt }) => (
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
              </>
            )}
            {isEnough && day === undefined && (
              <>
                <h2 id="day">{texts.noneInMonth(longMonth(timeOfDay(`${month}-01`)))}</h2>
                {after && (
                  <p>
                    <button type="button" class="btn" onClick={() => show(germanDay(after.startsAt))}>
                      {texts.nextFree(longTime(after.startsAt))}
                    </button>
                  </p>
                )}
                <p>{texts.callUs}</p>
              </>
            )}
          </section>
        </div>
      )}
      <p class="small soft">{texts.germanTime(longDate(timeOfDay(times.lastDay)))}</p>
    </Screen>
  );
}
