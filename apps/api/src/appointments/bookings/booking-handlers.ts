import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { utc } from '../../kernel/records/stored-values.ts';
import { listSlots, requireDays } from '../availability/list-slots.ts';
import { readBookingType } from '../booking-types/booking-type-records.ts';
import { findBooking, listedBookings, readBooking } from './booking-records.ts';
import { closeBooking } from './close-booking.ts';
import { createBooking } from './create-booking.ts';
import { createFollowUp } from './create-follow-up.ts';
import { reassignBooking } from './reassign-booking.ts';
import { listMoveSlots, rescheduleBooking } from './reschedule-booking.ts';

export const bookingHandlers = {
  listBookings: ({ query, page }, { db }) => listedBookings(db, query, page),

  async getBooking({ params }, { db }) {
    return { status: 200, body: await readBooking(db, params.id) };
  },

  async createBooking({ body }, context) {
    return { status: 201, body: await createBooking(context, body) };
  },

  async createFollowUp({ params, body }, context) {
    return { status: 201, body: await createFollowUp(context, params.id, body) };
  },

  async rescheduleBooking({ params, body, requireMatch }, context) {
    const { startsAt, durationMinutes, allowOutsideAvailability: ignoreHours } = body;
    const move = {
      startsAt: utc(startsAt),
      durationMinutes,
      ignoreHours,
      view: 'team',
      requireMatch,
    } as const;
    return { status: 200, body: await rescheduleBooking(context, params.id, move) };
  },

  async reassignBooking({ params, body, requireMatch }, context) {
    return { status: 200, body: await reassignBooking(context, params.id, { ...body, requireMatch }) };
  },

  async completeBooking({ params, requireMatch }, context) {
    return { status: 200, body: await closeBooking(context, params.id, 'complete', { requireMatch }) };
  },

  async markBookingNoShow({ params, requireMatch }, context) {
    return { status: 200, body: await closeBooking(context, params.id, 'markNoShow', { requireMatch }) };
  },

  async getSlots({ params, query }, { snapshot, now: readNow }) {
    requireDays(query);
    const view = { view: 'team', now: await readNow() } as const;
    const slots = await snapshot(async (db) => {
      const type = await readBookingType(db, params.slug);
      const { excludeBookingId } = query;
      const moving = excludeBookingId === undefined ? undefined : await findBooking(db, excludeBookingId);
      return moving?.status === 'CONFIRMED' && moving.typeSlug === type.slug
        ? listMoveSlots(db, type, moving, { ...query, ...view })
        : listSlots(db, type, { ...query, ...view });
    });
    return { status: 200, body: { from: query.from, to: query.to, slots } };
  },
} satisfies ResourceHandlers;
