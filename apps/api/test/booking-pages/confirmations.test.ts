import { randomUUID } from 'node:crypto';
import type { Booking, OfferRequest } from '@pv-planning/contract';
import type { Body, Confirmation, PageBookingCreated, PageRequestCreated } from '@pv-planning/contract/pages';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { purgeTask } from '../../src/server/purges.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const { addCompany, visitor, setClock, runTask, database, url } = await openTestApi({
  confirmBookings: true,
});
const contents = mailContents({ secretKey });

type Company = Awaited<ReturnType<typeof addCompany>>;
type Create = Body<'createPageBooking'>;

// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const monday = '2026-03-23';
const at = (hour: number, day = monday) => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const startOfTest = '2026-03-16T08:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(startOfTest) + minutes * 60_000).toISOString();
const open = { sources: ['BOOKING_PAGE', 'BUILDER'], minNoticeMinutes: 60, maxAdvanceDays: 14 };
const erika = { forename: 'Erika', surname: 'Muster' };

let company: Company;
let lena: string;
let slug: string;
let visits = 0;

beforeEach(async () => {
  setClock(startOfTest);
  company = await addCompany();
  lena = await company.stored.member();
  await company.stored.hours(null, [
    [1, '08:00', '18:00'],
    [2, '08:00', '18:00'],
  ]);
  ({ slug } = await company.stored.type([lena], open));
});

/** From a network of its own. */
const anywhere = () => {
  visits += 1;
  return `2001:db8:${visits.toString(16)}::17`;
};

function book(body: Partial<Create> = {}, from = anywhere()) {
  return visitor(from)<PageBookingCreated>(
    'createPageBooking',
    { handle: company.handle, slug },
    {
      body: { ...erika, email: `${randomUUID()}@example.org`, startsAt: at(8), ...body },
      headers: { 'Idempotency-Key': randomUUID() },
    },
  );
}

const kept = {
  token: null,
  booking: null,
  checkoutUrl: null,
  holdUntil: null,
  confirmUntil: expect.stringMatching(/^2026-03-16T08:15:/),
};

/** A company gets ten bookings an hour from strangers. */
const addUnproven = (count = 10) => addUnprovenAt(startOfTest, count);

async function addUnprovenAt(createdAt: string, count = 10): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await company.stored.booking('', at(8), {
      source: 'BOOKING_PAGE',
      createdAt,
      email: `${randomUUID()}@example.org`,
    });
}

async function mails(email: string) {
  const rows = await database.kysely
    .selectFrom('mail')
    .select(['id', 'companyId', 'kind', 'content', 'isAnonymous'])
    .where('companyId', '=', company.id)
    .where('toAddress', '=', email)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, content, isAnonymous, ...row }) => ({
    kind,
    isAnonymous,
    ...contents.open(content ?? '', row),
  }));
}

/** Returns the token of the link in the mail that asks for a confirmation. */
async function tokenFor(email: string): Promise<string> {
  const mail = (await mails(email)).findLast(({ kind }) => kind === 'slot-kept') ?? expect.fail();
  const [token = expect.fail()] = /(?<=\/c\/)[\w.-]+/.exec(mail.text) ?? [];
  return token;
}

const confirm = (token: string, from = anywhere()) =>
  visitor(from)<PageBookingCreated>('confirmBooking', { token });
const read = async (token: string) => (await visitor()<Confirmation>('getConfirmation', { token })).body;

const bookings = async (): Promise<Booking[]> =>
  (await company.api.call('listBookings', { query: { limit: 200 } })).body.data;

async function offered(day = monday): Promise<string[]> {
  const { body } = await company.slots(slug, { from: day, to: day });
  return body.slots.map(({ startsAt }) => startsAt);
}

