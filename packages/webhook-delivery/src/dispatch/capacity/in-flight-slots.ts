import type { DeliveryRules } from '../../queue/rules.ts';

/**
 * Slots for attempts in flight in this process. A claim acquires them before the number of its attempts is known.
 *
 * The limit of a company is a share of the slots that the other companies leave. Therefore, companies that begin to send always
 * find free slots, even if many others hold theirs until their attempts time out.
 */
export interface InFlightSlots {
  /** Number of attempts in flight. */
  attempts(): number;
  /** Number of free slots of the process. */
  free(): number;
  /** Number of slots that the company may acquire; at most 0 if it has reached its limit. */
  freeFor(companyId: string): number;
  acquire(companyId: string, slots: number): void;
  /** Releases acquired slots that no attempt has used. */
  release(companyId: string, slots: number): void;
  /** An attempt begins in an acquired slot. */
  began(companyId: string): void;
  /** Releases the slot of an attempt that has ended. */
  ended(companyId: string): void;
}

export type SlotRules = Pick<DeliveryRules, 'maxInFlight' | 'companyShare' | 'companyShareWhenContended'>;

/** The share for contention applies while another company has slots or has begun an attempt within this time. */
const contentionMs = 1_000;

export function createInFlightSlots(rules: SlotRules): InFlightSlots {
  const { maxInFlight, companyShare, companyShareWhenContended } = rules;
  const ofCompany = new Map<string, number>();
  let acquired = 0;
  let attempts = 0;

  /**
   * The company that began the latest attempt, the time of that attempt, and the time of the latest attempt of any other company.
   */
  let latest = '';
  let latestMs = Number.NEGATIVE_INFINITY;
  let othersMs = Number.NEGATIVE_INFINITY;

  function isContended(companyId: string, ofOthers: number): boolean {
    const beginOfOthersMs = companyId === latest ? othersMs : latestMs;
    return ofOthers > 0 || performance.now() - beginOfOthersMs < contentionMs;
  }

  function release(companyId: string, slots: number): void {
    acquired -= slots;
    const left = (ofCompany.get(companyId) ?? 0) - slots;
    if (left > 0) ofCompany.set(companyId, left);
    else ofCompany.delete(companyId);
  }

  return {
    attempts: () => attempts,
    free: () => maxInFlight - acquired,
    freeFor(companyId) {
      const own = ofCompany.get(companyId) ?? 0;
      const ofOthers = acquired - own;
      const share = isContended(companyId, ofOthers) ? companyShareWhenContended : companyShare;
      return Math.ceil((maxInFlight - ofOthers) * share) - own;
    },
    acquire(companyId, slots) {
      acquired += slots;
      ofCompany.set(companyId, (ofCompany.get(companyId) ?? 0) + slots);
    },
    release,
    began(companyId) {
      attempts += 1;
      if (companyId !== latest) othersMs = latestMs;
      latest = companyId;
      latestMs = performance.now();
    },
    ended(companyId) {
      attempts -= 1;
      release(companyId, 1);
    },
  };
}
