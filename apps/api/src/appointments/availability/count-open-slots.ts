import type { CompanyQueries } from '@pv-planning/database';
import { countOpenSlots } from '@pv-planning/slots';
import { activeMembers } from './list-slots.ts';
import { type CalendarType, readCalendar } from './read-calendar.ts';

const dayMs = 86_400_000;

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
