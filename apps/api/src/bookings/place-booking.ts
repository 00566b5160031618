import type { BookingType } from '@pv-planning/contract';
import { checkStart, type View } from '@pv-planning/slots';
import { planningIds, readCalendar, resources } from '../availability/read-calendar.ts';
import { conflict } from '../contract/api-errors.ts';
import type { BookingContext } from './booking-change.ts';
import { choosePlanner } from './choose-planner.ts';
import { lockMembers, requireActive } from './lock-members.ts';
import { slotRefusal } from './slot-refusal.ts';

/** When an appointment is to take place, and who decides about it. */
export interface WantedSlot {
  /** UTC. */
  startsAt: string;
  durationMinutes: number;
  /** Customers are bound to the slots that they are offered. */
  view: View;
  /** Default: the planner whose turn it is. Null: nobody yet. */
  plannerId?: string | null | undefined;
  /** Also outside the working hours. */
  ignoreHours?: boolean | undefined;
  /** The booking that moves, which is not in its own way. */
  movedBookingId?: string;
}

/** Where and when a booking is: what it occupies, and for how long, with its buffers. */
export interface Placement {
  plannerId: string | null;
  /** Null: that of the booking itself, which conflicts with nothing. */
  resource: string | null;
  lane: number;
  startsAt: string;
  endsAt: string;
  blockedFrom: string;
  blockedTo: string;
  /** When it was decided, under the locks. */
  decidedAt: string;
}

const minuteMs = 60_000;
const iso = (time: number) => new Date(time).toISOString();

/** Decides about the time alone: nobody takes the appointment, so hours and other appointments do not matter. */
const nobody = { companyHours: null, resources: { capacity: 1, busy: [] } };

/**
 * Decides whether an appointment can take place, and who takes it. Locks the members who could. Slots are listed by the same rules.
 *
 * @param type locked by `lockBookingType`
 * @throws 400 `invalid_request`
 * @throws 409 `slot_unavailable`, `member_inactive`, `planner_unavailable`
 */
export async function placeBooking(
  { db, now }: Pick<BookingContext, 'db' | 'now'>,
  type: BookingType,
  { startsAt, durationMinutes, view, plannerId, ignoreHours, movedBookingId }: WantedSlot,
): Promise<Placement> {
  const hasPlanners = type.assignment !== 'NONE';
  if (!hasPlanners && typeof plannerId === 'string')
    throw conflict('planner_unavailable', { values: { reason: 'the booking type has no planners' } });
  if (typeof plannerId === 'string') requireActive(await lockMembers(db, [plannerId]), plannerId);
  else if (hasPlanners && plannerId === undefined) await lockMembers(db, await planningIds(db, type.id));
  const decidedAt = await now();
  const start = Date.parse(startsAt);
  const isNobodys = hasPlanners && plannerId === null;
  const calendar = isNobodys
    ? { ...nobody, rules: { ...type, durationMinutes } }
    : await readCalendar(db, type, {
        from: start,
        to: start,
        plannerId: plannerId ?? undefined,
        durationMinutes,
        excludeBookingId: movedBookingId,
      });
  const check = checkStart(calendar, {
    startsAt: start,
    now: Date.parse(decidedAt),
    view,
    ignoreHours: ignoreHours || isNobodys,
  });
  if (check.refusal !== null) throw slotRefusal(check.refusal, view);
  const chosen = plannerId ?? (await choosePlanner(db, type.id, check.personIds, start)) ?? null;
  const resource = chosen !== null ? resources.member(chosen) : hasPlanners ? null : resources.type(type.id);
  return {
    plannerId: chosen,
    resource,
    lane: resource === null ? 1 : (check.lane ?? 1),
    startsAt: iso(start),
    endsAt: iso(check.endsAt),
    blockedFrom: iso(start - type.bufferBeforeMinutes * minuteMs),
    blockedTo: iso(check.endsAt + type.bufferAfterMinutes * minuteMs),
    decidedAt,
  };
}
