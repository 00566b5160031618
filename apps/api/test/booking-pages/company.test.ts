import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { addCompany, visitor, setClock, database } = await openTestApi();

// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const monday = '2026-03-23';
const at = (time: string) => `${monday}T${time}:00.000Z`;
const open = { sources: ['BOOKING_PAGE'] };

let company: Awaited<ReturnType<typeof addCompany>>;
let lena: string;
let jonas: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addCompany();
  const { stored } = company;
  lena = await stored.member({ lastName: 'Adler' });
  jonas = await stored.member({ firstName: 'Jonas', lastName: 'Brandt' });
  await stored.hours(null, [[1, '09:00', '12:00']]);
});

const starts = async (slug: string, query: Readonly<Record<string, string>> = {}) =>
  (await company.slots(slug, { from: monday, to: monday, ...query })).body.slots.map(({ startsAt }) =>
    startsAt.slice(11, 16),
  );

describe("a company's page", () => {
  test('lists the active types that customers can book, by name', async () => {
    const { stored } = company;
    await stored.type([lena], { ...open, name: 'Zählerprüfung' });
    await stored.type([lena], { sources: ['BUILDER'], name: 'Aufmaß' });
    await stored.type([lena], { name: 'Intern' });
    await stored.type([lena], { ...open, name: 'Früher', active: false });
    const { body } = await company.page();
    expect(body.bookingTypes.map(({ name, sources }) => [name, ...sources])).toEqual([
      ['Aufmaß', 'BUILDER'],
      ['Zählerprüfung', 'BOOKING_PAGE'],
    ]);
  });

  test('names only planners that customers can choose, without their addresses', async () => {
    const { stored } = company;
    const former = await stored.member({ active: false });
    const choice = await stored.type([jonas, lena, former], { ...open, assignment: 'CUSTOMER_CHOICE' });
    await stored.type([jonas, lena], { ...open, name: 'Zufall' });
    const { body, text } = await company.page();
    const planners = [
      { id: lena, name: 'Lena Adler' },
      { id: jonas, name: 'Jonas Brandt' },
    ];
    expect(body.bookingTypes).toMatchObject([{ slug: choice.slug, planners }, { planners: [] }]);
    expect(text).not.toMatch(/vogt@|buffer|capacity|siteIds|createdAt/);
  });

  test('shows a type with a price as one that cannot be booked yet', async () => {
    const { slug } = await company.stored.type([lena], { ...open, priceCents: 9900, taxRate: 19 });
    const { body } = await visitor()('getBookingPage', { handle: company.handle, slug });
    expect(body).toMatchObject({ priceCents: 9900, taxRate: 19, bookable: false });
  });

  test('is found by its whole name only, and other names get the same response', async () => {
    const other = await addCompany();
    const { id } = company;
    const named = { slug: 'sonnendach' };
    await database.kysely.updateTable('company').set(named).where('companyId', '=', id).execute();
    expect((await visitor()('getCompanyPage', { handle: `sonnendach-${id}` })).status).toBe(200);
    const wrong = [
      company.handle,
      `sonnendach-${other.id}`,
      `Sonnendach-${id}`,
      `sonnendach-0${id}`,
      `sonnendach--${id}`,
      `-${id}`,
      id,
      'sonnendach',
      'sonnendach-987654321',
      'sonnendach-9223372036854775808',
      "sonnendach'-1",
      '\u0000-1',
    ];
    const responses = await Promise.all(
      wrong.map((handle) => visitor()('getCompanyPage', { handle: encodeURIComponent(handle) })),
    );
    const [first] = responses;
    expect(first).toMatchObject({ status: 404, error: 'not_found' });
    for (const { status, text } of responses) expect([status, text]).toEqual([404, first?.text]);
  });

  test('has no other types: inactive, reserved for the team, of another company, or unknown', async () => {
    const { stored, handle } = company;
    const other = await addCompany();
    const hidden = [
      await stored.type([lena], { ...open, active: false }),
      await stored.type([lena]),
      await other.stored.type([], open),
      { slug: 'unknown' },
      { slug: '%00' },
    ];
    for (const { slug } of hidden) {
      expect((await visitor()('getBookingPage', { handle, slug })).status).toBe(404);
      const query = { from: monday, to: monday };
      expect((await visitor()('getPageSlots', { handle, slug }, { query })).status).toBe(404);
    }
  });
});

describe('slots for customers', () => {
  test('start after the minimum notice and within the maximum advance', async () => {
    const { slug } = await company.stored.type([lena], { ...open, minNoticeMinutes: 90, maxAdvanceDays: 6 });
    expect(await starts(slug)).toEqual([]);
    setClock('2026-03-17T08:00:00.000Z');
    expect(await starts(slug)).toEqual(['08:00', '09:00', '10:00']);
    setClock(at('07:29'));
    expect(await starts(slug)).toEqual(['09:00', '10:00']);
  });

  test('name the free planners only if the customer can choose', async () => {
    const { stored } = company;
    await stored.booking(`member:${jonas}`, at('09:00'));
    const choice = await stored.type([lena, jonas], { ...open, assignment: 'CUSTOMER_CHOICE' });
    const robin = await stored.type([lena, jonas], open);
    const days = { from: monday, to: monday };
    const { body } = await company.slots(choice.slug, days);
    const both = [lena, jonas].sort();
    expect(body.slots.map(({ plannerIds }) => plannerIds)).toEqual([both, [lena], both]);
    expect(await starts(choice.slug, { plannerId: jonas.toUpperCase() })).toEqual(['08:00', '10:00']);
    const { body: without } = await company.slots(robin.slug, days);
    expect(without.slots.map(({ plannerIds }) => plannerIds)).toEqual([[], [], []]);
  });

  test('do not name members whom customers cannot choose', async () => {
    const { stored } = company;
    const robin = await stored.type([lena], open);
    const choice = await stored.type([lena], { ...open, assignment: 'CUSTOMER_CHOICE' });
    expect(await starts(robin.slug, { plannerId: lena })).toEqual([]);
    expect(await starts(choice.slug, { plannerId: jonas })).toEqual([]);
    expect(await starts(choice.slug, { plannerId: 'nobody' })).toEqual([]);
  });

  test.each([
    ['2026-03-23', '2026-03-22'],
    ['2026-03-23', '2026-05-24'],
    ['2026-02-30', '2026-03-23'],
  ])('are not listed from %s to %s', async (from, to) => {
    const { slug } = await company.stored.type([lena], open);
    expect(await company.slots(slug, { from, to })).toMatchObject({ status: 400, error: 'invalid_request' });
  });
});

test('limits the reads of an address to 60 a minute', async () => {
  const { handle } = company;
  const send = visitor();
  const responses = await Promise.all(Array.from({ length: 61 }, () => send('getCompanyPage', { handle })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(60).fill(200), 429]);
});
