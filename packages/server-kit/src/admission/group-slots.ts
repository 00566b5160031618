import type { Concurrency } from '../contract/contract.ts';
import { groupLimits } from './slot-limits.ts';
import { type TenantSlots, tenantSlots } from './tenant-slots.ts';

/** Returns the slots of a group of operations, which are the same for each of them. */
export function slotsOfGroups(maxConcurrentRequests: number): (concurrency: Concurrency) => TenantSlots {
  const slotsOf = new Map<string, TenantSlots>();
  return (concurrency) => {
    const { group } = concurrency;
    const slots = slotsOf.get(group) ?? tenantSlots(groupLimits(concurrency, maxConcurrentRequests));
    slotsOf.set(group, slots);
    return slots;
  };
}
