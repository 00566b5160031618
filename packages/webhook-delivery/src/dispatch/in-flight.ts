import type { DeliveryRules } from '../rules.ts';

/** The attempts under way in this process. */
export interface UnderWay {
  /** Holds a place until the attempt, which must not reject, has ended. */
  add(companyId: string, attempt: Promise<void>): void;
  count(): number;
  /** How many more may begin, of any company or of one. */
  room(companyId?: string): number;
  /** Resolves when those have ended that are under way now. */
  ended(): Promise<unknown>;
}

/** `freed` is called with the company each time that one of its attempts has given up its place. */
export function createUnderWay(
  { maxInFlight, maxInFlightPerCompany }: Pick<DeliveryRules, 'maxInFlight' | 'maxInFlightPerCompany'>,
  freed: (companyId: string) => void,
): UnderWay {
  const attempts = new Set<Promise<void>>();
  const ofCompany = new Map<string, number>();
  return {
    add(companyId, attempt) {
      ofCompany.set(companyId, (ofCompany.get(companyId) ?? 0) + 1);
      const tracked = attempt.finally(() => {
        attempts.delete(tracked);
        const left = (ofCompany.get(companyId) ?? 1) - 1;
        if (left > 0) ofCompany.set(companyId, left);
        else ofCompany.delete(companyId);
        freed(companyId);
      });
      attempts.add(tracked);
    },
    count: () => attempts.size,
    room(companyId) {
      const room = maxInFlight - attempts.size;
      if (companyId === undefined) return room;
      return Math.min(room, maxInFlightPerCompany - (ofCompany.get(companyId) ?? 0));
    },
    ended: () => Promise.all(attempts),
  };
}
