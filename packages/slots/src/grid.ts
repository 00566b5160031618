import type { StartRange } from './start-ranges.ts';
import { minuteMs } from './time-ranges.ts';

/**
 * The grid of starts: multiples of the step, counted from the full hour. They are multiples in epoch milliseconds, too, because
 * steps divide an hour and German time differs from UTC by full hours.
 */
export function isOnGrid(start: number, stepMinutes: number): boolean {
  return start % (stepMinutes * minuteMs) === 0;
}

/** Returns the starts in these ranges that are on the grid. */
export function gridStarts(ranges: readonly StartRange[], stepMinutes: number): number[] {
  const stepMs = stepMinutes * minuteMs;
  const starts: number[] = [];
  for (const { first, last } of ranges) {
    for (let start = Math.ceil(first / stepMs) * stepMs; start <= last; start += stepMs) starts.push(start);
  }
  return starts;
}
