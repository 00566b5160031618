import type { BookingType } from '@pv-planning/contract';
import { invalidRequest } from '@pv-planning/server-kit';

const required = (path: string, message: string) =>
  invalidRequest({ in: 'body', path, code: 'required', message });

/** @throws 400 `invalid_request` for a type whose appointments take place at an address, without one */
export function requireAddress(
  { requiresAddress }: Pick<BookingType, 'requiresAddress'>,
  address: string | null,
  path: string,
): void {
  if (requiresAddress && address === null)
    throw required(path, 'is required, because the appointment takes place there');
}

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
    throw required('/note', 'is required if the address is null: where does the appointment take place?');
  return null;
}
