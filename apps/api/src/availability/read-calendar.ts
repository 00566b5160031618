import type { BookingType } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { BookingRules, Calendar, LaneRange, TimeRange } from '@pv-planning/slots';
import { type SqlBool, sql } from 'kysely';
import { germanDayOf } from '../dates/german-days.ts';
import { uuidOrNone } from '../identifiers/record-id.ts';
import { readSchedules } from './schedule-records.ts';

const minuteMs = 60_000;

/** What a calendar depends on of a booking type, or of an existing booking, whose length and buffers stay when its type changes. */
export interface CalendarType extends BookingRules, Pick<BookingType, 'id' | 'assignment' | 'capacity'> {}

/** Which appointments the calendar is for. */
export interface CalendarQuery {
  /** The earliest and the latest start. */
  from: number;
  to: number;
  /** Only this member, who need not be one of the planners of the type. */
  plannerId?: string | undefined;
  /** Whether this member is known to be active. */
  isActive?: boolean;
  /** Default: that of the type. */
  durationMinutes?: number | undefined;
  /** A booking that is ignored, because it will move. */
  excludeBookingId?: string | undefined;
}

/** The resource of a booking that occupies a member, of one that occupies a lane of a type, and of one that occupies nothing. */
export const resources = {
  member: (id: string) => `member:${id}`,
  type: (id: string) => `type:${id}`,
  booking: (id: string) => `booking:${id}`,
};

const activePlanners = preparedQuery((db, { typeId }: { typeId: string }) =>
  db
    .selectFrom('bookingTypeMember')
    .innerJoin('member', (join) =>
      join
        .onRef('member.companyId', '=', 'bookingTypeMember.companyId')
        .onRef('member.id', '=', 'bookingTypeMember.memberId'),
    )
    .select('member.id')
    .where('bookingTypeId', '=', typeId)
    .where('member.active', '=', true),
);

const activeMember = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('member').select('id').where('id', '=', id).where('active', '=', true),
);

interface Period {
  from: string;
  to: string;
}

const absences = preparedQuery((db, { memberIds, from, to }: Period & { memberIds: readonly string[] }) =>
  db
    .selectFrom('absence')
    .select(['memberId', 'startsAt', 'endsAt'])
    .where(({ eb, fn, val }) => eb('memberId', '=', fn.any(val(memberIds))))
    .where('endsAt', '>', from)
    .where('startsAt', '<', to),
);

interface BusyQuery extends Period {
  occupied: readonly string[];
  excludeBookingId?: string | undefined;
}

/** The condition on the status is that of the exclusion constraint, whose index this query uses. */
const bookings = preparedQuery((db, { occupied, from, to, excludeBookingId }: BusyQuery) => {
  const busy = db
    .selectFrom('booking')
    .select(['resource', 'lane', 'blockedFrom', 'blockedTo'])
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
  return excludeBookingId === undefined ? busy : busy.where('id', '<>', excludeBookingId);
});

/**
 * Reads what decides when appointments of a type can start. The statements read one state only in a snapshot, or under the locks of a
 * booking.
 */
export async function readCalendar(
  db: CompanyQueries,
  type: CalendarType,
  query: CalendarQuery,
): Promise<Calendar> {
  const { from, to, durationMinutes = type.durationMinutes, excludeBookingId } = query;
  const rules = { ...type, durationMinutes };
  const end = to + durationMinutes * minuteMs;
  const period = {
    from: new Date(from - type.bufferBeforeMinutes * minuteMs).toISOString(),
    to: new Date(end + type.bufferAfterMinutes * minuteMs).toISOString(),
  };
  const hasLanes = type.assignment === 'NONE';
  const memberIds = hasLanes ? [] : await memberIdsOf(db, type, query);
  const occupied = hasLanes ? [resources.type(type.id)] : memberIds.map(resources.member);
  const firstDay = germanDayOf(new Date(from).toISOString());
  const lastDay = germanDayOf(new Date(end).toISOString());
  const hours = await readSchedules(db, { memberIds, firstDay, lastDay });
  const away = memberIds.length > 0 ? await absences(db, { memberIds, ...period }) : [];
  const busy = await bookings(db, {
    occupied,
    ...period,
    excludeBookingId: excludeBookingId && uuidOrNone(excludeBookingId),
  });

  const hoursOf = (id: string | null) => hours.find(({ memberId }) => memberId === id) ?? null;
  const companyHours = hoursOf(null);
  if (hasLanes)
    return { rules, companyHours, resources: { capacity: type.capacity, busy: busy.map(blockedLane) } };
  const absencesOf = Map.groupBy(away, ({ memberId }) => memberId);
  const bookingsOf = Map.groupBy(busy, ({ resource }) => resource);
  const people = memberIds.map((id) => ({
    id,
    hours: hoursOf(id),
    absences: (absencesOf.get(id) ?? []).map(({ startsAt, endsAt }) => range(startsAt, endsAt)),
    busy: (bookingsOf.get(resources.member(id)) ?? []).map(blockedLane),
  }));
  return { rules, companyHours, resources: { people } };
}

async function memberIdsOf(
  db: CompanyQueries,
  { id: typeId }: CalendarType,
  { plannerId, isActive = false }: CalendarQuery,
): Promise<string[]> {
  if (plannerId === undefined) return planningIds(db, typeId);
  if (isActive) return [plannerId];
  const members = await activeMember(db, { id: uuidOrNone(plannerId) });
  return members.map(({ id }) => id);
}

/** Returns the ids of the active planners of a type. */
export async function planningIds(db: CompanyQueries, typeId: string): Promise<string[]> {
  return (await activePlanners(db, { typeId })).map(({ id }) => id);
}

function range(from: string, to: string): TimeRange {
  return { from: Date.parse(from), to: Date.parse(to) };
}

function blockedLane({
  lane,
  blockedFrom,
  blockedTo,
}: {
  lane: number;
  blockedFrom: string;
  blockedTo: string;
}): LaneRange {
  return { lane, ...range(blockedFrom, blockedTo) };
}
