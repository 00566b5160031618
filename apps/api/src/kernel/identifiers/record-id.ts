import { notFound } from '@pv-planning/server-kit';

/** Maximum of int8. */
const maxId = '9223372036854775807';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is a valid id. The database reports an error for any other text. */
export function isRecordId(text: string): boolean {
  // Digit strings of equal length compare like numbers.
  return /^[1-9]\d{0,18}$/.test(text) && (text.length < maxId.length || text <= maxId);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Compares ids numerically, which is the order of creation. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** Returns the id of a record in a path. @throws 404 `not_found` if the text is not an id */
export function recordId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}

/** Returns the id of a team member or an event in a path. @throws 404 `not_found` if the text is not a UUID */
export function uuidId(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text.toLowerCase();
}

/** Returns the id in a filter, or an id that matches nothing if the text is not an id. */
export function idOrNone(text: string): string {
  return isRecordId(text) ? text : '0';
}

/** Returns the id of a team member in a filter, or an id that matches nothing if the text is not a UUID. */
export function uuidOrNone(text: string): string {
  return isUuid(text) ? text : '00000000-0000-0000-0000-000000000000';
}
