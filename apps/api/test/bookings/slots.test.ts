import type { Query } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const { database, addCompany, setClock } = await openTestApi();

// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const monday = '2026-03-23';
const at = (time: string) => `${monday}T${time}:00.000Z`;

let company: TestCompany;
let stored: ReturnType<typeof storedBookings>;
let lena: string;
let jonas: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addCompany();
  stored = storedBookings(database.kysely, company.id);
  [lena, jonas] = [await stored.member(), await stored.member()].sort() as [string, string];
});

async function slots(slug: string, query: Partial<Query<'getSlots'>> = {}) {
  const days = { from: monday, to: monday, ...query };
  const { status, body } = await company.api.call('getSlots', { params: { slug }, query: days });
  expect(status).toBe(200);
  expect(body).toMatchObject({ from: days.from, to: days.to });
  return body.slots;
}

/** The starts of the slots, as times of day in UTC. */
const starts = async (...args: Parameters<typeof slots>) =>
  (await slots(...args)).map(({ startsAt }) => startsAt.slice(11, 16));

test('lists who is free, within their own hours, or those of the company', async () => {
  await stored.hours(null, [[1, '09:00', '12:00']]);
  await stored.hours(jonas, [[1, '11:00', '13:00']]);
  const { slug } = await stored.type([lena, jonas]);
  expect(await slots(slug)).toEqual([
    { startsAt: at('08:00'), endsAt: at('09:00'), plannerIds: [lena] },
    { startsAt: at('09:00'), endsAt: at('10:00'), plannerIds: [lena] },
    { startsAt: at('10:00'), endsAt: at('11:00'), plannerIds: [lena, jonas] },
    { startsAt: at('11:00'), endsAt: at('12:00'), plannerIds: [jonas] },
  ]);
});

test('lists nothing without hours, for an inactive type, and for inactive planners', async () => {
  const { slug } = await stored.type([lena]);
  expect(await starts(slug)).toEqual([]);
  await stored.hours(null, [[1, '09:00', '10:00']]);
  expect(await starts(slug)).toEqual(['08:00']);
  const inactive = await stored.type([lena], { active: false });
  expect(await starts(inactive.slug)).toEqual([]);
  const former = await stored.type([await stored.member({ active: false })]);
  expect(await starts(former.slug)).toEqual([]);
});

test('a day that the company closes for everybody is open to a member with other hours for that day', async () => {
  await stored.hours(null, [[1, '09:00', '12:00']], { [monday]: [] });
  await stored.hours(lena, [[1, '09:00', '11:00']]);
  const { slug } = await stored.type([lena, jonas]);
  expect(await starts(slug)).toEqual([]);
  const body = { typeSlug: slug, startsAt: at('08:00'), customer: { name: 'Erika Muster' } };
  expect(await company.api.call('createBooking', { body })).toMatchObject({
    status: 409,
    error: 'slot_unavailable',
  });
  await stored.hours(jonas, [[1, '09:00', '12:00']], { [monday]: [['10:00', '11:00']] });
  expect(await starts(slug)).toEqual(['09:00']);
});

test('an override replaces the hours of its day', async () => {
  await stored.hours(lena, [[1, '09:00', '12:00']], {
    [monday]: [['14:00', '15:00']],
    '2026-03-30': [],
  });
  const { slug } = await stored.type([lena]);
  expect(await starts(slug)).toEqual(['13:00']);
  expect(await starts(slug, { from: '2026-03-30', to: '2026-03-30' })).toEqual([]);
  // After the change to summer time.
  expect(await starts(slug, { from: '2026-04-06', to: '2026-04-06' })).toEqual(['07:00', '08:00', '09:00']);
});

describe('busy time', () => {
  beforeEach(() => stored.hours(null, [[1, '08:00', '14:00']]));

  test('is that of absences', async () => {
    await stored.absence(lena, at('08:30'), at('10:00'));
    const { slug } = await stored.type([lena]);
    expect(await starts(slug)).toEqual(['07:00', '10:00', '11:00', '12:00']);
  });

  test('is that of appointments of all types, with the buffers of both', async () => {
    await stored.booking(`member:${lena}`, at('09:00'), { before: 15, after: 30 });
    const { slug } = await stored.type([lena], {
      stepMinutes: 15,
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 15,
    });
    expect(await starts(slug)).toEqual([
      '07:00',
      '07:15',
      '07:30',
      '10:45',
      '11:00',
      '11:15',
      '11:30',
      '11:45',
      '12:00',
    ]);
  });

  test.each(['PENDING_PAYMENT', 'COMPLETED', 'NO_SHOW'])('is that of %s appointments', async (status) => {
    const held =
      status === 'PENDING_PAYMENT'
        ? { holdUntil: at('00:00'), paymentStatus: 'UNPAID', priceCents: 100 }
        : {};
    await stored.booking(`member:${lena}`, at('09:00'), { status, ...held });
    expect(await starts((await stored.type([lena])).slug)).not.toContain('09:00');
  });

  test.each([{ status: 'CANCELLED', cancelledAt: at('00:00') }, { status: 'EXPIRED' }])(
    'is not that of $status appointments',
    async (values) => {
      await stored.booking(`member:${lena}`, at('09:00'), values);
      expect(await starts((await stored.type([lena])).slug)).toContain('09:00');
    },
  );

  test('is not that of a booking that will move', async () => {
    const { slug } = await stored.type([lena]);
    const excludeBookingId = await stored.booking(`member:${lena}`, at('09:00'));
    expect(await starts(slug)).not.toContain('09:00');
    expect(await starts(slug, { excludeBookingId })).toContain('09:00');
    expect(await starts(slug, { excludeBookingId: 'unknown' })).not.toContain('09:00');
  });
});

