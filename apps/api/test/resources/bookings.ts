import type { Booking, Member } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';
import members from './members.ts';

const referenceableMembers = members
  .exampleRecords()
  .map(({ id }, index) => (index === 0 ? id : id.toUpperCase()));

const minuteMs = 60_000;

/** The list leaves out bookings that are not real. */
const listedStatus = { PENDING_PAYMENT: 'CONFIRMED', EXPIRED: 'CONFIRMED' } as const;

/** A Monday, on which the planners of the examples work. */
const monday = '2026-03-30T07:00:00.000Z';

/** Stored fields of bookings that the examples show after a change, by id. */
export const beforeChange: ReadonlyMap<string, Partial<Booking>> = new Map(
  Object.entries({
    BookingMoved: { startsAt: '2026-04-02T07:00:00.000Z', endsAt: '2026-04-02T08:00:00.000Z' },
    BookingHandedOver: { planner: memberShown('MemberAdmin') },
    BookingCancelled: { status: 'CONFIRMED', cancelledAt: null, cancellationReason: null },
    BookingVideo: { status: 'CONFIRMED' },
    BookingNoShow: { status: 'CONFIRMED' },
  } as const satisfies Record<string, Partial<Booking>>).map(([name, before]) => [
    namedExample<Booking>(name).id,
    before,
  ]),
);

function memberShown(example: string): Booking['planner'] {
  const { id, name, email } = namedExample<Member>(example);
  return { id, name, email };
}

const bookings: Resource = {
  path: '/v1/bookings',
  exampleRecords: () =>
    namedExample<{ data: Booking[] }>('BookingPage').data.map((booking) => ({
      ...booking,
      ...beforeChange.get(booking.id),
    })),
  async store(kysely, companyId, record: Booking) {
    const { customer, planner, durationMinutes, status, cancelledAt, ...booking } = record;
    const { currency: _, invoice: __, stripe: ___, ...stored } = booking;
    const { billingName: ____, billingAddress: _____, ...contact } = customer ?? { name: null };
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
        rescheduleNoticeMinutes: 1440,
        cancelNoticeMinutes: 1440,
        refundNoticeMinutes: 1440,
        blockedFrom: startsAt,
        blockedTo: endsAt,
        plannerId: planner?.id ?? null,
        resource: planner ? `member:${planner.id}` : `booking:${id}`,
        cancelledAt: status === 'CANCELLED' ? (cancelledAt ?? startsAt) : null,
      })
      .execute();
  },
  referencedBy: ['bookingId'],
  raisesEvents: true,
  // Responses contain the planner, with name and e-mail address.
  requestOnly: ['allowOutsideAvailability', 'plannerId', 'settled'],
  consistentValues: {
    typeSlug: 'vor-ort-termin',
    startsAt: monday,
    // Nobody, whose appointments do not conflict.
    plannerId: null,
    durationMinutes: 60,
    customer: { name: 'Paul Adler', address: 'Am Hang 3, 01234 Musterstadt' },
  },
  values: {
    plannerId: [...referenceableMembers, null],
    typeSlug: ['vor-ort-termin'],
    startsAt: [monday, '2026-04-06T10:00:00+02:00'],
    durationMinutes: [60, 45],
    customer: [
      { name: 'Paul Adler', email: 'paul.adler@example.com', address: 'Am Hang 3, 01234 Musterstadt' },
      { name: 'Erika Muster', phone: '0351 555 0177', address: 'Am Hang 3, 01234 Musterstadt' },
    ],
  },
};

const visit = {
  consistentValues: { startsAt: '2026-04-13T10:00:00+02:00', durationMinutes: 60, plannerId: null },
  requestOnly: ['allowOutsideAvailability', 'plannerId'],
  raisesEvents: true,
} as const;

const followUp: Resource = {
  ...visit,
  path: '/v1/bookings/{id}/follow-up',
  consistentValues: { ...visit.consistentValues, address: 'Am Hang 3, 01234 Musterstadt' },
  requestOnly: [...visit.requestOnly, 'address'],
  values: {
    ...bookings.values,
    startsAt: ['2026-04-13T09:00:00+02:00', '2026-04-20T10:00:00+02:00'],
  },
};

const changes = ['reschedule', 'reassign', 'settle', 'cancel', 'complete', 'no-show'].map(
  (action): Resource => ({ ...visit, path: `/v1/bookings/{id}/${action}` }),
);

export default [bookings, followUp, ...changes];
