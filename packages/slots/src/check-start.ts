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
  /** Also allows starts outside the working hours. Absences and other bookings still count. */
  ignoreHours?: boolean | undefined;
}

/** The reason that an appointment cannot take place. */
export type Obstacle =
  /** Another booking. */
  | 'taken'
  /** An absence. */
  | 'absent'
  /** The end of the working hours. */
  | 'outside_hours'
  /** There are no people. */
  | 'nobody';

/** The reason that no one can take an appointment at this time. */
export type InvalidStart =
  /** In the past, or for customers within the minimum notice. */
  | 'too_soon'
  /** Beyond the maximum advance. */
  | 'too_late'
  /** Not on the grid, or for the team not on a whole minute. */
  | 'off_grid';

export type StartCheck =
  | (Slot & {
      refusal: null;
      /** The first free lane. Null for booking types with people. */
      lane: number | null;
    })
  | { refusal: InvalidStart }
  /** The obstacles of the people with the fewest, those that cannot be overridden first. At least one. */
  | { refusal: 'unavailable'; obstacles: Obstacle[] };

const obstacles = ['taken', 'absent', 'outside_hours'] as const satisfies readonly Obstacle[];

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
  const needed = neededFree(calendar);
  if (!firstFree || free.length < needed)
    return { refusal: 'unavailable', obstacles: obstaclesOf(starts, needed) };
  return {
    refusal: null,
    startsAt,
    endsAt: startsAt + rules.durationMinutes * minuteMs,
    personIds: free.flatMap(({ personId: id }) => id ?? []),
    lane: firstFree.lane,
  };
}

function obstaclesOf(starts: readonly FreeStarts[], needed: number): Obstacle[] {
  if (starts.length === 0) return ['nobody'];
  // Bookings in other lanes can use up the capacity of a lane without bookings.
  const isFull = starts.filter(({ unbooked }) => unbooked.length > 0).length < needed;
  const each = starts.map(({ unbooked, present, working }): Obstacle[] => [
    ...(isFull || unbooked.length === 0 ? (['taken'] as const) : []),
    ...(present.length === 0 ? (['absent'] as const) : []),
    ...(working.length === 0 ? (['outside_hours'] as const) : []),
  ]);
  const fewest = Math.min(...each.map(({ length }) => length));
  const closest = new Set(each.filter(({ length }) => length === fewest).flat());
  return obstacles.filter((obstacle) => closest.has(obstacle));
}
