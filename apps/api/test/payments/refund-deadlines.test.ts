import { randomUUID } from 'node:crypto';
import type { CustomerBooking } from '@pv-planning/contract/pages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const soak = process.env.SOAK === '1';

const { addPaidCompany, standIn, setClock, visitor, database } = await openTestApi({}, { payments: true });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** It never goes back. */
let now = Date.parse(startOfExamples);
const iso = (time: number) => new Date(time).toISOString();

const company = await addPaidCompany({ minNoticeMinutes: 0, rescheduleNoticeMinutes: 0 });
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const);
await company.stored.hours(company.lena, everyDay);

/** Changes the type, as the team does with the command. */
const changeType = (values: Partial<Record<'refundNoticeMinutes' | 'cancelNoticeMinutes', number>>) =>
  database.kysely.updateTable('bookingType').set(values).where('slug', '=', company.slug).execute();

/** Books and pays a slot. */
async function paid(startsAt: number) {
  const { bookingId: id, sessionId, token } = await company.hold({ startsAt: iso(startsAt) });
  standIn.pay(sessionId);
  await company.decided(id);
  return { id, token };
}

const months = new Intl.DateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' });
const monthNames = Array.from({ length: 12 }, (_, month) => months.format(Date.UTC(2026, month)));

/** Reads a time such as `Montag, 20. April 2026, 10:00 Uhr (MESZ)`. A mail states the zone once if all its times have the same. */
function readTime(text: string, mail: string): number {
  const [, day, month = '', year, hour, minute, stated] =
    /^\S+, (\d+)\. (\S+) (\d+), (\d+):(\d+) Uhr(?: \((MESZ|MEZ)\))?$/.exec(text) ?? expect.fail(text);
  const zone = stated ?? /(?<= \()MESZ(?=\))|(?<= \()MEZ(?=\))/.exec(mail)?.[0];
  const local = Date.UTC(Number(year), monthNames.indexOf(month), Number(day), Number(hour), Number(minute));
  return local - (zone === 'MESZ' ? 2 : 1) * hourMs;
}

/** Returns the time that the last mail to the customer states, and whether it says that it has passed. */
async function stated(id: string) {
  const kind = (await company.mails(id)).findLast((sent) => /^booking-(confirmed|moved)$/.test(sent)) ?? '';
  const mail = (await company.mailTexts(id, kind)).at(-1) ?? '';
  const [, coming] = /Kostenlos absagen: bis (.+?), Sie erhalten /.exec(mail) ?? [];
  const [, passed] = /Frist für eine kostenlose Absage ist am (.+?) abgelaufen/.exec(mail) ?? [];
  const [, whenMoved] = /war (?:bereits|schon) am (.+?) abgelaufen/.exec(mail) ?? [];
  const over = passed ?? whenMoved;
  return { until: readTime(coming ?? over ?? mail, mail), isOver: coming === undefined };
}

interface Move {
  by: 'customer' | 'team';
  /** Minutes since the previous step. */
  after: number;
  /** To which full hour from then. */
  hours: number;
}

const hours = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 1_000 }));
const after = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 21, max: 3_000 }));
const move: fc.Arbitrary<Move> = fc.record({ by: fc.constantFrom('customer', 'team'), after, hours });

test('a customer gets the money back exactly until the time that the last mail stated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom([0, 0], [120, 0], [120, 120], [2_880, 0], [2_880, 1_440], [2_880, 2_880]),
      hours,
      fc.array(move, { maxLength: 4 }),
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom(-2, 2) }, after),
      async ([refundNoticeMinutes = 0, cancelNoticeMinutes = 0], firstHours, moves, cancelAfter) => {
        now = Math.ceil(now / minuteMs) * minuteMs + 30_000;
        const fullHour = (inHours: number) => Math.ceil(now / hourMs) * hourMs + inHours * hourMs;
        setClock(iso(now));
        await changeType({ refundNoticeMinutes, cancelNoticeMinutes });
        let startsAt = fullHour(firstHours);
        const { id, token } = await paid(startsAt);
        // The sold service stays.
        await changeType({ refundNoticeMinutes: 43_200, cancelNoticeMinutes: 43_200 });
        let told = await stated(id);
        for (const { by, after: minutes, hours: inHours } of moves) {
          if (now + minutes * minuteMs >= startsAt) continue;
          now += minutes * minuteMs;
          const to = fullHour(inHours);
          if (to === startsAt) continue;
          setClock(iso(now));
          const body = { startsAt: iso(to) };
          const { status } =
            by === 'team'
              ? await company.api.call('rescheduleBooking', { params: { id }, body })
              : await visitor()('rescheduleByLink', { token }, { body });
          expect(status).toBe(200);
          startsAt = to;
          const [previous, wasOver] = [told, now >= told.until + minuteMs];
          told = await stated(id);
          const atNotice = startsAt - refundNoticeMinutes * minuteMs;
          const promised = Math.min(previous.until, startsAt);
          if (wasOver) expect(told).toEqual({ until: previous.until, isOver: true });
          else if (by === 'team') expect(told.until).toBe(Math.max(atNotice, promised));
          else if (atNotice > now + 16 * minuteMs) expect(told.until).toBe(atNotice);
          else expect(told.until).toBeLessThanOrEqual(Math.max(atNotice, promised));
        }
        now = Math.max(
          now + minuteMs,
          cancelAfter === 2 || cancelAfter === -2
            ? told.until + cancelAfter * minuteMs
            : now + cancelAfter * minuteMs,
        );
        // A mail states full minutes.
        if (now >= told.until && now < told.until + minuteMs) now += minuteMs;
        if (now >= startsAt) now = startsAt - 30_000;
        setClock(iso(now));
        const { cancelUntil } = (await visitor()<CustomerBooking>('getBookingByLink', { token })).body;
        expect(Date.parse(cancelUntil ?? '')).toBeGreaterThanOrEqual(told.until);
        const cancelled = await visitor()<CustomerBooking>(
          'cancelByLink',
          { token },
          { body: {}, headers: { 'Idempotency-Key': randomUUID() }, mayFail: true },
        );
        const isRefunded = now <= told.until;
        if (!isRefunded && iso(now) > (cancelUntil ?? '')) {
          expect(cancelled).toMatchObject({ status: 409, error: 'change_too_late' });
          await company.api.call('cancelBooking', { params: { id }, body: {} });
          return;
        }
        expect(cancelled).toMatchObject({
          status: 200,
          body: { status: 'CANCELLED', paymentStatus: isRefunded ? 'REFUNDED' : 'PAID' },
        });
      },
    ),
    {
      numRuns: soak ? 300 : 25,
      endOnFailure: true,
      examples: [
        // The money comes back again for the later date, and does not once its time has passed.
        [[2_880, 0], 40, [{ by: 'customer', after: 1, hours: 900 }], -2],
        [[2_880, 0], 60, [{ by: 'customer', after: 1_000, hours: 900 }], 5],
        // Customers can correct a slip. The team takes nothing away.
        [[2_880, 0], 500, [{ by: 'customer', after: 1, hours: 30 }], 5],
        [[2_880, 1_440], 500, [{ by: 'team', after: 40, hours: 3 }], 60],
        // Both limits of a move by the team have passed.
        [[2_880, 2_880], 60, [{ by: 'team', after: 1_000, hours: 30 }], 60],
      ],
    },
  );
}, 120_000);
