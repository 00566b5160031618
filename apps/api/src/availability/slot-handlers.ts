import { invalidRequest } from '@pv-planning/server-kit';
import { freeSlots, maxDays } from '@pv-planning/slots';
import { readBookingType } from '../booking-types/booking-type-records.ts';
import { daysAfter, startOfGermanDay } from '../dates/german-days.ts';
import type { ResourceHandlers } from '../handler-context.ts';
import { readCalendar } from './read-calendar.ts';

export const slotHandlers = {
  async getSlots({ params, query }, { snapshot, now }) {
    const { from, to, plannerId, durationMinutes, excludeBookingId } = query;
    requireDays(from, to);
    const time = Date.parse(await now());
    const calendar = await snapshot(async (db) => {
      const type = await readBookingType(db, params.slug);
      if (!type.active) return null;
      return readCalendar(db, type, {
        from: Date.parse(startOfGermanDay(from)),
        to: Date.parse(startOfGermanDay(daysAfter(to, 1))),
        plannerId,
        durationMinutes,
        excludeBookingId,
      });
    });
    const slots = calendar ? freeSlots(calendar, { from, to, now: time, view: 'team' }) : [];
    return {
      status: 200,
      body: {
        from,
        to,
        slots: slots.map(({ startsAt, endsAt, personIds }) => ({
          startsAt: new Date(startsAt).toISOString(),
          endsAt: new Date(endsAt).toISOString(),
          plannerIds: personIds,
        })),
      },
    };
  },
} satisfies ResourceHandlers;

/** @throws 400 `invalid_request` unless there are 1 to 62 days */
function requireDays(from: string, to: string): void {
  const invalid = (code: string, message: string) =>
    invalidRequest({ in: 'query', path: 'to', code, message });
  if (to < from) throw invalid('minimum', 'must not be before from');
  const lastDay = daysAfter(from, maxDays - 1);
  if (to > lastDay)
    throw invalid('maximum', `must be ${lastDay} or earlier: at most ${maxDays} days can be asked for`);
}
