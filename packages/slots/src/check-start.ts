import { bookablePeriod, type View } from './bookable-period.ts';
import type { Calendar } from './calendar.ts';
import type { Slot } from './free-slots.ts';
import { type FreeStarts, freeStarts, neededFree } from './free-starts.ts';
import { isOnGrid } from './grid.ts';
import { minuteMs } from './time-ranges.ts';
import { validateRules } from './validate-rules.ts';

export interface StartQuery {
  startsAt: number;
  now: number;
  view: View;
  /** Only this person. */
  personId?: string | undefined;
  /** Outside the working hours, too. Absences and other bookings still count. */
  ignoreHours?: boolean | undefined;
}

/** Why an appointment cannot start then. */
export type Refusal =
  /** In the past, or for customers within the minimum notice. */
  | 'too_soon'
  /** Beyond the maximum advance. */
  | 'too_late'
  /** Not on the grid, or for the team not on a whole minute. */
  | 'off_grid'
  /** Nobody works then. */
  | 'outside_hours'
  /** Everybody who works then is absent. */
  | 'absent'
  /** Everybody who is there has another booking. */
  | 'taken';

export type StartCheck =
  | (Slot & {
      refusal: null;
      /** The first free lane. Null for booking types with people. */
      lane: number | null;
    })
  | { refusal: Refusal };

/** Decides whether an appointment can start at this time. */
export function checkStart(
  calendar: Calendar,
  { startsAt, now, view, personId, ignoreHours }: StartQuery,
): StartCheck {
  const { rules } = calendar;
  validateRules(rules);
  const { first, last } = bookablePeriod(view, rules, now);
  if (startsAt < first) return { refusal: 'too_soon' };
  if (startsAt > last) return { refusal: 'too_late' };
  if (!isOnGrid(startsAt, view === 'team' ? 1 : rules.stepMinutes)) return { refusal: 'off_grid' };

  const starts = freeStarts(calendar, { first: startsAt, last: startsAt }, { personId, ignoreHours });
  const free = starts.filter((resource) => resource.free.length > 0);
  const [firstFree] = free;
  if (!firstFree || free.length < neededFree(calendar)) return { refusal: refusalOf(starts) };
  return {
    refusal: null,
    startsAt,
    endsAt: startsAt + rules.durationMinutes * minuteMs,
    personIds: free.flatMap(({ personId: id }) => id ?? []),
    lane: firstFree.lane,
  };
}

function refusalOf(starts: readonly FreeStarts[]): Refusal {
  if (starts.some(({ present }) => present.length > 0)) return 'taken';
  return starts.some(({ working }) => working.length > 0) ? 'absent' : 'outside_hours';
}
