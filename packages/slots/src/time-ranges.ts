import type { TimeRange } from './calendar.ts';

export const minuteMs = 60_000;

/** Sorts ranges and joins those that overlap or touch. Drops empty ones. */
export function merged(ranges: readonly TimeRange[]): TimeRange[] {
  const result: TimeRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (!(from <= to)) throw new RangeError(`A time range that begins at ${from} cannot end at ${to}.`);
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) result.push({ from, to });
  }
  return result;
}

/** Returns the time before, between and after ranges. */
export function timeOutside(ranges: readonly TimeRange[]): TimeRange[] {
  const outside: TimeRange[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const range of merged(ranges)) {
    outside.push({ from, to: range.from });
    from = range.to;
  }
  outside.push({ from, to: Number.POSITIVE_INFINITY });
  return outside;
}
