import type { Calendar, Lanes, TimeRange, WorkingHours } from './calendar.ts';
import { localDays } from './local-time.ts';
import { inBoth, type StartRange, startsAvoiding, startsWithin } from './start-ranges.ts';
import { minuteMs } from './time-ranges.ts';
import { workingTime } from './working-time.ts';

/** The times at which a person or a lane can take an appointment. */
export interface FreeStarts {
  personId: string | null;
  lane: number | null;
  /** Within the working hours. */
  working: StartRange[];
  /** Without absences. */
  present: StartRange[];
  /** Without other bookings. */
  unbooked: StartRange[];
  /** The starts that satisfy all three conditions. */
  free: StartRange[];
}

export interface StartFilter {
  /** Only of this person. */
  personId?: string | undefined;
  /** Also outside the working hours. */
  ignoreHours?: boolean | undefined;
}

interface Resource {
  personId: string | null;
  lane: number | null;
  hours: WorkingHours | null;
  absences: readonly TimeRange[];
  busy: readonly TimeRange[];
}

/**
 * Returns the starts in a period of each person, in the order of their ids, or of each lane. The list of slots and the decision on a
 * start both use it, so that every listed slot is accepted.
 */
export function freeStarts(
  calendar: Calendar,
  period: StartRange,
  { personId, ignoreHours = false }: StartFilter,
): FreeStarts[] {
  const { rules, companyHours } = calendar;
  const companyOverrides = companyHours?.overrides ?? [];
  const days = localDays(period.first, period.last + rules.durationMinutes * minuteMs);
  return resourcesOf(calendar)
    .filter((resource) => personId === undefined || resource.personId === personId)
    .map(({ hours, absences, busy, ...resource }) => {
      const working = ignoreHours
        ? [period]
        : inBoth([period], startsWithin(workingTime(hours, companyOverrides, days), rules));
      const present = inBoth([period], startsAvoiding(absences, rules));
      const unbooked = inBoth([period], startsAvoiding(busy, rules));
      return { ...resource, working, present, unbooked, free: inBoth(inBoth(working, present), unbooked) };
    });
}

/**
 * Returns the number of people or lanes that must be free at a start. Bookings in lanes above a capacity that was lowered also
 * use capacity: each of these lanes requires one more free lane.
 */
export function neededFree({ resources }: Pick<Calendar, 'resources'>): number {
  return 'people' in resources ? 1 : laneCount(resources) - resources.capacity + 1;
}

function laneCount({ capacity, busy }: Lanes): number {
  return Math.max(capacity, ...busy.map(({ lane }) => lane));
}

function resourcesOf({ resources, companyHours }: Calendar): Resource[] {
  if ('people' in resources) {
    return resources.people
      .map(({ id, hours, ...person }) => ({
        ...person,
        personId: id,
        lane: null,
        hours: hours ?? companyHours,
      }))
      .sort((a, b) => (a.personId < b.personId ? -1 : 1));
  }
  return Array.from({ length: laneCount(resources) }, (_, index) => ({
    personId: null,
    lane: index + 1,
    hours: companyHours,
    absences: [],
    busy: resources.busy.filter(({ lane }) => lane === index + 1),
  }));
}
