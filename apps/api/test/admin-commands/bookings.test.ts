import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const { database, addCompany } = await openTestApi();
const { admin, text, json } = commandLineOn(database);

let company: TestCompany;
let lena: string;
let jonas: string;

beforeEach(async () => {
  company = await addCompany();
  [lena, jonas] = [await addMember('Lena'), await addMember('Jonas')];
});

async function addMember(firstName: string): Promise<string> {
  const who = ['--first-name', firstName, '--last-name', 'Vogt', '--email', 'vogt@sonnendach.example'];
  return (await json('member', 'create', '--company', company.id, ...who, '--role', 'PLANNER')).id;
}

/** Runs a command with `input` as its file. */
async function withFile(args: readonly string[], input: object | string) {
  const content = typeof input === 'string' ? input : JSON.stringify(input);
  const { exitCode, stdout, stderr } = await admin(
    [...args, '--company', company.id, '--file', '-', '--json'],
    {},
    content,
  );
  return { exitCode, output: stdout && JSON.parse(stdout), failure: stderr && JSON.parse(stderr) };
}

async function succeeds(args: readonly string[], input: object) {
  const { exitCode, output, failure } = await withFile(args, input);
  expect({ exitCode, failure }).toEqual({ exitCode: 0, failure: '' });
  return output;
}

const visit = { name: 'Vor-Ort-Termin', durationMinutes: 60, location: 'ON_SITE' };

