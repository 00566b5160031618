import { preparedQuery } from '@pv-planning/database';
import type { WorkingHours } from '@pv-planning/slots';
import { sql } from 'kysely';

/** Members whose hours are read besides those of the company, and the days of the overrides. */
interface ScheduleQuery {
  memberIds: readonly string[];
  firstDay: string;
  lastDay: string;
}

/** Working hours of a member, or of the company. */
export interface StoredHours extends WorkingHours {
  memberId: string | null;
}

const ruleList = sql<string>`coalesce(json_agg(json_build_object('weekday', weekday, 'from', starts, 'to', ends)), '[]')`;
const overrideList = sql<string>`coalesce(json_agg(json_build_object('date', date, 'ranges', ranges)), '[]')`;

export const readSchedules = preparedQuery((db, { memberIds, firstDay, lastDay }: ScheduleQuery) =>
  db
    .selectFrom('schedule')
    .select(({ selectFrom }) => [
      'memberId',
      selectFrom('scheduleRule')
        .select(ruleList.as('rules'))
        .whereRef('scheduleRule.companyId', '=', 'schedule.companyId')
        .whereRef('scheduleRule.scheduleId', '=', 'schedule.id')
        .as('rules'),
      selectFrom('scheduleOverride')
        .select(overrideList.as('overrides'))
        .whereRef('scheduleOverride.companyId', '=', 'schedule.companyId')
        .whereRef('scheduleOverride.scheduleId', '=', 'schedule.id')
        .where('scheduleOverride.date', '>=', firstDay)
        .where('scheduleOverride.date', '<=', lastDay)
        .as('overrides'),
    ])
    .where(({ or, eb, fn, val }) =>
      or([eb('memberId', 'is', null), eb('memberId', '=', fn.any(val(memberIds)))]),
    )
    .$castTo<StoredHours>(),
);
