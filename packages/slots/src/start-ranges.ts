import type { BookingRules, TimeRange } from './calendar.ts';
import { minuteMs, timeOutside } from './time-ranges.ts';

/** Times at which an appointment can start, `first` and `last` included. Lists of them are in order and do not overlap. */
export interface StartRange {
  first: number;
  last: number;
}

/** Returns the starts at which the appointment is within the hours. The buffers need not be. */
export function startsWithin(hours: readonly TimeRange[], { durationMinutes }: BookingRules): StartRange[] {
  return hours
    .map(({ from, to }) => ({ first: from, last: to - durationMinutes * minuteMs }))
    .filter(isNotEmpty);
}

/** Returns the starts at which neither the appointment nor its buffers touch busy time. */
export function startsAvoiding(
  busy: readonly TimeRange[],
  { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }: BookingRules,
): StartRange[] {
  return timeOutside(busy)
    .map(({ from, to }) => ({
      first: from + bufferBeforeMinutes * minuteMs,
      last: to - (durationMinutes + bufferAfterMinutes) * minuteMs,
    }))
    .filter(isNotEmpty);
}

/** Returns the starts in both lists. */
export function inBoth(ones: readonly StartRange[], others: readonly StartRange[]): StartRange[] {
  const result: StartRange[] = [];
  let [oneIndex, otherIndex] = [0, 0];
  for (;;) {
    const [one, other] = [ones[oneIndex], others[otherIndex]];
    if (!one || !other) return result;
    const range = { first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) };
    if (isNotEmpty(range)) result.push(range);
    if (one.last < other.last) oneIndex += 1;
    else otherIndex += 1;
  }
}

export function isNotEmpty({ first, last }: StartRange): boolean {
  return first <= last;
}
