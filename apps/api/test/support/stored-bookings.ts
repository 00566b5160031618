import type { CompanyTables, Tables } from '@pv-planning/database';
import type { Insertable, Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';

type Values<Table extends keyof Tables> = Partial<Insertable<CompanyTables[Table]>>;

const minuteMs = 60_000;
const shifted = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * minuteMs).toISOString();

/** Stores the prerequisites of appointments directly, in states that operations do not produce. */
export function storedBookings(kysely: Kysely<Tables>, companyId: string) {
  return {
    /** An active planner. */
    async member(values: Values<'member'> = {}): Promise<string> {
      const id = uuidv7();
      const person = {
        firstName: 'Lena',
        lastName: 'Vogt',
        email: 'lena.vogt@sonnendach.example',
        role: 'PLANNER',
      };
      await kysely
        .insertInto('member')
        .values({ ...person, ...values, companyId, id })
        .execute();
      return id;
    },

    /** A free appointment of an hour in steps of an hour. */
    async type(plannerIds: readonly string[], values: Values<'bookingType'> = {}) {
      const added = kysely
        .insertInto('bookingType')
        .values({
          slug: `type-${uuidv7()}`,
          name: 'Vor-Ort-Termin',
          durationMinutes: 60,
          stepMinutes: 60,
          location: 'ON_SITE',
          assignment: plannerIds.length > 0 ? 'ROUND_ROBIN' : 'NONE',
          ...values,
          companyId,
        })
        .returning(['id', 'slug', 'name']);
      const type = await added.executeTakeFirstOrThrow();
      const members = plannerIds.map((memberId) => ({ companyId, bookingTypeId: type.id, memberId }));
      if (members.length > 0) await kysely.insertInto('bookingTypeMember').values(members).execute();
      return type;
    },

    /** Working hours of a member, or of the company, as `[weekday, from, to]`; overrides by date as `[from, to]`. */
    async hours(
      memberId: string | null,
      rules: readonly (readonly [number, string, string])[],
      overrides: Readonly<Record<string, readonly (readonly [string, string])[]>> = {},
    ): Promise<void> {
      const added = kysely
        .insertInto('schedule')
        .values({ companyId, memberId })
        .returning('id as scheduleId');
      const { scheduleId } = await added.executeTakeFirstOrThrow();
      for (const [weekday, starts, ends] of rules)
        await kysely
          .insertInto('scheduleRule')
          .values({ companyId, scheduleId, weekday, starts, ends })
          .execute();
      for (const [date, times] of Object.entries(overrides)) {
        const ranges = JSON.stringify(times.map(([from, to]) => ({ from, to })));
        await kysely.insertInto('scheduleOverride').values({ companyId, scheduleId, date, ranges }).execute();
      }
    },

    async absence(memberId: string, startsAt: string, endsAt: string): Promise<void> {
      await kysely
        .insertInto('absence')
        .values({ companyId, memberId, kind: 'VACATION', startsAt, endsAt })
        .execute();
    },

    /** A slot that is kept until its customer confirms the appointment, from and to the times that it blocks. */
    async kept(
      resource: string,
      [blockedFrom, blockedTo]: readonly [string, string],
      keptUntil: string,
      lane = 1,
    ): Promise<void> {
      const id = uuidv7();
      const values = { companyId, id, content: '', createdAt: blockedFrom };
      await kysely
        .insertInto('keptSlot')
        .values({ ...values, resource, lane, blockedFrom, blockedTo, keptUntil })
        .execute();
    },

    /** A confirmed, free appointment of an hour, entered by the team, with buffers in minutes. An empty resource conflicts with nothing. */
    async booking(
      resource: string,
      startsAt: string,
      { before = 0, after = 0, ...values }: Values<'booking'> & { before?: number; after?: number } = {},
    ): Promise<string> {
      const id = uuidv7();
      const { endsAt = shifted(startsAt, 60) } = values;
      await kysely
        .insertInto('booking')
        .values({
          source: 'PLANNER',
          status: 'CONFIRMED',
          startsAt,
          endsAt,
          blockedFrom: shifted(startsAt, -before),
          blockedTo: shifted(String(endsAt), after),
          resource: resource === '' ? `booking:${id}` : resource,
          plannerId: resource.startsWith('member:') ? resource.slice('member:'.length) : null,
          paymentStatus: 'FREE',
          priceCents: 0,
          rescheduleNoticeMinutes: 1440,
          cancelNoticeMinutes: 1440,
          refundNoticeMinutes: 1440,
          name: 'Erika Muster',
          ...values,
          companyId,
          id,
        })
        .execute();
      return id;
    },
  };
}