describe('booking types', () => {
  const create = (fields: object) => succeeds(['booking-type', 'create', 'visit'], fields);
  const update = (fields: object) => succeeds(['booking-type', 'update', 'visit'], fields);

  test('are created with the defaults of fields that the file omits, and shown by the API', async () => {
    const { planners, ...created } = await create({ ...visit, plannerIds: [lena] });
    expect(planners).toEqual([{ plannerId: lena, priority: 1, weight: 1 }]);
    const { body } = await company.api.call('getBookingType', { params: { slug: 'visit' } });
    expect(body).toEqual(created);
    expect(body).toMatchObject({
      ...visit,
      slug: 'visit',
      stepMinutes: 30,
      bufferBeforeMinutes: 0,
      minNoticeMinutes: 1440,
      maxAdvanceDays: 60,
      assignment: 'ROUND_ROBIN',
      capacity: 1,
      plannerIds: [lena],
      sources: [],
      priceCents: 0,
      taxRate: null,
      bookable: true,
    });
  });

  test('have every field that can be set', async () => {
    const fields = {
      ...visit,
      description: 'Wir messen Ihr Dach auf.',
      stepMinutes: 15,
      bufferBeforeMinutes: 30,
      bufferAfterMinutes: 15,
      minNoticeMinutes: 60,
      maxAdvanceDays: 90,
      rescheduleNoticeMinutes: 120,
      cancelNoticeMinutes: 180,
      requiresAddress: true,
      assignment: 'CUSTOMER_CHOICE',
      siteIds: [await company.newSite()],
      sources: ['BUILDER', 'BOOKING_PAGE'],
      priceCents: 9900,
      taxRate: 19,
      reminder: false,
      active: false,
    };
    expect(await create(fields)).toMatchObject({ ...fields, bookable: false });
  });

  test('keep what the file of a change omits, and change updatedAt only if something changes', async () => {
    const before = await create({ ...visit, planners: [{ plannerId: lena, priority: 2, weight: 3 }] });
    expect(await update({ durationMinutes: 60, plannerIds: [lena] })).toEqual(before);
    const after = await update({ active: false, plannerIds: [lena, jonas] });
    expect(
      after.planners.toSorted((a: { priority: number }, b: { priority: number }) => b.priority - a.priority),
    ).toEqual([
      { plannerId: lena, priority: 2, weight: 3 },
      { plannerId: jonas, priority: 1, weight: 1 },
    ]);
    expect(after).toMatchObject({ ...visit, active: false });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test('are listed', async () => {
    await create({ ...visit, priceCents: 9900, taxRate: 19 });
    expect(await text('booking-type', 'list', '--company', company.id)).toMatch(
      /^SLUG .*\nvisit +Vor-Ort-Termin +60 +99.00 EUR +ROUND_ROBIN +0 +– +yes\n$/,
    );
  });

  test.each([
    ['outside production', {}, false, true],
    ['without a public address', { NODE_ENV: 'production' }, true, false],
    ['with a test account', { NODE_ENV: 'production', PUBLIC_URL: 'https://offers.example' }, false, false],
    [
      'with an account that moves money',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://offers.example' },
      true,
      true,
    ],
  ])(
    'with a price are shown as bookable as on the page of the company: %s',
    async (_, environment, isLive, bookable) => {
      const now = new Date().toISOString();
      const account = { id: unknownId, apiKey: 'x', apiKeyEnd: 'x', isLive, webhookSecret: 'x' };
      await database
        .forCompany(company.id)
        .insertInto('paymentAccount')
        .values({ ...account, createdAt: now, updatedAt: now })
        .execute();
      await create({ ...visit, plannerIds: [lena], priceCents: 9900, taxRate: 19 });
      const { stdout } = await admin(
        ['booking-type', 'list', '--company', company.id, '--json'],
        environment,
      );
      expect(JSON.parse(stdout)).toMatchObject([{ bookable }]);
    },
  );

  test.each<[string, object, string]>([
    ['an unknown field', { ...visit, color: 'red' }, 'color is not a field'],
    ['a fixed field', { ...visit, bookable: true }, 'bookable cannot be changed'],
    ['an invalid value', { ...visit, stepMinutes: 7 }, 'stepMinutes'],
    ['a missing field', { name: 'Termin' }, 'needs name, durationMinutes and location'],
    ['an unknown planner', { ...visit, plannerIds: [unknownId] }, `no member ${unknownId}`],
    ['an unknown site', { ...visit, siteIds: ['987654321'] }, 'no site 987654321'],
    ['an invalid weight', { ...visit, planners: [{ plannerId: unknownId, weight: 0 }] }, '0/weight'],
    ['both lists of planners', { ...visit, plannerIds: [], planners: [] }, 'send one of them'],
    ['a price without VAT', { ...visit, priceCents: 9900 }, 'A price needs taxRate'],
    [
      'a refund that ends after cancelling',
      { ...visit, priceCents: 9900, taxRate: 19, cancelNoticeMinutes: 2880, refundNoticeMinutes: 1440 },
      'With a price, refundNoticeMinutes must not be less than cancelNoticeMinutes',
    ],
    ['VAT without a price', { ...visit, taxRate: 19 }, 'taxRate must be null if priceCents is 0'],
    ['a capacity with planners', { ...visit, capacity: 2 }, 'capacity can only be above 1'],
  ])('are refused with %s', async (_what, fields, message) => {
    const { exitCode, failure } = await withFile(['booking-type', 'create', 'visit'], fields);
    expect({ exitCode, message: failure.message }).toEqual({
      exitCode: 1,
      message: expect.stringContaining(message),
    });
    expect(await json('booking-type', 'list', '--company', company.id)).toEqual([]);
  });

  test('are refused without planners if nobody is assigned, with a used or unknown slug', async () => {
    const nobody = { ...visit, assignment: 'NONE', plannerIds: [lena] };
    expect((await withFile(['booking-type', 'create', 'visit'], nobody)).failure.error).toBe(
      'invalid_fields',
    );
    await create(visit);
    expect((await withFile(['booking-type', 'create', 'visit'], visit)).failure.error).toBe(
      'booking_type_exists',
    );
    expect((await withFile(['booking-type', 'update', 'call'], visit)).failure.error).toBe(
      'booking_type_not_found',
    );
    expect((await withFile(['booking-type', 'create', 'Vor Ort'], visit)).exitCode).toBe(2);
  });
});

describe('working hours', () => {
  const hours = {
    rules: [
      { weekday: 1, from: '09:00', to: '12:00' },
      { weekday: 1, from: '13:00', to: '24:00' },
    ],
    overrides: [
      { date: '2026-03-23', ranges: [{ from: '10:00', to: '11:00' }] },
      { date: '2026-03-30', ranges: [] },
    ],
  };
  const show = (...member: string[]) => json('schedule', 'show', '--company', company.id, ...member);

  test('are shown in the form in which they are set, and decide about slots', async () => {
    expect(await show()).toBeNull();
    expect(await succeeds(['schedule', 'set'], hours)).toEqual(hours);
    expect(await show()).toEqual(hours);
    expect(await text('schedule', 'show', '--company', company.id)).toContain('  Monday 13:00–24:00\n');
    await succeeds(['booking-type', 'create', 'visit'], { ...visit, plannerIds: [lena] });
    const query = { from: '2026-03-23', to: '2026-03-30' };
    const { body } = await company.api.call('getSlots', { params: { slug: 'visit' }, query });
    expect(body.slots.map(({ startsAt }) => startsAt)).toEqual(['2026-03-23T09:00:00.000Z']);
  });

  test('of a member are set and removed without those of the company', async () => {
    await succeeds(['schedule', 'set'], hours);
    const own = { rules: [], overrides: [] };
    await succeeds(['schedule', 'set', '--member', lena], { rules: [] });
    expect(await show('--member', lena)).toEqual(own);
    await text('schedule', 'set', '--company', company.id, '--member', lena, '--remove');
    expect(await show('--member', lena)).toBeNull();
    expect(await show()).toEqual(hours);
  });

  test.each<[string, object, string]>([
    ['an unknown field', { rules: [], zone: 'UTC' }, 'zone is not a field'],
    ['no rules', { overrides: [] }, 'rules'],
    ['another weekday', { rules: [{ weekday: 0, from: '09:00', to: '10:00' }] }, 'rules/0/weekday'],
    ['another form of time', { rules: [{ weekday: 1, from: '9:00', to: '10:00' }] }, 'must be HH:MM'],
    [
      'an end before the start',
      { rules: [{ weekday: 1, from: '10:00', to: '09:00' }] },
      'end before they begin',
    ],
    [
      'overlapping hours',
      { rules: [hours.rules[0], { weekday: 1, from: '11:59', to: '13:00' }] },
      'weekday 1 overlap at 11:59',
    ],
    ['an invalid day', { rules: [], overrides: [{ date: '2026-02-30', ranges: [] }] }, 'overrides/0/date'],
    [
      'two overrides of a day',
      { rules: [], overrides: [hours.overrides[1], hours.overrides[1]] },
      'two overrides',
    ],
  ])('are refused with %s', async (_what, input, message) => {
    const { exitCode, failure } = await withFile(['schedule', 'set'], input);
    expect({ exitCode, error: failure.error }).toEqual({ exitCode: 1, error: 'invalid_fields' });
    expect(failure.message).toContain(message);
    expect(await show()).toBeNull();
  });

  test('are refused for unknown members, and without a file', async () => {
    const args = ['schedule', 'set', '--member', unknownId];
    expect((await withFile(args, hours)).failure.error).toBe('member_not_found');
    expect((await admin(['schedule', 'set', '--company', company.id])).exitCode).toBe(2);
  });
});

describe('absences', () => {
  const add = (...args: string[]) =>
    json('absence', 'add', '--company', company.id, '--member', lena, ...args);
  const list = (...args: string[]) => json('absence', 'list', '--company', company.id, ...args);

  test('last from the first to the last day in Germany, or between times', async () => {
    const vacation = await add('--from', '2026-03-27', '--to', '2026-03-30');
    expect(vacation).toEqual({
      id: expect.any(String),
      plannerId: lena,
      kind: 'VACATION',
      startsAt: '2026-03-26T23:00:00.000Z',
      endsAt: '2026-03-30T22:00:00.000Z',
    });
    const fair = await add(
      '--kind',
      'EXTERNAL',
      '--from',
      '2026-03-02T08:00:00Z',
      '--to',
      '2026-03-02T12:00:00+01:00',
    );
    expect(await list()).toEqual([fair, vacation]);
    expect(await list('--member', jonas)).toEqual([]);
    expect(await text('absence', 'remove', fair.id, '--company', company.id)).toContain('Removed absence');
    expect(await list('--member', lena)).toEqual([vacation]);
  });

  test('are added from a file, all of them or none', async () => {
    const days = { from: '2026-03-27', to: '2026-03-30' };
    const fair = { from: '2026-03-02T08:00:00Z', to: '2026-03-02T12:00:00+01:00' };
    const file = [
      { plannerId: lena, ...days },
      { plannerId: jonas, kind: 'EXTERNAL', ...fair },
    ];
    const added = await succeeds(['absence', 'add'], file);
    expect(added).toMatchObject([
      { plannerId: lena, kind: 'VACATION', startsAt: '2026-03-26T23:00:00.000Z' },
      { plannerId: jonas, kind: 'EXTERNAL', endsAt: '2026-03-02T11:00:00.000Z' },
    ]);
    expect(await list()).toEqual(added.toReversed());

    const refusals: [object, string][] = [
      [[{ plannerId: lena, from: 'Monday', to: days.to }], '0/from is no time. Enter a day'],
      [[{ plannerId: lena, ...days, color: 'red' }], '0/color is not a field'],
      [[{ plannerId: lena, from: days.from }], '0/to'],
      [[{ plannerId: lena, kind: 'HOLIDAY', ...days }], '0/kind'],
      [{ plannerId: lena, ...days }, 'The file'],
      [[file[0], { plannerId: lena, from: days.to, to: days.from }], 'must end after it starts'],
      [[file[0], { plannerId: unknownId, ...days }], `no member ${unknownId}`],
    ];
    for (const [input, message] of refusals) {
      const { exitCode, failure } = await withFile(['absence', 'add'], input);
      expect({ exitCode, message: failure.message }).toEqual({
        exitCode: 1,
        message: expect.stringContaining(message),
      });
    }
    expect((await withFile(['absence', 'add', '--member', lena], file)).exitCode).toBe(2);
    expect((await admin(['absence', 'add', '--company', company.id, '--member', lena])).exitCode).toBe(2);
    expect(await list()).toHaveLength(2);
  });

  test('are refused if they end before they start, with unknown ids, or without a valid time', async () => {
    const failing = async (...args: string[]) => {
      const { exitCode, stderr } = await admin(['absence', ...args, '--company', company.id, '--json']);
      return `${exitCode} ${JSON.parse(stderr).error}`;
    };
    const days = ['--from', '2026-03-30', '--to', '2026-03-28'];
    expect(await failing('add', '--member', lena, ...days)).toBe('1 invalid_fields');
    expect(await failing('add', '--member', unknownId, '--from', '2026-03-27', '--to', '2026-03-28')).toBe(
      '1 member_not_found',
    );
    expect(await failing('add', '--member', lena, '--from', 'Monday', '--to', '2026-03-28')).toBe('2 usage');
    expect(await failing('remove', '987654321')).toBe('1 absence_not_found');
  });
});

describe('appointments', () => {
  const list = (...args: string[]) => json('booking', 'list', '--company', company.id, ...args);
  const startsOf = async (...args: string[]) =>
    (await list(...args)).map(({ startsAt }: { startsAt: string }) => startsAt.slice(0, 10));

  test('are listed from today on as the API shows them, the earliest first', async () => {
    const store = storedBookings(database.kysely, company.id);
    const member = `member:${lena}`;
    await store.booking(member, '2020-03-02T09:00:00.000Z');
    await store.booking(member, '2031-03-04T09:00:00.000Z');
    const id = await store.booking(member, '2031-03-03T09:00:00.000Z');
    const [first] = await list();
    expect(first).toEqual((await company.api.call('getBooking', { params: { id } })).body);
    expect(await startsOf()).toEqual(['2031-03-03', '2031-03-04']);
    expect(await text('booking', 'list', '--company', company.id, '--limit', '1')).toMatch(
      /^ID .*\n.* +2031-03-03T09:00:00.000Z +60 +– +CONFIRMED +FREE +Erika Muster +Lena Vogt\nThe first 1 of 2.\n$/,
    );
  });

  test('are filtered', async () => {
    const store = storedBookings(database.kysely, company.id);
    const type = await store.type([jonas], { slug: 'visit' });
    const visit = { typeSlug: type.slug, typeName: type.name };
    await store.booking(`member:${jonas}`, '2031-03-02T23:00:00.000Z', {
      ...visit,
      email: 'E@muster.example',
    });
    await store.booking(`type:${type.id}`, '2031-03-03T23:00:00.000Z');
    await store.booking(`member:${lena}`, '2031-03-05T09:00:00.000Z', {
      status: 'PENDING_PAYMENT',
      paymentStatus: 'UNPAID',
      priceCents: 9900,
      taxRate: 19,
      holdUntil: '2031-03-01T09:00:00.000Z',
    });
    expect(await startsOf()).toEqual(['2031-03-02', '2031-03-03']);
    expect(await startsOf('--from', '2031-03-03', '--to', '2031-03-03')).toEqual(['2031-03-02']);
    expect(await startsOf('--type', 'visit')).toEqual(['2031-03-02']);
    expect(await startsOf('--member', jonas)).toEqual(['2031-03-02']);
    expect(await startsOf('--member', 'none')).toEqual(['2031-03-03']);
    expect(await startsOf('--customer', 'e@muster.example')).toEqual(['2031-03-02']);
    expect(await startsOf('--status', 'PENDING_PAYMENT')).toEqual(['2031-03-05']);
    expect(await text('booking', 'list', '--company', company.id, '--to', '2030-01-01')).toBe(
      'No appointments found.\n',
    );
  });

  test('are refused with an unknown member, status or time', async () => {
    const failing = async (...args: string[]) => {
      const { exitCode, stderr } = await admin([
        'booking',
        'list',
        ...args,
        '--company',
        company.id,
        '--json',
      ]);
      return `${exitCode} ${JSON.parse(stderr).error}`;
    };
    expect(await failing('--member', unknownId)).toBe('1 member_not_found');
    expect(await failing('--status', 'OPEN')).toBe('2 usage');
    expect(await failing('--from', 'Monday')).toBe('2 usage');
    expect(await failing('--customer', 'Erika')).toBe('2 usage');
  });
});
