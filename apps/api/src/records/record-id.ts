import { notFound } from '@pv-planning/server-kit';

/** The highest id that the database can hold (int8). */
const highestId = '9223372036854775807';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a record could have this id at all; the database refuses other texts with an error of its own. */
export function isRecordId(text: string): boolean {
  // Numbers of the same length are in the order of their texts.
  return /^[1-9]\d{0,18}$/.test(text) && (text.length < highestId.length || text <= highestId);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The order of ids, which is that in which records were made. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** The id of a record in a path. @throws 404 `not_found` for a text that is no id */
export function recordId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}

/** The id of a team member or an event in a path. @throws 404 `not_found` for a text that is no UUID */
export function uuidId(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text.toLowerCase();
}

/** The id in a filter: a text that is no id matches nothing, like an id that does not exist. */
export function idOrNone(text: string): string {
  return isRecordId(text) ? text : '0';
}

/** The same for the id of a team member. */
export function uuidOrNone(text: string): string {
  return isUuid(text) ? text : '00000000-0000-0000-0000-000000000000';
}
