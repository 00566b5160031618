import { errors } from '@pv-planning/contract';
import { type ApiError, invalidRequest } from '@pv-planning/server-kit';
import type { InvalidStart, Obstacle, StartCheck, View } from '@pv-planning/slots';
import { conflict } from '../../../kernel/contract/api-errors.ts';

/** Messages for the team, by obstacle. None names the other customer. */
export const unavailable: Readonly<Record<Obstacle, string>> = errors.slot_unavailable.reasons;

const invalidStart = {
  too_soon: ['minimum', 'must not be in the past'],
  too_late: ['maximum', 'must be within two years'],
  off_grid: ['multipleOf', 'must be a full minute'],
} as const satisfies Record<InvalidStart, readonly [code: string, message: string]>;

const atStart = { in: 'body', path: '/startsAt' } as const;

/** Returns the error for a slot that is unavailable to the team. */
function teamsRefusal(obstacles: readonly Obstacle[]): ApiError {
  const details = obstacles.map((code) => ({ ...atStart, code, message: unavailable[code] }));
  return conflict('slot_unavailable', { values: { reason: details[0]?.message ?? '' }, details });
}

/**
 * Returns the error for a time at which an appointment cannot start. Customers only learn that the slot is unavailable.
 *
 * @returns 400 `invalid_request`, 409 `slot_unavailable`
 */
export function slotRefusal(check: Exclude<StartCheck, { refusal: null }>, view: View): ApiError {
  if (view === 'customer') return conflict('slot_unavailable');
  if (check.refusal === 'unavailable') return teamsRefusal(check.obstacles);
  const [code, message] = invalidStart[check.refusal];
  return invalidRequest({ ...atStart, code, message });
}
