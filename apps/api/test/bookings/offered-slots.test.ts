import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysAfter, startOfGermanDay } from '../../src/kernel/dates/german-days.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';

const { database, addCompany, setClock } = await openTestApi();
const runs = process.env.SOAK === '1' ? 300 : 10;

const minuteMs = 60_000;
const later = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * minuteMs).toISOString();

const timeOfDay = (halfHour: number) =>
  `${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 === 0 ? '00' : '30'}`;

/** Working hours of every day. */
const hours = fc
  .tuple(fc.integer({ min: 0, max: 48 }), fc.integer({ min: 0, max: 48 }))
  .filter(([one, other]) => Math.abs(one - other) > 4)
  .map(([one, other]) => [timeOfDay(Math.min(one, other)), timeOfDay(Math.max(one, other))] as const);

/** The person, and the time in minutes from the first of two days. */
const occupied = fc.record({
  who: fc.nat(2),
  from: fc.integer({ min: 0, max: 2_800 }),
  minutes: fc.integer({ min: 10, max: 240 }),
});

/** The clocks change on the second day. */
const calendar = fc.record({
  firstDay: fc.constantFrom('2026-03-28', '2026-10-24'),
  durationMinutes: fc.constantFrom(30, 60, 90),
  stepMinutes: fc.constantFrom(15, 30, 60),
  bufferBeforeMinutes: fc.constantFrom(0, 15),
  bufferAfterMinutes: fc.constantFrom(0, 30),
  /** Null: the appointments have planners. */
  capacity: fc.constantFrom(null, null, 2),
  /** Of the company and of two of three planners. */
  hours: fc.tuple(hours, hours, hours),
  absences: fc.array(occupied, { maxLength: 3 }),
  bookings: fc.array(occupied, { maxLength: 8 }),
  /** Slots that are kept until customers confirm them, and whether that time is over. */
  kept: fc.array(fc.tuple(occupied, fc.boolean()), { maxLength: 4 }),
  /** Which starts are tried. */
  picks: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
});

test('each offered slot can be booked, by each of its planners only, and no other start on the grid', async () => {
  let [booked, refused] = [0, 0];
  const property = fc.asyncProperty(calendar, async (plan) => {
    const { firstDay, durationMinutes, stepMinutes, bufferBeforeMinutes, bufferAfterMinutes } = plan;
    const { id: companyId, api } = await addCompany();
    const store = storedBookings(database.kysely, companyId);
    const members = [await store.member(), await store.member(), await store.member()];
    const [companyHours, ...ownHours] = plan.hours;
    for (const [index, [from, to]] of [companyHours, ...ownHours].entries()) {
      const owner = index === 0 ? null : (members[index] ?? null);
      await store.hours(
        owner,
        [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, from, to] as const),
      );
    }
    const rules = { durationMinutes, stepMinutes, bufferBeforeMinutes, bufferAfterMinutes };
    const { id: typeId, slug } = await store.type(
      plan.capacity === null ? members : [],
      plan.capacity === null ? rules : { ...rules, capacity: plan.capacity },
    );
    const begin = startOfGermanDay(firstDay);
    for (const { who, from, minutes } of plan.absences)
      await store.absence(members[who] ?? '', later(begin, from), later(begin, from + minutes));
    for (const { who, from, minutes } of plan.bookings) {
      const resource = plan.capacity === null ? `member:${members[who]}` : `type:${typeId}`;
      const lane = plan.capacity === null ? 1 : 1 + (who % 2);
      const overlapping = (error: { code?: string }) => expect(error.code).toBe('23P01');
      const endsAt = later(begin, from + minutes);
      await store.booking(resource, later(begin, from), { endsAt, lane }).catch(overlapping);
    }
    for (const [{ who, from, minutes }, isOver] of plan.kept) {
      const resource = plan.capacity === null ? `member:${members[who]}` : `type:${typeId}`;
      const blocked = [later(begin, from), later(begin, from + minutes)] as const;
      await store.kept(
        resource,
        blocked,
        later(begin, isOver ? 599 : 1_200),
        1 + (plan.capacity ? who % 2 : 0),
      );
    }
    setClock(later(begin, 600));

    const query = { from: firstDay, to: daysAfter(firstDay, 1) };
    const { body } = await api.call('getSlots', { params: { slug }, query });
    const slots = new Map(body.slots.map((slot) => [slot.startsAt, slot]));
    const end = startOfGermanDay(daysAfter(firstDay, 2));
    const grid: string[] = [];
    // The clock of the service goes on.
    for (let time = later(begin, 660); time < end; time = later(time, stepMinutes)) grid.push(time);

    const book = async (startsAt: string, plannerId?: string) => {
      const customer = { name: 'Erika Muster' };
      const person = plannerId === undefined ? {} : { plannerId };
      const response = await api.call('createBooking', {
        body: { typeSlug: slug, startsAt, customer, ...person },
      });
      const ofCompany = database.kysely.deleteFrom('booking').where('companyId', '=', companyId);
      if (response.status === 201) await ofCompany.where('id', '=', response.body.id).execute();
      return response;
    };
    for (const pick of plan.picks) {
      const startsAt = grid[pick % grid.length] ?? '';
      const slot = slots.get(startsAt);
      const response = await book(startsAt);
      const isOffered = slot !== undefined;
      expect({ startsAt, isOffered, error: response.error }).toEqual({
        startsAt,
        isOffered,
        error: isOffered ? undefined : 'slot_unavailable',
      });
      if (isOffered) booked += 1;
      else refused += 1;
      if (plan.capacity !== null) continue;
      if (slot) expect(slot.plannerIds).toContain(response.body.planner?.id);
      const member = members[pick % 3] ?? '';
      const byMember = await book(startsAt, member);
      expect({ startsAt, member, status: byMember.status }).toEqual({
        startsAt,
        member,
        status: slot?.plannerIds.includes(member) ? 201 : 409,
      });
    }
  });
  await fc.assert(property, { numRuns: runs });
  expect([booked > 0, refused > 0]).toEqual([true, true]);
});
