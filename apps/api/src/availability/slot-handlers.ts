import { readBookingType } from '../booking-types/booking-type-records.ts';
import type { ResourceHandlers } from '../handler-context.ts';
import { listSlots, requireDays } from './list-slots.ts';

export const slotHandlers = {
  async getSlots({ params, query }, { snapshot, now: readNow }) {
    requireDays(query);
    const now = await readNow();
    const slots = await snapshot(async (db) =>
      listSlots(db, await readBookingType(db, params.slug), { ...query, view: 'team', now }),
    );
    return { status: 200, body: { from: query.from, to: query.to, slots } };
  },
} satisfies ResourceHandlers;
