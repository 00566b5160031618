import type { BookingType } from '@pv-planning/contract';
import { invalidRequest } from '@pv-planning/server-kit';
import { requireAddress } from '../insert-booking.ts';

interface TeamsAddress {
  /** JSON Pointer of `given`. */
  path: string;
  /** As sent: null if the team knows none. */
  given: string | null | undefined;
  /** Used if none was sent. */
  known: string | null;
  note: string | null | undefined;
}

/**
 * Returns the address of an appointment that the team enters. The team can do without one if it says so, and tells the planner in the note
 * why.
 *
 * @throws 400 `invalid_request`
 */
export function teamsAddress(
  type: Pick<BookingType, 'requiresAddress'>,
  { path, given, known, note }: TeamsAddress,
): string | null {
  if (given !== null) {
    requireAddress(type, given ?? known, path);
    return given ?? known;
  }
  if (type.requiresAddress && (note ?? '').trim() === '')
    throw invalidRequest({
      ...{ in: 'body', path: '/note', code: 'required' },
      message: 'is required if the address is null: where does the appointment take place?',
    });
  return null;
}
