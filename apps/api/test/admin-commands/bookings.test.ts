import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { openTestApi, type TestCompany } from '../support/test-api.ts';

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
