import type { Booking } from '@pv-planning/contract';
import { StaleReadError } from '@pv-planning/database';
import { checkStart } from '@pv-planning/slots';
import { conflict } from '../../kernel/contract/api-errors.ts';
import { uuid } from '../../kernel/records/stored-values.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { readCalendar, resources } from '../availability/read-calendar.ts';
import type { BookingContext } from './booking-records.ts';
import {
  type Expectation,
  type LockedBooking,
  lockBooking,
  readPlace,
  storeChange,
} from './locked-booking.ts';
import { queueBookingMails } from './mails/queue-booking-mails.ts';
import { lockMembers, requireActive } from './placement/lock-members.ts';
import { unavailable } from './placement/slot-refusal.ts';
import { rulesOfMove } from './reschedule-booking.ts';

const isOfTypeWithoutPlanners = ({ resource }: { resource: string }) => resource.startsWith('type:');

/** @throws 409 `planner_unavailable` unless the planner is free at the time of the booking, within working hours or not */
async function requireFree(
  { db }: Pick<BookingContext, 'db'>,
  locked: LockedBooking,
  plannerId: string,
): Promise<void> {
  const startsAt = Date.parse(locked.record.startsAt);
  const calendar = await readCalendar(db, rulesOfMove(undefined, locked), {
    from: startsAt,
    to: startsAt,
    memberIds: [plannerId],
    excludeBookingId: locked.record.id,
    now: locked.now,
  });
  // A past appointment can be handed over, too, to record who kept it.
  const check = checkStart(calendar, { startsAt, now: startsAt, view: 'team', ignoreHours: true });
  if (check.refusal !== 'unavailable') return;
  const [obstacle = 'taken'] = check.obstacles;
  throw conflict('planner_unavailable', { values: { reason: unavailable[obstacle] } });
}

interface Handover extends Expectation {
  plannerId: string;
}

/**
 * Hands a confirmed booking over to another planner, raises `booking.reassigned`, and mails both. The customer gets no mail. The same
 * planner changes nothing.
 *
 * @throws 400 `unknown_reference`
 * @throws 404 `not_found`
 * @throws 409 `version_conflict`, `booking_not_confirmed`, `planner_unavailable`, `member_inactive`
 */
export async function reassignBooking(
  context: BookingContext,
  id: string,
  { plannerId: wanted, ...expectation }: Handover,
): Promise<Booking> {
  const { db, raise } = context;
  const { plannerId: previousId } = await readPlace(db, id);
  await requireReferences(db, [{ path: '/plannerId', kind: 'member', id: wanted }]);
  const plannerId = uuid(wanted);
  const active = await lockMembers(db, previousId === null ? [plannerId] : [previousId, plannerId]);
  const locked = await lockBooking(context, id, 'reassign', expectation);
  const { record, place, now, changedAt } = locked;
  if (place.plannerId !== previousId) throw new StaleReadError('The booking has another planner now.');
  if (plannerId === previousId) return record;
  if (isOfTypeWithoutPlanners(place))
    throw conflict('planner_unavailable', { values: { reason: 'the booking type has no planners' } });
  requireActive(active, plannerId);
  await requireFree(context, locked, plannerId);
  const changed = await storeChange(context, locked, {
    action: 'reassign',
    changes: { plannerId, resource: resources.member(plannerId), lane: 1 },
    changesCalendar: true,
  });
  const { booking, sequence } = changed;
  await raise('booking.reassigned', { ...booking, previousPlanner: record.planner }, changedAt);
  // The customer gets no mail, because the planner is not part of the agreement.
  await queueBookingMails(context, booking, { occasion: 'taken-over', sequence }, now);
  const formerPlannerId = record.planner?.id;
  if (formerPlannerId !== undefined)
    await queueBookingMails(context, booking, { occasion: 'handed-over', sequence, formerPlannerId }, now);
  return booking;
}
