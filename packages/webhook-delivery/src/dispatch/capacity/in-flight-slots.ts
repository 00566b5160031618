import type { DeliveryRules } from '../../queue/rules.ts';

/** Slots for attempts in flight in this process. A claim acquires them before the number of its attempts is known. */
export interface InFlightSlots {
  /** Number of attempts in flight. */
  attempts(): number;
  /** Number of free slots, of all companies or of one. */
  free(companyId?: string): number;
  acquire(companyId: string, slots: number): void;
  /** Releases slots that no attempt has used. */
  release(companyId: string, slots: number): void;
  /** An attempt begins in an acquired slot. */
  began(): void;
  /** An attempt has ended. Releases its slot. */
  ended(companyId: string): void;
}

export function createInFlightSlots({
  maxInFlight,
  maxInFlightPerCompany,
}: Pick<DeliveryRules, 'maxInFlight' | 'maxInFlightPerCompany'>): InFlightSlots {
  const ofCompany = new Map<string, number>();
  let acquired = 0;
  let attempts = 0;

  function release(companyId: string, slots: number): void {
    acquired -= slots;
    const left = (ofCompany.get(companyId) ?? 0) - slots;
    if (left > 0) ofCompany.set(companyId, left);
    else ofCompany.delete(companyId);
  }

  return {
    attempts: () => attempts,
    free(companyId) {
      const free = maxInFlight - acquired;
      if (companyId === undefined) return free;
      return Math.min(free, maxInFlightPerCompany - (ofCompany.get(companyId) ?? 0));
    },
    acquire(companyId, slots) {
      acquired += slots;
      ofCompany.set(companyId, (ofCompany.get(companyId) ?? 0) + slots);
    },
    release,
    began() {
      attempts += 1;
    },
    ended(companyId) {
      attempts -= 1;
      release(companyId, 1);
    },
  };
}
