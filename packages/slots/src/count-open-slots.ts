import { bookablePeriod } from './bookable-period.ts';
import type { Calendar } from './calendar.ts';
import { freeStarts } from './free-starts.ts';
import { minuteMs } from './time-ranges.ts';
import { validateRules } from './validate-rules.ts';

/** Counts how many appointments customers can still book: the free slots of each person or lane that do not overlap. */
export function countOpenSlots(calendar: Calendar, now: number): number {
  const { rules } = calendar;
  validateRules(rules);
  const stepMs = rules.stepMinutes * minuteMs;
  const { bufferBeforeMinutes, durationMinutes, bufferAfterMinutes } = rules;
  const blockedMs = (bufferBeforeMinutes + durationMinutes + bufferAfterMinutes) * minuteMs;
  let count = 0;
  for (const { free } of freeStarts(calendar, bookablePeriod('customer', rules, now), {})) {
    let earliest = Number.NEGATIVE_INFINITY;
    for (const { first, last } of free) {
      for (;;) {
        const start = Math.ceil(Math.max(first, earliest) / stepMs) * stepMs;
        if (start > last) break;
        count += 1;
        earliest = start + blockedMs;
      }
    }
  }
  return count;
}
