import { events } from '@pv-planning/contract';

/**
 * Whether a change raises `material.updated`: only if it affects a field of the event. Prices, for example, are not part of the
 * event.
 */
export function isReported(changes: object): boolean {
  return events['material.updated'].fields.some((field) => field in changes);
}