describe('a booking beyond the limit of bookings by strangers', () => {
  const email = 'erika.muster@example.org';

  beforeEach(() => addUnproven());

  test('is kept: nobody else gets the slot, and nothing else exists', async () => {
    const before = await bookings();
    const events = await company.raisedBy(async () => {
      expect(await book({ email })).toMatchObject({ status: 200, body: kept });
    });
    expect([events, await bookings()]).toEqual([[], before]);
    expect(await offered()).not.toContain(at(8));
    const team = await company.api.call('getSlots', {
      params: { slug },
      query: { from: monday, to: monday },
    });
    expect(team.body.slots.map(({ startsAt }) => startsAt)).not.toContain(at(8));
    const taken = { status: 409, error: 'slot_unavailable' };
    expect(await book()).toMatchObject(taken);
    const customer = { name: 'Kim Weber' };
    const create = (startsAt: string) =>
      company.api.send('POST', '/v1/bookings', { body: { typeSlug: slug, startsAt, customer } });
    expect(await create(at(8))).toMatchObject(taken);
    const other = (await create(at(10))).body as Booking;
    const move = { startsAt: at(8) };
    expect(
      await company.api.send('POST', `/v1/bookings/${other.id}/reschedule`, { body: move }),
    ).toMatchObject(taken);
    const jonas = await company.stored.member();
    const handed = await company.stored.booking(`member:${jonas}`, at(8));
    expect(
      await company.api.send('POST', `/v1/bookings/${handed}/reassign`, { body: { plannerId: lena } }),
    ).toMatchObject({ status: 409, error: 'planner_unavailable' });
    setClock(after(16));
    expect(await offered()).toContain(at(8));
    expect((await create(at(8))).status).toBe(201);
  });

  test('is mailed without typed texts', async () => {
    const typed = { forename: 'Gewinnerin', surname: 'Klickhier', note: 'Nur heute', phone: '0900 1' };
    await book({ email, ...typed, address: 'Preisweg 1' });
    const [mail = expect.fail(), ...others] = await mails(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'slot-kept', to: { address: email, name: '' }, calendar: null });
    expect(mail.text).toContain('Vor-Ort-Termin');
    expect(mail.text).not.toContain('solange er noch frei ist');
    expect(JSON.stringify(mail)).not.toMatch(/Gewinnerin|Klickhier|Nur heute|0900|Preisweg/);
    const token = await tokenFor(email);
    const confirmation = await visitor()('getConfirmation', { token });
    expect(confirmation.text).not.toMatch(/Gewinnerin|Klickhier|Nur heute|0900|Preisweg|erika/);
    const stored = await database.kysely.selectFrom('keptSlot').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/Gewinnerin|Preisweg|erika/);
  });

  test('becomes real when it is confirmed by the mailed link, once', async () => {
    await book({ email, note: 'Bitte klingeln', language: 'en' });
    const token = await tokenFor(email);
    expect(await read(token)).toMatchObject({
      ...{ state: 'OPEN', confirmUntil: kept.confirmUntil, typeName: 'Vor-Ort-Termin', language: 'en' },
      ...{ startsAt: at(8), endsAt: at(9), location: 'ON_SITE', priceCents: 0 },
      company: { name: 'Dachwerk Beispielstadt GmbH' },
    });
    setClock(after(14));
    let first: PageBookingCreated | undefined;
    const events = await company.raisedBy(async () => {
      const responses = await Promise.all([confirm(token), confirm(token), confirm(token)]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      first = responses[0]?.body;
      for (const { body } of responses) expect(body).toEqual(first);
    });
    expect(events.map(({ type }) => type)).toEqual(['booking.created']);
    expect(first).toMatchObject({ booking: { status: 'CONFIRMED', startsAt: at(8) }, confirmUntil: null });
    const [booking = expect.fail()] = (await bookings()).filter(({ customer }) => customer?.email === email);
    expect(booking).toMatchObject({
      ...{ status: 'CONFIRMED', source: 'BOOKING_PAGE', planner: { id: lena }, note: 'Bitte klingeln' },
      customer: { name: 'Erika Muster', forename: 'Erika' },
    });
    expect((await confirm(token)).body).toEqual(first);
    expect((await read(token)).state).toBe('CONFIRMED');
    expect((await bookings()).filter(({ customer }) => customer?.email === email)).toHaveLength(1);
    const [confirmation = expect.fail()] = await mails(email);
    expect(confirmation).toMatchObject({
      ...{ kind: 'booking-confirmed', isAnonymous: false },
      to: { address: email, name: '' },
    });
    expect(confirmation.text).toContain('Hello,');
    // Whoever pressed the button need not be the one who typed.
    expect(JSON.stringify(confirmation)).not.toMatch(/Erika Muster|Bitte klingeln/);
  });

  test('expires', async () => {
    await book({ email });
    const token = await tokenFor(email);
    setClock(after(16));
    expect(await confirm(token)).toMatchObject({ status: 409, error: 'confirmation_expired' });
    expect(await read(token)).toMatchObject({ state: 'EXPIRED', startsAt: null, confirmUntil: null });
    await runTask(company.id, purgeTask('delete-kept-slots'));
    expect((await read(token)).state).toBe('EXPIRED');
    setClock(after(121));
    await runTask(company.id, purgeTask('delete-kept-slots'));
    expect(
      await database.kysely.selectFrom('keptSlot').select('id').where('companyId', '=', company.id).execute(),
    ).toEqual([]);
    expect(await mails(email)).toEqual([]);
    expect(await confirm(token)).toMatchObject({ status: 409, error: 'confirmation_expired' });
    expect((await read(token)).state).toBe('EXPIRED');
  });

  test('cannot be confirmed with the content of a response', async () => {
    setClock(after(61));
    const { token } = (await book({ email })).body;
    expect((await visitor()('confirmBooking', { token: token ?? '' })).status).toBe(404);
    setClock(startOfTest);
    await book({ email, startsAt: at(9) });
    const mailed = await tokenFor(email);
    expect((await visitor()('getBookingByLink', { token: mailed })).status).toBe(404);
    for (const wrong of [`${mailed.slice(0, -1)}_`, mailed.replace(/^\d+/, '1'), 'x'])
      expect((await confirm(wrong)).status).toBe(404);
  });
});

