import { events } from '@pv-planning/contract';

/** Whether a change raises `material.updated`: only if it affects a field of the event, which has no prices, for example. */
export function isReported(changes: object): boolean {
  return events['material.updated'].fields.some((field) => field in changes);
}
