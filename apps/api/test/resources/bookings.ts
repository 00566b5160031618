import type { Booking } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

const minuteMs = 60_000;

/** The list leaves out bookings that are not real. */
const listedStatus = { PENDING_PAYMENT: 'CONFIRMED', EXPIRED: 'CONFIRMED' } as const;

export default {
  path: '/v1/bookings',
  exampleRecords: () => namedExample<{ data: Booking[] }>('BookingPage').data,
  async store(kysely, companyId, record: Booking) {
    const { customer, planner, durationMinutes, status, cancelledAt, ...booking } = record;
    const { currency: _, amountPaidCents: __, invoice: ___, stripe: ____, ...stored } = booking;
    const { billingName: _____, billingAddress: ______, ...contact } = customer ?? { name: null };
    const { id, startsAt } = stored;
    // Copies have other starts and statuses.
    const endsAt = new Date(Date.parse(startsAt) + durationMinutes * minuteMs).toISOString();
    await kysely
      .insertInto('booking')
      .values({
        companyId,
        ...stored,
        ...contact,
        status: status in listedStatus ? 'CONFIRMED' : status,
        priceCents: stored.priceCents ?? 0,
        endsAt,
        blockedFrom: startsAt,
        blockedTo: endsAt,
        plannerId: planner?.id ?? null,
        resource: planner ? `member:${planner.id}` : `booking:${id}`,
        cancelledAt: status === 'CANCELLED' ? (cancelledAt ?? startsAt) : null,
      })
      .execute();
  },
  referencedBy: ['bookingId'],
} satisfies Resource;
