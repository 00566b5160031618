import type { BookingRules } from './calendar.ts';

const minimums = {
  durationMinutes: 1,
  stepMinutes: 1,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 0,
} satisfies Record<keyof BookingRules, number>;

export function validateRules(rules: BookingRules): void {
  for (const [name, minimum] of Object.entries(minimums) as [keyof BookingRules, number][]) {
    const value = rules[name];
    if (!Number.isSafeInteger(value) || value < minimum)
      throw new RangeError(`${name} must be an integer from ${minimum}, not ${value}.`);
  }
  if (60 % rules.stepMinutes !== 0)
    throw new RangeError(`stepMinutes must divide an hour; ${rules.stepMinutes} does not.`);
}