describe('the limit of bookings by strangers', () => {
  const statuses = async (responses: Promise<{ status: number; body: PageBookingCreated }>[]) =>
    (await Promise.all(responses)).map(({ status, body }) =>
      status !== 200 ? status : body.confirmUntil === null ? 'real' : 'kept',
    );
  const days = ['2026-03-17', '2026-03-23', '2026-03-24', '2026-03-30'];
  const starts = [
    ...Array.from({ length: 8 }, (_, index) => at(9 + index, '2026-03-16')),
    ...days.slice(0, 3).flatMap((day) => Array.from({ length: 10 }, (_, index) => at(7 + index, day))),
  ];

  test('is ten bookings an hour, or a fifth of its free slots if that is more', async () => {
    for (let day = 2; day <= 7; day += 1)
      await database.kysely
        .insertInto('scheduleRule')
        .columns(['companyId', 'scheduleId', 'weekday', 'starts', 'ends'])
        .expression((eb) =>
          eb
            .selectFrom('schedule')
            .select([
              'companyId',
              'id',
              eb.lit(day).as('weekday'),
              eb.val('20:00').as('starts'),
              eb.val('23:00').as('ends'),
            ])
            .where('companyId', '=', company.id),
        )
        .execute();
    const { body } = await company.slots(slug, { from: '2026-03-16', to: '2026-03-30' });
    const free = body.slots.length;
    const allowed = Math.floor(free * 0.2);
    expect(allowed).toBeGreaterThan(10);
    await addUnproven(allowed - 1);
    expect(await statuses([book({ startsAt: body.slots[0]?.startsAt ?? '' })])).toEqual(['real']);
    expect(await statuses([book({ startsAt: body.slots[1]?.startsAt ?? '' })])).toEqual(['kept']);
    setClock(after(60));
    expect(await statuses([book({ startsAt: body.slots.at(-1)?.startsAt ?? '' })])).toEqual(['real']);
  });

  test('is three bookings of a network in ten minutes', async () => {
    const network = ['203.0.113.1', '203.0.113.77', '203.0.113.200', '203.0.113.4'];
    expect(await statuses([book({ startsAt: at(8) }, network[0])])).toEqual(['real']);
    expect(await statuses([book({ startsAt: at(9) }, network[1])])).toEqual(['real']);
    expect(await statuses([book({ startsAt: at(10) }, network[2])])).toEqual(['real']);
    expect(await statuses([book({ startsAt: at(11) }, network[3])])).toEqual(['kept']);
    expect(await statuses([book({ startsAt: at(12) }, '203.0.114.1')])).toEqual(['real']);
    for (const [index, status] of ['real', 'real', 'real', 'kept'].entries())
      expect(
        await statuses([book({ startsAt: at(7 + index, '2026-03-24') }, `2001:db8:aa:${index}::1`)]),
      ).toEqual([status]);
    setClock(after(11));
    expect(await statuses([book({ startsAt: at(13) }, network[3])])).toEqual(['real']);
  });

  test('is three slots that are kept for a network; further ones stay on offer', async () => {
    await addUnproven();
    const hours = [7, 8, 9, 10];
    for (const hour of hours) {
      const response = await book({ startsAt: at(hour, '2026-03-24') }, `2001:db8:ab:${hour}::1`);
      expect(response).toMatchObject({ status: 200, body: kept });
    }
    const left = await offered('2026-03-24');
    expect(hours.map((hour) => left.includes(at(hour, '2026-03-24')))).toEqual([false, false, false, true]);
    await book({ startsAt: at(11, '2026-03-24') });
    expect(await offered('2026-03-24')).not.toContain(at(11, '2026-03-24'));
  });

  test('neither empties its calendar nor stops a customer, in a burst of 120 from many networks', async () => {
    const { name: _, ...lanes } = await company.stored.type([], { ...open, capacity: 3 });
    ({ slug } = lanes);
    const { body: before } = await company.slots(slug, { from: '2026-03-16', to: '2026-03-30' });
    const burst: unknown[] = [];
    // As many at a time as run at once, so that none waits.
    for (let sent = 0; sent < 120; sent += 2)
      burst.push(
        ...(await statuses(
          [sent, sent + 1].map((index) => book({ startsAt: starts[index % starts.length] ?? '' })),
        )),
      );
    const count = (status: unknown) => burst.filter((one) => one === status).length;
    expect(new Set(burst)).toEqual(new Set(['real', 'kept', 409]));
    const allowed = Math.floor(before.slots.length * 3 * 0.2);
    expect(count('real')).toBeGreaterThan(9);
    expect(count('real')).toBeLessThanOrEqual(allowed);
    const { body: left } = await company.slots(slug, { from: '2026-03-16', to: '2026-03-30' });
    expect(left.slots.length).toBeGreaterThan(before.slots.length / 2);
    const email = 'kim.weber@example.org';
    const startsAt = left.slots[0]?.startsAt ?? '';
    expect(await book({ email, startsAt })).toMatchObject({ status: 200, body: kept });
    expect((await mails(email)).at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain('solange er noch frei ist.');
    expect((await confirm(await tokenFor(email))).body.booking).toMatchObject({
      status: 'CONFIRMED',
      startsAt,
    });
  });

  test('includes no typed texts in mails, also of a booking that is real at once', async () => {
    const email = 'erika.muster@example.org';
    await database.kysely
      .updateTable('company')
      .set({ email: 'termine@dachwerk.example' })
      .where('companyId', '=', company.id)
      .execute();
    const typed = { forename: 'Gewinnerin', surname: 'Klickhier', note: 'Nur heute' };
    const { token } = (await book({ email, ...typed, address: 'Preisweg 1' })).body;
    const startsAt = at(9);
    await visitor()('rescheduleByLink', { token: token ?? '' }, { body: { startsAt } });
    await visitor()('cancelByLink', { token: token ?? '' }, { body: {} });
    const sent = await mails(email);
    expect(sent.map(({ kind }) => kind)).toEqual(['booking-confirmed', 'booking-moved', 'booking-cancelled']);
    expect(JSON.stringify(sent)).not.toMatch(/Gewinnerin|Klickhier|Nur heute|Preisweg/);
    for (const { isAnonymous, text, calendar } of sent) {
      expect(isAnonymous).toBe(true);
      expect(text).toContain('Guten Tag,');
      expect(calendar?.content).toContain('Vor-Ort-Termin');
    }
  });
});

describe('an address', () => {
  const email = 'erika.muster@gmx.de';

  test('that has confirmed an appointment books at once, until it has three', async () => {
    await addUnproven();
    await book({ email });
    const first = await confirm(await tokenFor(email));
    for (const hour of [9, 10])
      expect((await book({ email: 'Erika.Muster+pv@gmx.de', startsAt: at(hour) })).body).toMatchObject({
        booking: { status: 'CONFIRMED' },
      });
    expect(await book({ email, startsAt: at(11) })).toMatchObject({ body: kept });
    await visitor()('cancelByLink', { token: first.body.token ?? '' }, { body: {} });
    expect((await book({ email, startsAt: at(12) })).body).toMatchObject({ booking: { startsAt: at(12) } });
    setClock('2026-03-23T12:00:00.000Z');
    expect((await book({ email, startsAt: at(14) })).body.booking).not.toBeNull();
  });

  test('that has confirmed an appointment can confirm two more, however many others have booked for it', async () => {
    await addUnproven();
    await book({ email });
    await confirm(await tokenFor(email));
    for (const hour of [9, 10])
      expect((await book({ email, startsAt: at(hour) })).body.booking).not.toBeNull();
    for (const hour of [11, 12]) {
      expect((await book({ email, startsAt: at(hour) })).body).toMatchObject(kept);
      expect((await confirm(await tokenFor(email))).body).toMatchObject({ booking: { startsAt: at(hour) } });
    }
    expect(await book({ email, startsAt: at(13) })).toMatchObject({
      status: 409,
      error: 'too_many_appointments',
    });
  });

  test('that has confirmed an appointment does not lift the limit of a network', async () => {
    await addUnproven();
    await book({ email });
    await confirm(await tokenFor(email));
    setClock(after(61));
    const from = '203.0.113.1';
    expect((await book({ email, startsAt: at(9) }, from)).body.booking).not.toBeNull();
    for (const hour of [10, 11])
      expect((await book({ startsAt: at(hour) }, from)).body.booking).not.toBeNull();
    const refused = await book({ email, startsAt: at(12) }, from);
    expect(refused.body).toMatchObject({ booking: null, confirmUntil: expect.any(String) });
  });

  test('confirms three appointments, however many others have booked for it', async () => {
    for (const hour of [13, 14, 15]) expect((await book({ email, startsAt: at(hour) })).status).toBe(200);
    await addUnproven();
    const tokens: string[] = [];
    for (const hour of [8, 9, 10]) {
      await book({ email, startsAt: at(hour) });
      tokens.push(await tokenFor(email));
    }
    for (const token of tokens) expect((await confirm(token)).status).toBe(200);
    expect(await book({ email, startsAt: at(11) })).toMatchObject({
      status: 409,
      error: 'too_many_appointments',
    });
  });

  test('gets three mails an hour that ask for a confirmation, apart from the ten others', async () => {
    await addUnproven();
    for (const hour of [8, 9, 10])
      expect(await book({ email, startsAt: at(hour) })).toMatchObject({ body: kept });
    const refused = await book({ email: 'erika.muster+4@gmx.de', startsAt: at(11) });
    expect(refused).toMatchObject({ status: 429, error: 'too_many_confirmation_mails' });
    expect(refused.text).toMatch(
      /were sent .* in the spam folder, too; .* next one can be sent in 3\d\d\d seconds/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    setClock(after(61));
    for (let count = 0; count < 10; count += 1) {
      setClock(after(61 + count * 61));
      const startsAt = at(7 + (count % 10), '2026-03-24');
      expect((await book({ email, startsAt })).body.confirmUntil).toBeNull();
    }
    // Others have used up the ten mails, so the customer confirms.
    expect((await book({ email, startsAt: at(8) })).body.confirmUntil).not.toBeNull();
    expect((await confirm(await tokenFor(email))).status).toBe(200);
  });
});

describe('confirmations', () => {
  const refused = { status: 429, error: 'too_many_confirmations' };
  const browser = { Accept: 'text/html', 'X-Forwarded-For': '198.51.100.9' };

  /** Keeps a slot on Tuesday, and returns the token that confirms it. */
  async function keep(email: string, hour: number, from = anywhere()): Promise<string> {
    expect((await book({ email, startsAt: at(hour, '2026-03-24') }, from)).body).toMatchObject({
      token: null,
    });
    return tokenFor(email);
  }

  test('come three times in ten minutes from a network; the next customer there waits, and loses nothing', async () => {
    await addUnproven();
    const tokens: string[] = [];
    for (const hour of [7, 8, 9, 10, 11]) tokens.push(await keep(`kim.${hour}@gmx.de`, hour));
    const [last = '', other = '', ...first] = tokens;
    setClock(after(12));
    for (const [index, token] of first.entries())
      expect((await confirm(token, `198.51.100.${index}`)).status).toBe(200);
    const early = await confirm(last, '198.51.100.9');
    expect(early).toMatchObject(refused);
    const seconds = Number(early.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect((await confirm(other)).status).toBe(200);
    const page = await fetch(`${url}/c/${last}`, { method: 'POST', headers: browser });
    expect([page.status, await page.text()]).toEqual([
      429,
      expect.stringMatching(/Ihr Link bleibt gültig: .* in (9|10) Minuten/),
    ]);
    setClock(after(21));
    expect(await read(last)).toMatchObject({ state: 'OPEN', confirmUntil: expect.stringMatching(/T10:00:/) });
    expect(await offered('2026-03-24')).not.toContain(at(7, '2026-03-24'));
    setClock(after(23));
    await runTask(company.id, purgeTask('delete-kept-slots'));
    expect((await confirm(last, '198.51.100.9')).body.booking).toMatchObject({ status: 'CONFIRMED' });
  });

  test('come three times in an hour with mailboxes of a domain, while the company gets many bookings', async () => {
    const owned = [
      'a@one.catchall.example',
      'b@two.catchall.example',
      'c@catchall.example',
      'd@catchall.example',
    ];
    await addUnproven();
    const tokens: string[] = [];
    for (const [index, email] of owned.entries()) tokens.push(await keep(email, 7 + index));
    const last = tokens.pop() ?? '';
    for (const token of tokens) expect((await confirm(token)).status).toBe(200);
    const early = await confirm(last);
    expect(early).toMatchObject(refused);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(3_500);
    for (const [index, email] of [
      'kim@other.example',
      'a@gmx.de',
      'b@gmx.de',
      'c@gmx.de',
      'd@gmx.de',
    ].entries())
      expect((await confirm(await keep(email, 11 + index))).status).toBe(200);
    setClock(after(30));
    await runTask(company.id, purgeTask('delete-kept-slots'));
    expect(await confirm(last)).toMatchObject(refused);
    setClock(after(61));
    await runTask(company.id, purgeTask('delete-kept-slots'));
    expect((await confirm(last)).status).toBe(200);
  });

  test.each([
    ['live.at', 200],
    ['privaterelay.appleid.com', 200],
    // One mailbox there is all addresses of the subdomain.
    ['erika.fastmail.com', 429],
  ])('come a fourth time in an hour with mailboxes of %s: %s', async (domain, status) => {
    await addUnproven();
    for (const hour of [7, 8, 9])
      expect((await confirm(await keep(`kim.${hour}@${domain}`, hour))).status).toBe(200);
    expect((await confirm(await keep(`kim@${domain}`, 10))).status).toBe(status);
  });

  test('come although addresses were stored that are refused now', async () => {
    for (const email of [
      'erika@gmail\ufe0f.com',
      'erika@MÜLLER.de',
      'erika@xn--zzzzzz.example',
      'erika@127.1',
    ])
      await company.stored.booking('', at(8), {
        ...{ source: 'BOOKING_PAGE', createdAt: startOfTest, email, emailProof: 'link' },
      });
    await addUnproven();
    expect((await confirm(await keep('erika@gmail.com', 8))).status).toBe(200);
  });

  test('come more often with mailboxes of a domain while the company gets few bookings', async () => {
    for (const hour of [8, 9, 10]) await book({ startsAt: at(hour) }, `198.51.100.${hour}`);
    for (const hour of [7, 8, 9, 10]) {
      const token = await keep(`kim.${hour}@firma.example`, hour, `198.51.100.${hour + 10}`);
      expect((await confirm(token)).status).toBe(200);
    }
  });

  test('are needed from the fourth booking in an hour of proven mailboxes of a domain', async () => {
    for (const name of ['a', 'b']) await confirm(await keepUnknown(`${name}@catchall.example`));
    setClock(after(70));
    await addUnprovenAt(after(70));
    for (const [index, name] of ['a', 'b', 'a'].entries())
      expect((await book({ email: `${name}@catchall.example`, startsAt: at(9 + index) })).body).toMatchObject(
        {
          booking: { status: 'CONFIRMED' },
        },
      );
    const next = await book({ email: 'b@catchall.example', startsAt: at(13) });
    expect(next.body).toMatchObject({ booking: null, confirmUntil: expect.any(String) });
  });

  /** Keeps a slot of a network that has booked three times. */
  async function keepUnknown(email: string): Promise<string> {
    visits += 1;
    const from = `2001:db8:${visits.toString(16)}::17`;
    for (let count = 0; count < 3; count += 1)
      await company.stored.booking('', at(8), {
        ...{ source: 'BOOKING_PAGE', createdAt: startOfTest, email: `${randomUUID()}@example.org` },
        clientNetwork: `2001:db8:${visits.toString(16)}::/48`,
      });
    return keep(email, 7 + (visits % 10), from);
  }
});

describe('a kept slot', () => {
  const email = 'erika.muster@example.org';

  test.each([
    [
      'is booked once, for its customer, if the team wants it before its end',
      14,
      undefined,
      'slot_unavailable',
    ],
    [
      'is booked once, by the team, if its customer confirms after its end',
      16,
      'confirmation_expired',
      undefined,
    ],
  ])('%s', async (_, minutes, refusal, refusalOfTeam) => {
    await addUnproven();
    await book({ email });
    const token = await tokenFor(email);
    setClock(after(minutes));
    const body = { typeSlug: slug, startsAt: at(8), customer: { name: 'Kim' } };
    const responses = await Promise.all([
      confirm(token),
      company.api.send('POST', '/v1/bookings', { body }),
      confirm(token),
    ]);
    expect(responses.map(({ error }) => error)).toEqual([refusal, refusalOfTeam, refusal]);
    const made = (await bookings()).filter(
      ({ startsAt, planner }) => startsAt === at(8) && planner?.id === lena,
    );
    expect(made).toMatchObject([{ customer: { email: refusal === undefined ? email : null } }]);
  });

  test('is confirmed although the notice has passed meanwhile, but not against an absence', async () => {
    await addUnproven();
    setClock('2026-03-23T06:58:00.000Z');
    await addUnprovenAt('2026-03-23T06:58:00.000Z');
    await book({ email });
    await book({ email: 'kim@example.org', startsAt: at(10) });
    setClock('2026-03-23T07:10:00.000Z');
    expect((await confirm(await tokenFor(email))).status).toBe(200);
    await company.stored.absence(lena, at(10), at(12));
    expect(await confirm(await tokenFor('kim@example.org'))).toMatchObject({
      status: 409,
      error: 'slot_unavailable',
    });
  });

  test('is not booked once the appointment has begun', async () => {
    await database.kysely
      .updateTable('bookingType')
      .set({ minNoticeMinutes: 0 })
      .where('companyId', '=', company.id)
      .execute();
    setClock('2026-03-23T07:58:00.000Z');
    await addUnprovenAt('2026-03-23T07:58:00.000Z');
    await book({ email });
    const token = await tokenFor(email);
    setClock('2026-03-23T08:01:00.000Z');
    expect(await confirm(token)).toMatchObject({ status: 409, error: 'slot_unavailable' });
  });

  test('with a request of the configurator: the team sees the request, and then the appointment', async () => {
    await addUnproven();
    const contact = { firstName: 'Erika', lastName: 'Muster', email };
    const submit = (appointment?: object) =>
      visitor(anywhere())<PageRequestCreated>(
        'submitRequest',
        { handle: company.handle },
        {
          body: { contact, ...(appointment && { appointment }) },
          headers: { 'Idempotency-Key': randomUUID() },
        },
      );
    const requests = async (): Promise<OfferRequest[]> =>
      (await company.api.call('listOfferRequests', {})).body.data as OfferRequest[];
    const { body } = await submit({ typeSlug: slug, startsAt: at(8) });
    expect(body).toMatchObject({ ...kept, number: expect.stringMatching(/^AF-/) });
    expect(await requests()).toMatchObject([{ number: body.number, emailVerified: false, bookingId: null }]);
    const { booking } = (await confirm(await tokenFor(email))).body;
    expect(booking).toMatchObject({ status: 'CONFIRMED' });
    const [request] = await requests();
    expect(request).toMatchObject({ emailVerified: true, bookingId: expect.any(String) });
    expect((await submit()).status).toBe(200);
    expect((await requests()).map(({ emailVerified }) => emailVerified)).toEqual([true, true]);
    const update = async (to: string) =>
      (
        await company.api.call('updateOfferRequest', {
          params: { id: request?.id ?? '' },
          body: { contact: { ...contact, email: to } },
        })
      ).body.emailVerified;
    expect(await update('somebody.else@example.org')).toBe(false);
    expect(await update('Erika.Muster+pv@example.org')).toBe(true);
  });

  test('that a limit refuses leaves the request of the configurator, whose response says so', async () => {
    await addUnproven();
    for (const hour of [8, 9, 10]) await book({ email, startsAt: at(hour) });
    const { status, body } = await visitor(anywhere())<PageRequestCreated>(
      'submitRequest',
      { handle: company.handle },
      {
        body: {
          contact: { firstName: 'Erika', lastName: 'Muster', email },
          appointment: { typeSlug: slug, startsAt: at(11) },
        },
        headers: { 'Idempotency-Key': randomUUID() },
      },
    );
    expect([status, body]).toEqual([
      200,
      {
        ...kept,
        number: expect.stringMatching(/^AF-/),
        confirmUntil: null,
        appointmentRefusedUntil: expect.stringMatching(/^2026-03-16T(08:59|09:00):/),
      },
    ]);
    const { data } = (await company.api.call('listOfferRequests', {})).body;
    expect(data).toMatchObject([{ number: body.number, emailVerified: false, bookingId: null }]);
    expect(await offered()).toContain(at(11));
  });

  test('with a request that was converted meanwhile is booked for its customer', async () => {
    await addUnproven();
    await visitor(anywhere())(
      'submitRequest',
      { handle: company.handle },
      {
        body: {
          contact: { firstName: 'Erika', lastName: 'Muster', email },
          appointment: { typeSlug: slug, startsAt: at(8) },
        },
        headers: { 'Idempotency-Key': randomUUID() },
      },
    );
    const [request] = (await company.api.call('listOfferRequests', {})).body.data;
    const { customerId } = (
      await company.api.call('convertOfferRequest', {
        params: { id: request?.id ?? '' },
        body: { project: { name: 'Haus Muster' } },
      })
    ).body;
    await confirm(await tokenFor(email));
    const { data } = (
      await company.api.call('listBookings', { query: { customerId: customerId ?? expect.fail() } })
    ).body;
    expect(data).toMatchObject([{ startsAt: at(8), offerRequestId: request?.id }]);
  });
});

describe('the page of the mailed link', () => {
  const email = 'erika.muster@example.org';
  const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const send = async (
    token: string,
    { method = 'GET', headers = browser as Record<string, string> } = {},
  ) => {
    const response = await fetch(`${url}/c/${token}`, {
      method,
      redirect: 'manual',
      headers: { 'X-Forwarded-For': anywhere(), ...headers },
    });
    return { response, status: response.status, text: await response.text() };
  };

  test('books with a form, after which the browser gets to the booking', async () => {
    await addUnproven();
    await book({ email, language: 'en', surname: 'Klickhier' });
    const token = await tokenFor(email);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await send(token, { method })).status).toBe(200);
    expect((await read(token)).state).toBe('OPEN');
    const { response, text } = await send(token);
    for (const part of [
      '<html lang="en">',
      'Vor-Ort-Termin',
      'Confirm the appointment',
      '<form method="post">',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<script|Klickhier|src=/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const confirmed = await send(token, { method: 'POST' });
    expect(confirmed.status).toBe(303);
    const location = confirmed.response.headers.get('location') ?? '';
    const booking = await fetch(new URL(location, `${url}/c/${token}`));
    expect(await booking.json()).toMatchObject({ status: 'CONFIRMED', email });
    expect((await send(token)).text).toContain('You have confirmed this appointment.');
    expect((await send(token, { method: 'POST' })).response.headers.get('location')).toBe(location);
  });

  test('shows the problem', async () => {
    await addUnproven();
    await book({ email });
    const token = await tokenFor(email);
    expect((await send('1.x.1.y')).text).toContain('Dieser Link ist ungültig.');
    const english = { ...browser, 'Accept-Language': 'en-GB,en;q=0.9' };
    expect(await send('1.x.1.y', { headers: english })).toMatchObject({
      status: 404,
      text: expect.stringContaining('This link is invalid.'),
    });
    await company.stored.absence(lena, at(0), at(12));
    expect(await send(token, { method: 'POST' })).toMatchObject({
      status: 409,
      text: expect.stringContaining('nicht mehr frei'),
    });
    setClock(after(16));
    for (const method of ['GET', 'POST'])
      expect((await send(token, { method })).text).toContain('ist abgelaufen');
  });

  test('is for browsers; others get to JSON', async () => {
    await addUnproven();
    await book({ email });
    const token = await tokenFor(email);
    for (const Accept of ['application/json', '*/*']) {
      const { status, response } = await send(token, { headers: { Accept } });
      expect([status, response.headers.get('location')]).toEqual([302, `../pages/v1/confirmations/${token}`]);
    }
    expect((await send(token, { method: 'POST', headers: { Accept: 'application/json' } })).status).toBe(405);
    expect((await read(token)).state).toBe('OPEN');
  });
});
