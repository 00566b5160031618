import type { BookingType } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { countOpenSlots, freeSlots, maxDays, type View } from '@pv-planning/slots';
import { daysAfter, startOfGermanDay } from '../../kernel/dates/german-days.ts';
import { uuidOrNone } from '../../kernel/identifiers/record-id.ts';
import { type CalendarQuery, type CalendarType, readCalendar } from './read-calendar.ts';

const dayMs = 86_400_000;

/** The first and the last day of slots. */
export interface Days {
  from: string;
  to: string;
}

/** A free time, as responses show it. */
export interface ListedSlot {
  startsAt: string;
  endsAt: string;
  plannerIds: string[];
}

export interface SlotList extends Days, Omit<CalendarQuery, 'from' | 'to' | 'memberIds'> {
  /** Only this member, who need not be one of the planners of the type. */
  plannerId?: string | undefined;
  view: View;
}

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

/** Returns the ids of the active planners of a type, or of one member if active. */
async function activeMembers(
  db: CompanyQueries,
  { id: typeId, assignment }: Pick<CalendarType, 'id' | 'assignment'>,
  plannerId: string | undefined,
): Promise<string[]> {
  if (assignment === 'NONE') return [];
  const members =
    plannerId === undefined
      ? await activePlanners(db, { typeId })
      : await activeMember(db, { id: uuidOrNone(plannerId) });
  return members.map(({ id }) => id);
}

/** @throws 400 `invalid_request` unless there are 1 to 62 days */
export function requireDays({ from, to }: Days): void {
  const invalid = (code: string, message: string) =>
    invalidRequest({ in: 'query', path: 'to', code, message });
  if (to < from) throw invalid('minimum', 'must not be before from');
  const lastDay = daysAfter(from, maxDays - 1);
  if (to > lastDay)
    throw invalid('maximum', `must be ${lastDay} or earlier: at most ${maxDays} days can be asked for`);
}

/**
 * Lists the slots of a type that start on some days. An inactive type has none.
 *
 * @param db a snapshot
 */
export async function listSlots(
  db: CompanyQueries,
  type: CalendarType & Pick<BookingType, 'active'>,
  { from, to, view, now, plannerId, ...query }: SlotList,
): Promise<ListedSlot[]> {
  if (!type.active) return [];
  const calendar = await readCalendar(db, type, {
    from: Date.parse(startOfGermanDay(from)),
    to: Date.parse(startOfGermanDay(daysAfter(to, 1))),
    memberIds: await activeMembers(db, type, plannerId),
    now,
    ...query,
  });
  const slots = freeSlots(calendar, { from, to, now: Date.parse(now), view });
  return slots.map(({ startsAt, endsAt, personIds }) => ({
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    plannerIds: personIds,
  }));
}

/** Returns how many appointments of a type customers can still book. */
export async function countOpenSlotsOf(db: CompanyQueries, type: CalendarType, now: string): Promise<number> {
  const from = Date.parse(now);
  const calendar = await readCalendar(db, type, {
    from,
    // The last day that customers can choose is over by then.
    to: from + (type.maxAdvanceDays + 2) * dayMs,
    memberIds: await activeMembers(db, type, undefined),
    now,
  });
  return countOpenSlots(calendar, from);
}
