import type { BookingType } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { BookingRules, Calendar, LaneRange } from '@pv-planning/slots';
import { type SqlBool, sql } from 'kysely';
import { germanDayOf } from '../../kernel/dates/german-days.ts';
import { uuidOrNone } from '../../kernel/identifiers/record-id.ts';
import { readSchedules } from './schedule-records.ts';

const minuteMs = 60_000;

/** The rules of a booking type, or of an existing booking: its length and buffers stay when its type changes. */
export interface CalendarType extends BookingRules, Pick<BookingType, 'id' | 'assignment' | 'capacity'> {}

/** The appointments for which a calendar is read. */
export interface CalendarQuery {
  /** The earliest and the latest start. */
  from: number;
  to: number;
  /** The active members who could take them. Ignored for a type without planners. */
  memberIds: readonly string[];
  /** Default: that of the type. */
  durationMinutes?: number | undefined;
  /** A booking that is ignored, because it will move. */
  excludeBookingId?: string | undefined;
  /** The present time: kept slots whose time is over are free. */
  now: string;
}

/** The resource that a booking occupies: a member, a lane of a type, or only itself. */
export const resources = {
  member: (id: string) => `member:${id}`,
  type: (id: string) => `type:${id}`,
  booking: (id: string) => `booking:${id}`,
};

interface Period {
  from: string;
  to: string;
}

interface BusyQuery extends Period {
  occupied: readonly string[];
  memberIds: readonly string[];
  excludeBookingId?: string | undefined;
  now: string;
}

/**
 * Occupied times: bookings, slots kept for customers who must confirm, and absences. The condition on the status of bookings is
 * that of the exclusion constraint, whose index this query uses.
 */
const blockedTimes = preparedQuery(
  (db, { occupied, memberIds, from, to, excludeBookingId, now }: BusyQuery) => {
    const bookings = db
      .selectFrom('booking')
      .select(['resource', sql<boolean>`false`.as('isAbsence'), 'lane', 'blockedFrom', 'blockedTo'])
      .where(({ eb, fn, val }) => eb('resource', '=', fn.any(val(occupied))))
      .where('status', 'in', [
        sql.lit('PENDING_PAYMENT'),
        sql.lit('CONFIRMED'),
        sql.lit('COMPLETED'),
        sql.lit('NO_SHOW'),
      ])
      .where(
        sql<SqlBool>`tstzrange(blocked_from, blocked_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)`,
      );
    const kept = db
      .selectFrom('keptSlot')
      .select([
        sql<string>`resource`.as('resource'),
        sql<boolean>`false`.as('isAbsence'),
        'lane',
        'blockedFrom',
        'blockedTo',
      ])
      .where(({ eb, fn, val }) => eb('resource', '=', fn.any(val(occupied))))
      .where('keptUntil', '>', now)
      .where('blockedFrom', '<', to)
      .where('blockedTo', '>', from);
    const absences = db
      .selectFrom('absence')
      .select([
        sql<string>`'member:' || member_id`.as('resource'),
        sql<boolean>`true`.as('isAbsence'),
        sql<number>`1`.as('lane'),
        'startsAt as blockedFrom',
        'endsAt as blockedTo',
      ])
      .where(({ eb, fn, val }) => eb('memberId', '=', fn.any(val(memberIds))))
      .where('endsAt', '>', from)
      .where('startsAt', '<', to);
    const others = excludeBookingId === undefined ? bookings : bookings.where('id', '<>', excludeBookingId);
    return others.unionAll(kept).unionAll(absences);
  },
);

/**
 * Reads the calendar of a type. Call it in a snapshot or under the locks of a booking, so that all statements see the same state.
 */
export async function readCalendar(
  db: CompanyQueries,
  type: CalendarType,
  query: CalendarQuery,
): Promise<Calendar> {
  const { from, to, durationMinutes = type.durationMinutes, excludeBookingId, now } = query;
  const rules = { ...type, durationMinutes };
  const end = to + durationMinutes * minuteMs;
  const period = {
    from: new Date(from - type.bufferBeforeMinutes * minuteMs).toISOString(),
    to: new Date(end + type.bufferAfterMinutes * minuteMs).toISOString(),
  };
  const hasLanes = type.assignment === 'NONE';
  const memberIds = hasLanes ? [] : query.memberIds;
  const occupied = hasLanes ? [resources.type(type.id)] : memberIds.map(resources.member);
  const firstDay = germanDayOf(new Date(from).toISOString());
  const lastDay = germanDayOf(new Date(end).toISOString());
  const hours = await readSchedules(db, { memberIds, firstDay, lastDay });
  const blocked = await blockedTimes(db, {
    occupied,
    memberIds,
    ...period,
    excludeBookingId: excludeBookingId && uuidOrNone(excludeBookingId),
    now,
  });

  const hoursOf = (id: string | null) => hours.find(({ memberId }) => memberId === id) ?? null;
  const companyHours = hoursOf(null);
  const { absences = [], bookings = [] } = Object.groupBy(blocked, ({ isAbsence }) =>
    isAbsence ? 'absences' : 'bookings',
  );
  if (hasLanes)
    return { rules, companyHours, resources: { capacity: type.capacity, busy: bookings.map(blockedLane) } };
  const absencesOf = Map.groupBy(absences, ({ resource }) => resource);
  const bookingsOf = Map.groupBy(bookings, ({ resource }) => resource);
  const people = memberIds.map((id) => ({
    id,
    hours: hoursOf(id),
    absences: (absencesOf.get(resources.member(id)) ?? []).map(blockedLane),
    busy: (bookingsOf.get(resources.member(id)) ?? []).map(blockedLane),
  }));
  return { rules, companyHours, resources: { people } };
}

interface BlockedTime {
  lane: number;
  blockedFrom: string;
  blockedTo: string;
}

function blockedLane({ lane, blockedFrom, blockedTo }: BlockedTime): LaneRange {
  return { lane, from: Date.parse(blockedFrom), to: Date.parse(blockedTo) };
}
