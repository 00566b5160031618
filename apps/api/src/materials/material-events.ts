import { events } from '@pv-planning/contract';

/** Whether a change raises `material.updated`: only if it concerns a field that the event carries. Prices, for example, do not. */
export function isReported(changes: object): boolean {
  return events['material.updated'].fields.some((field) => field in changes);
}