describe('a booking that will move', () => {
  beforeEach(() => stored.hours(null, [[1, '08:00', '14:00']]));

  /** The starts on the grid to which a move is accepted. Each is undone. */
  async function accepted(id: string, back: string) {
    const move = async (startsAt: string) =>
      (await company.api.call('rescheduleBooking', { params: { id }, body: { startsAt } })).status;
    const times = ['07:00', '08:00', '09:00', '10:00', '11:00', '12:00'];
    const moved: string[] = [];
    for (const time of times) {
      if ((await move(at(time))) !== 200) continue;
      moved.push(time);
      expect(await move(at(back))).toBe(200);
    }
    return moved;
  }

  test('has slots with its own length, buffers and planner, also of an inactive type', async () => {
    const { id: typeId, slug } = await stored.type([lena, jonas], { bufferAfterMinutes: 30 });
    const { body: booking } = await company.api.call('createBooking', {
      body: { typeSlug: slug, startsAt: at('07:00'), plannerId: lena, customer: { name: 'Erika Muster' } },
    });
    await stored.booking(`member:${lena}`, at('10:00'));
    const changed = { durationMinutes: 120, bufferAfterMinutes: 0, active: false };
    await database.kysely.updateTable('bookingType').set(changed).where('id', '=', typeId).execute();
    const excludeBookingId = booking.id;
    const listed = await slots(slug, { excludeBookingId });
    expect(listed[0]).toEqual({ startsAt: at('07:00'), endsAt: at('08:00'), plannerIds: [lena] });
    const free = listed.map(({ startsAt }) => startsAt.slice(11, 16));
    expect(free).toEqual(['07:00', '08:00', '11:00', '12:00']);
    expect(await accepted(booking.id, '07:00')).toEqual(free);
    expect(await starts(slug, { excludeBookingId, durationMinutes: 90 })).toEqual([
      '07:00',
      '08:00',
      '11:00',
    ]);
    expect(await starts(slug, { excludeBookingId, plannerId: jonas })).toContain('10:00');
    expect(await starts(slug)).toEqual([]);
  });
});

test('a type without planners has as many appointments at the same time as its capacity', async () => {
  await stored.hours(null, [[1, '09:00', '11:00']]);
  const { id, slug } = await stored.type([], { capacity: 2 });
  await stored.booking(`type:${id}`, at('08:00'));
  expect(await slots(slug)).toMatchObject([{ plannerIds: [] }, { plannerIds: [] }]);
  await stored.booking(`type:${id}`, at('08:00'), { lane: 2 });
  expect(await starts(slug)).toEqual(['09:00']);
});

test('plannerId asks for any active member, durationMinutes for another length', async () => {
  await stored.hours(null, [[1, '09:00', '12:00']]);
  const { slug } = await stored.type([lena]);
  expect((await slots(slug, { plannerId: jonas.toUpperCase() })).map(({ plannerIds }) => plannerIds)).toEqual(
    Array(3).fill([jonas]),
  );
  for (const plannerId of ['unknown', await stored.member({ active: false })])
    expect(await slots(slug, { plannerId })).toEqual([]);
  expect(await starts(slug, { durationMinutes: 150 })).toEqual(['08:00']);
});

test('neither hours nor appointments of other companies count', async () => {
  await stored.hours(null, [[1, '09:00', '10:00']]);
  const { slug } = await stored.type([lena]);
  const other = storedBookings(database.kysely, (await addCompany()).id);
  await other.hours(null, [[1, '08:00', '12:00']]);
  await other.booking(`member:${await other.member()}`, at('08:00'));
  expect(await starts(slug)).toEqual(['08:00']);
});

describe('days', () => {
  test('in the past have no slots, and those of today only later ones', async () => {
    await stored.hours(null, [[1, '09:00', '12:00']]);
    const { slug } = await stored.type([lena]);
    setClock(at('08:01'));
    expect(await starts(slug, { from: '2026-03-01' })).toEqual(['09:00', '10:00']);
    expect(await starts(slug, { from: '2999-12-01', to: '2999-12-31' })).toEqual([]);
  });

  test.each([
    ['2026-03-22', 'must not be before from'],
    ['2026-05-24', 'must be 2026-05-23 or earlier: at most 62 days can be asked for'],
  ])('to %s are rejected', async (to, message) => {
    const { slug } = await stored.type([lena]);
    const { status, error, details } = await company.api.call('getSlots', {
      params: { slug },
      query: { from: monday, to },
    });
    expect({ status, error }).toEqual({ status: 400, error: 'invalid_request' });
    expect(details).toEqual([expect.objectContaining({ in: 'query', path: 'to', message })]);
  });
});

test('siteId finds the types of a site, and those of all sites', async () => {
  const [site, otherSite] = [await company.newSite(), await company.newSite()];
  const everywhere = await stored.type([lena], { name: 'A' });
  const here = await stored.type([lena], { name: 'B' });
  await database.kysely
    .insertInto('bookingTypeSite')
    .values({ companyId: company.id, bookingTypeId: here.id, siteId: site })
    .execute();
  const found = async (siteId: string) =>
    (await company.api.call('listBookingTypes', { query: { siteId } })).body.data.map(({ id }) => id);
  expect(await found(site)).toEqual([everywhere.id, here.id]);
  expect(await found(otherSite)).toEqual([everywhere.id]);
  expect(await found('987654321')).toEqual([]);
});
