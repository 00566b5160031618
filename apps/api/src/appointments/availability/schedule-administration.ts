import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { WorkingHours } from '@pv-planning/slots';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../../company/administration-error.ts';
import { inputCheck } from '../../company/checked-input.ts';
import { requireCompany } from '../../company/company-administration.ts';
import { inTransaction } from '../../company/in-transaction.ts';
import { requireMember } from '../../company/member-administration.ts';
import { readSchedules } from './schedule-records.ts';

/** Owner of working hours: a member, or the company if there is none. */
export interface ScheduleOwner {
  companyId: string;
  memberId?: string | undefined;
}

export interface ScheduleAdministration {
  /** Replaces working hours. Null removes them; a member without hours has those of the company. */
  setSchedule(owner: ScheduleOwner, hours: WorkingHours | null): Promise<void>;
  /** Returns null if there are none. */
  readSchedule(owner: ScheduleOwner): Promise<WorkingHours | null>;
}

const from = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', says: 'must be HH:MM, from 00:00' };
const to = {
  type: 'string',
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  says: 'must be HH:MM, up to 24:00',
};

const checkShape = inputCheck<WorkingHours>({
  type: 'object',
  additionalProperties: false,
  required: ['rules'],
  properties: {
    rules: {
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['weekday', 'from', 'to'],
        properties: { weekday: { type: 'integer', minimum: 1, maximum: 7 }, from, to },
      },
    },
    overrides: {
      type: 'array',
      maxItems: 1000,
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['date', 'ranges'],
        properties: {
          date: { type: 'string', format: 'date' },
          ranges: {
            type: 'array',
            maxItems: 20,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['from', 'to'],
              properties: { from, to },
            },
          },
        },
      },
    },
  },
});

/** Checks the content of a file. @throws {AdministrationError} if a field is unknown or a value invalid, or if times overlap */
export function workingHours(input: unknown): WorkingHours {
  const { rules, overrides = [] } = checkShape(input);
  for (const [weekday, ranges] of Map.groupBy(rules, (rule) => rule.weekday))
    requireOrder(`weekday ${weekday}`, ranges);
  for (const [date, ofDate] of Map.groupBy(overrides, (override) => override.date)) {
    if (ofDate.length > 1) throw refused(`There are two overrides of ${date}`);
    requireOrder(date, ofDate[0]?.ranges ?? []);
  }
  return { rules, overrides };
}

function requireOrder(day: string, ranges: readonly { from: string; to: string }[]): void {
  let end = '';
  for (const range of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (range.to <= range.from)
      throw refused(`The hours from ${range.from} to ${range.to} of ${day} end before they begin`);
    if (range.from < end) throw refused(`The hours of ${day} overlap at ${range.from}`);
    end = range.to;
  }
}

function refused(problem: string): AdministrationError {
  return new AdministrationError('invalid_fields', `${problem}.`);
}

export function scheduleAdministration(kysely: Kysely<Tables>): ScheduleAdministration {
  return {
    setSchedule({ companyId, memberId: entered }, hours) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId, 'lock'));
        const memberId = entered === undefined ? null : await requireMember(db, companyId, entered);
        await db
          .deleteFrom('schedule')
          .where('memberId', memberId === null ? 'is' : '=', memberId)
          .execute();
        if (hours) await insertSchedule(db, memberId, hours);
      });
    },

    async readSchedule({ companyId, memberId: entered }) {
      const db = withinCompany(kysely, await requireCompany(kysely, companyId));
      const memberId = entered === undefined ? null : await requireMember(db, companyId, entered);
      const days = { firstDay: '-infinity', lastDay: 'infinity' };
      const found = await readSchedules(db, { memberIds: memberId === null ? [] : [memberId], ...days });
      const hours = found.find((schedule) => schedule.memberId === memberId);
      if (!hours) return null;
      const { rules, overrides } = hours;
      return {
        rules: rules.toSorted((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1)),
        overrides: overrides.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      };
    },
  };
}

async function insertSchedule(
  db: CompanyQueries,
  memberId: string | null,
  { rules, overrides }: WorkingHours,
): Promise<void> {
  const { scheduleId } = await db
    .insertInto('schedule')
    .values({ memberId })
    .returning('id as scheduleId')
    .executeTakeFirstOrThrow();
  const weekly = rules.map(({ weekday, from: starts, to: ends }) => ({ scheduleId, weekday, starts, ends }));
  if (weekly.length > 0) await db.insertInto('scheduleRule').values(weekly).execute();
  const dated = overrides.map(({ date, ranges }) => ({ scheduleId, date, ranges: JSON.stringify(ranges) }));
  if (dated.length > 0) await db.insertInto('scheduleOverride').values(dated).execute();
}
