import { type ApiError, invalidRequest } from '@pv-planning/server-kit';
import type { Refusal, View } from '@pv-planning/slots';
import { conflict } from '../../contract/api-errors.ts';

/** Why nobody can take an appointment then, in the words of the team. Neither says whose appointment is in the way. */
export const unavailable = {
  outside_hours: 'it is outside the working hours',
  absent: 'there is an absence',
  taken: 'another appointment is in the way',
} as const satisfies Partial<Record<Refusal, string>>;

const invalidStart = {
  too_soon: ['minimum', 'must not be in the past'],
  too_late: ['maximum', 'must be within two years'],
  off_grid: ['multipleOf', 'must be a full minute'],
} as const satisfies Partial<Record<Refusal, readonly [code: string, message: string]>>;

/**
 * Returns the error for a time at which an appointment cannot start. Customers choose among slots, so that it is always the slot that is
 * not available, or not any more.
 *
 * @returns 400 `invalid_request`, 409 `slot_unavailable`
 */
export function slotRefusal(refusal: Refusal, view: View): ApiError {
  if (view === 'customer')
    return conflict('slot_unavailable', { values: { reason: 'it is taken or not offered' } });
  if (refusal in unavailable)
    return conflict('slot_unavailable', { values: { reason: unavailable[refusal as 'taken'] } });
  const [code, message] = invalidStart[refusal as 'too_soon'];
  return invalidRequest({ in: 'body', path: '/startsAt', code, message });
}
