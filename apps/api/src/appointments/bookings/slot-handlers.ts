import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { listSlots, requireDays } from '../availability/list-slots.ts';
import { readBookingType } from '../booking-types/booking-type-records.ts';
import { findBooking } from './booking-records.ts';
import { listMoveSlots } from './move-slots.ts';

export const slotHandlers = {
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
