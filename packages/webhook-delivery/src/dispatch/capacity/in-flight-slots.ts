import type { DeliveryRules } from '../../queue/rules.ts';

/** Places for attempts in flight in this process. */
export interface InFlight {
  /** Attempts in flight. */
  count(): number;
  /** How many more may begin, of any company or of one. */
  room(companyId?: string): number;
  /** Takes places for a company, before it is known how many attempts need them. */
  reserve(companyId: string, places: number): void;
  /** Begins attempts in reserved places. */
  begin(attempts: number): void;
  /** Frees places: of an attempt that has its answer, or without an attempt. */
  free(companyId: string, places: number, attempts: number): void;
}

export function createInFlight({
  maxInFlight,
  maxInFlightPerCompany,
}: Pick<DeliveryRules, 'maxInFlight' | 'maxInFlightPerCompany'>): InFlight {
  const ofCompany = new Map<string, number>();
  let taken = 0;
  let attemptsInFlight = 0;
  return {
    count: () => attemptsInFlight,
    room(companyId) {
      const room = maxInFlight - taken;
      if (companyId === undefined) return room;
      return Math.min(room, maxInFlightPerCompany - (ofCompany.get(companyId) ?? 0));
    },
    reserve(companyId, places) {
      taken += places;
      ofCompany.set(companyId, (ofCompany.get(companyId) ?? 0) + places);
    },
    begin(attempts) {
      attemptsInFlight += attempts;
    },
    free(companyId, places, attempts) {
      taken -= places;
      attemptsInFlight -= attempts;
      const left = (ofCompany.get(companyId) ?? 0) - places;
      if (left > 0) ofCompany.set(companyId, left);
      else ofCompany.delete(companyId);
    },
  };
}
