import { type Tables, withinCompany } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';

export interface BookingAdministration {
  /** Returns how many appointments a member still has. */
  countUpcoming(companyId: string, memberId: string): Promise<number>;
}

export function bookingAdministration(kysely: Kysely<Tables>): BookingAdministration {
  return {
    async countUpcoming(companyId, memberId) {
      const { count } = await withinCompany(kysely, companyId)
        .selectFrom('booking')
        .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
        .where('plannerId', '=', memberId)
        .where('status', 'in', ['PENDING_PAYMENT', 'CONFIRMED'])
        .where('startsAt', '>', sql<string>`now()`)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
