import { bookablePeriod, type View } from './bookable-period.ts';
import type { Calendar } from './calendar.ts';
import { freeStarts, neededFree } from './free-starts.ts';
import { gridStarts } from './grid.ts';
import { daysBetween, plusDays, startOfDay } from './local-time.ts';
import { inBoth } from './start-ranges.ts';
import { minuteMs } from './time-ranges.ts';
import { validateRules } from './validate-rules.ts';

/** Maximum number of days in a query. */
export const maxDays = 62;

export interface SlotQuery {
  /** The first and the last day, as `YYYY-MM-DD`. */
  from: string;
  to: string;
  now: number;
  view: View;
  /** Only slots of this person. */
  personId?: string | undefined;
}

export interface Slot {
  startsAt: number;
  endsAt: number;
  /** The free people, in the order of ids. Empty for booking types without people. */
  personIds: string[];
}

/** Lists the free slots on the grid that start on these days, in order. */
export function freeSlots(calendar: Calendar, { from, to, now, view, personId }: SlotQuery): Slot[] {
  const { rules } = calendar;
  validateRules(rules);
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > maxDays) throw new RangeError(`${from} to ${to} is not 1 to ${maxDays} days.`);
  const asked = { first: startOfDay(from), last: startOfDay(plusDays(to, 1)) - 1 };
  const [period] = inBoth([asked], [bookablePeriod(view, rules, now)]);
  if (!period) return [];

  const durationMs = rules.durationMinutes * minuteMs;
  const slots = new Map<number, Slot & { freeCount: number }>();
  for (const { personId: id, free } of freeStarts(calendar, period, { personId })) {
    for (const startsAt of gridStarts(free, rules.stepMinutes)) {
      const slot = slots.get(startsAt) ?? {
        ...{ startsAt, endsAt: startsAt + durationMs, personIds: [] },
        freeCount: 0,
      };
      slot.freeCount += 1;
      if (id !== null) slot.personIds.push(id);
      slots.set(startsAt, slot);
    }
  }
  const needed = neededFree(calendar);
  return [...slots.values()]
    .filter(({ freeCount }) => freeCount >= needed)
    .map(({ freeCount: _, ...slot }) => slot)
    .sort((a, b) => a.startsAt - b.startsAt);
}
