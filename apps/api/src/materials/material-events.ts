import { events } from '@pv-planning/contract';

/** Whether a change raises `material.updated`: a new price alone is no news, nor is any field that the event does not tell. */
export function isTold(changes: object): boolean {
  return events['material.updated'].fields.some((field) => field in changes);
}
