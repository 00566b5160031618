import type { Concurrency, RequestLimit } from '../contract/contract.ts';
import { slotsOfGroups } from './group-slots.ts';
import { type RequestCounter, requestCounters } from './request-limits.ts';
import { anonymousLimit, handlerLimits, largeBodyLimits } from './slot-limits.ts';
import { type TenantSlots, tenantSlots } from './tenant-slots.ts';

/** The slots and request counts of a process, which all its contracts share. */
export interface Admission {
  /** Requests whose handlers run. */
  handlers: TenantSlots;
  /** Maximum number of slots for the anonymous requests of a tenant. */
  maxAnonymous: number;
  largeBodies: TenantSlots;
  groupSlots(concurrency: Concurrency): TenantSlots;
  counterOf(limit: RequestLimit): RequestCounter;
}

/**
 * @param maxConcurrentRequests maximum number of requests whose handlers run concurrently. Should be below the number of database
 *   connections, some of which authentication needs.
 */
export function admission(maxConcurrentRequests: number): Admission {
  return {
    handlers: tenantSlots(handlerLimits(maxConcurrentRequests)),
    maxAnonymous: anonymousLimit(maxConcurrentRequests),
    largeBodies: tenantSlots(largeBodyLimits),
    groupSlots: slotsOfGroups(maxConcurrentRequests),
    counterOf: requestCounters(),
  };
}
