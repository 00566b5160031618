import { type FairSlots, fairSlots, type SlotRule, slotRules } from '@pv-planning/fair-slots';
import type { Concurrency, RequestLimit } from '../contract/contract.ts';
import { serviceUnavailable, tooManyConcurrent } from '../errors/api-error.ts';
import { type RequestCounter, requestCounters } from './request-limits.ts';

/** The slots and request counts of a process, which all its contracts share. */
export interface Admission {
  /** Slots for running handlers. */
  handlers: FairSlots;
  largeBodies: FairSlots;
  /** Returns the slots shared by the operations of a group. */
  groupSlots(concurrency: Concurrency): FairSlots;
  counterOf(limit: RequestLimit): RequestCounter;
}

/** Returns slots for requests. Rejects requests with 429 `too_many_concurrent` or 503 `service_unavailable`. */
export function requestSlots(rule: SlotRule): FairSlots {
  const refusals = { too_many_concurrent: tooManyConcurrent, service_unavailable: serviceUnavailable };
  return fairSlots(rule, (code, seconds) => refusals[code](seconds));
}

/** @param slots for requests. Use fewer slots than connections, because authentication also needs connections */
export function admission(slots = slotRules.requests.slots): Admission {
  const slotsOf = new Map<string, FairSlots>();
  return {
    handlers: requestSlots({ ...slotRules.requests, slots }),
    largeBodies: requestSlots(slotRules.largeBodies),
    groupSlots({ group, perTenant: ofCompany, maxWaitSeconds }) {
      const rule = { ...slotRules.group, ofCompany, maxWaitMs: maxWaitSeconds * 1000 };
      const ofGroup = slotsOf.get(group) ?? requestSlots(rule);
      slotsOf.set(group, ofGroup);
      return ofGroup;
    },
    counterOf: requestCounters(),
  };
}
