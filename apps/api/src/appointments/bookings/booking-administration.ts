import type { Booking, Query } from '@pv-planning/contract';
import { type Tables, withinCompany } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { requireCompany } from '../../company/company-administration.ts';
import { requireMember } from '../../company/member-administration.ts';
import { listedBookings } from './booking-records.ts';

export interface BookingAdministration {
  /**
   * Returns appointments, the earliest first.
   *
   * @returns `total` counts those beyond the limit, too
   */
  listBookings(
    companyId: string,
    filters: Query<'listBookings'>,
    limit: number,
  ): Promise<{ data: Booking[]; total: number }>;
  /** Returns the number of appointments of a member that are still to come. */
  countUpcoming(companyId: string, memberId: string): Promise<number>;
}

export function bookingAdministration(kysely: Kysely<Tables>): BookingAdministration {
  return {
    async listBookings(companyId, filters, limit) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      const { plannerId } = filters;
      if (plannerId !== undefined && plannerId !== 'none') await requireMember(db, companyId, plannerId);
      const sort = { field: 'startsAt', direction: 'asc', nullable: false } as const;
      return (await listedBookings(db, filters, { limit, offset: 0, after: undefined, sort })).body;
    },

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
