import { randomUUID } from 'node:crypto';
import type { Booking } from '@pv-planning/contract';
import type { Body, LinkedBooking, PageBookingCreated } from '@pv-planning/contract/pages';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { addCompany, visitor, setClock, database, url } = await openTestApi();

type Company = Awaited<ReturnType<typeof addCompany>>;
type Create = Body<'createPageBooking'>;

// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const monday = '2026-03-23';
const at = (time: string) => `${monday}T${time}:00.000Z`;
const open = { sources: ['BOOKING_PAGE'], minNoticeMinutes: 60 };
const erika = { forename: 'Erika', surname: 'Muster', email: 'erika@example.org' };

let company: Company;
let lena: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addCompany();
  lena = await company.stored.member({ lastName: 'Adler' });
  await company.stored.hours(null, [[1, '09:00', '12:00']]);
});

type Choice = Partial<Create> & { slug: string };

/** Books a slot, as somebody with a network address of their own. */
function book({ slug, ...body }: Choice, { handle }: Pick<Company, 'handle'> = company) {
  return visitor()<PageBookingCreated & { token: string }>(
    'createPageBooking',
    { handle, slug },
    { body: { ...erika, startsAt: at('08:00'), ...body }, headers: { 'Idempotency-Key': randomUUID() } },
  );
}

async function bookings(): Promise<Booking[]> {
  return (await company.api.call('listBookings', {})).body.data;
}

const readByLink = (token: string) => visitor()<LinkedBooking>('getBookingByLink', { token });

describe('a customer who books a slot', () => {
  test('gets a confirmed appointment; the team gets a mail, and receivers an event', async () => {
    const { slug, name: typeName } = await company.stored.type([lena], open);
    let token = '';
    const events = await company.raisedBy(async () => {
      const { status, body } = await book({ slug, phone: '0351 555', note: 'Bitte\nklingeln' });
      expect({ status, ...body }).toMatchObject({ status: 200, checkoutUrl: null, holdUntil: null });
      token = body.token;
      const { company: _, consumerTexts: __, ...read } = (await readByLink(token)).body;
      expect(body.booking).toEqual(read);
      expect(read).toMatchObject({
        ...{ status: 'CONFIRMED', typeSlug: slug, typeName, startsAt: at('08:00'), endsAt: at('09:00') },
        ...{ plannerName: 'Lena Adler', paymentStatus: 'FREE', priceCents: 0, language: 'de' },
        ...{ name: 'Erika Muster', email: erika.email, phone: '0351 555', address: null },
        ...{ rescheduleUntil: '2026-03-22T08:00:00.000Z', cancelUntil: '2026-03-22T08:00:00.000Z' },
      });
    });
    const [booking = expect.fail()] = await bookings();
    expect(booking).toMatchObject({
      ...{ source: 'BOOKING_PAGE', status: 'CONFIRMED', paymentStatus: 'FREE', planner: { id: lena } },
      customer: { name: 'Erika Muster', forename: 'Erika', surname: 'Muster' },
      note: 'Bitte\nklingeln',
      customerId: null,
    });
    expect(events).toMatchObject([{ type: 'booking.created', data: { id: booking.id } }]);
    const log = await database.kysely
      .selectFrom('bookingLog')
      .select(['action', 'actorKind', 'actorId'])
      .where('bookingId', '=', booking.id)
      .execute();
    expect(log).toEqual([{ action: 'create', actorKind: 'customer', actorId: 'page' }]);
  });

  test('gets the chosen planner', async () => {
    const jonas = await company.stored.member();
    const { slug } = await company.stored.type([lena, jonas], { ...open, assignment: 'CUSTOMER_CHOICE' });
    for (const plannerId of [jonas.toUpperCase(), null])
      expect((await book({ slug, plannerId })).status).toBe(200);
    expect((await bookings()).map(({ planner }) => planner?.id).sort()).toEqual([lena, jonas].sort());
    expect(await book({ slug })).toMatchObject({ status: 409, error: 'slot_unavailable' });
  });

  test('gets one of the places of a type without planners', async () => {
    const { slug } = await company.stored.type([], { ...open, capacity: 2 });
    const outcomes = await Promise.all([book({ slug }), book({ slug }), book({ slug })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect((await bookings()).map(({ planner }) => planner)).toEqual([null, null]);
  });
});

describe('a booking is rejected', () => {
  test.each([
    ['taken', at('09:00')],
    ['outside the working hours', at('07:00')],
    ['off the grid', at('08:30')],
    ['too soon', '2026-03-16T08:30:00.000Z'],
    ['too late', '2026-05-25T07:00:00.000Z'],
    ['past', '2026-03-09T08:00:00.000Z'],
    ['in a thousand years', '2999-03-23T08:00:00Z'],
  ])('at a time that is %s, as slots are not offered there', async (_, startsAt) => {
    const { slug } = await company.stored.type([lena], open);
    await company.stored.booking(`member:${lena}`, at('09:00'));
    const events = await company.raisedBy(async () => {
      const { status, body } = await book({ slug, startsAt });
      const message = 'The appointment cannot take place then. Please choose another time.';
      expect({ status, body }).toEqual({ status: 409, body: { error: 'slot_unavailable', message } });
    });
    expect([events, (await bookings()).length]).toEqual([[], 1]);
    const day = startsAt.slice(0, 10);
    const { body } = await company.slots(slug, { from: day, to: day });
    expect(body.slots.map((slot) => slot.startsAt)).not.toContain(startsAt);
  });

  test('if the type has a price', async () => {
    const { slug } = await company.stored.type([lena], { ...open, priceCents: 9900, taxRate: 19 });
    expect(await book({ slug })).toMatchObject({ status: 409, error: 'payment_not_available' });
    expect(await bookings()).toEqual([]);
  });

  test('of a type that is not open on the page', async () => {
    const { stored } = company;
    const other = await addCompany();
    for (const { slug } of [
      await stored.type([lena]),
      await stored.type([lena], { ...open, sources: ['BUILDER'] }),
      await stored.type([lena], { ...open, active: false }),
      await other.stored.type([], open),
      { slug: 'unknown' },
    ])
      expect(await book({ slug })).toMatchObject({ status: 404, error: 'not_found' });
  });

  test('without the address that the type needs', async () => {
    const { slug } = await company.stored.type([lena], { ...open, requiresAddress: true });
    const refused = await book({ slug });
    expect(refused).toMatchObject({ status: 400, details: [{ path: '/address', code: 'required' }] });
    const address = 'Lindenweg 12a, 01234 Musterstadt';
    expect((await book({ slug, address })).body.booking).toMatchObject({ address });
  });

  test('with a planner that the customer cannot choose', async () => {
    const { stored } = company;
    const jonas = await stored.member();
    const former = await stored.member({ active: false });
    const robin = await stored.type([lena], open);
    const choice = await stored.type([lena, former], { ...open, assignment: 'CUSTOMER_CHOICE' });
    for (const [slug, plannerId] of [
      [robin.slug, lena],
      [choice.slug, jonas],
      [choice.slug, former],
      [choice.slug, 'nobody'],
    ] as const)
      expect(await book({ slug, plannerId })).toMatchObject({
        status: 400,
        error: 'unknown_reference',
        details: [{ path: '/plannerId' }],
      });
    expect(await bookings()).toEqual([]);
  });

  test.each([
    ['a line break in the name', { surname: 'Muster\r\nBcc: evil@example.org' }],
    ['a line break in the given name', { forename: 'Erika\nTo: evil@example.org' }],
    ['a line separator in the name', { surname: 'Muster\u2028Bcc' }],
    ['a reversed direction in the name', { surname: '\u202eretsuM' }],
    ['a web address in the name', { surname: 'Gewinn: https://evil.example' }],
    ['a host in the name', { surname: 'Gewinn auf WWW.evil.example' }],
    ['a web address in the address', { address: 'https://evil.example/12a' }],
    ['a host in the address', { address: 'Gewinn: www.evil.example' }],
    ['an encoded word in the name', { forename: '=?utf-8?B?Qm9zcw==?=' }],
    ['more than 64 characters before the @', { email: `${'e'.repeat(65)}@example.org` }],
    ['a blank name', { forename: ' ' }],
    ['an invisible name', { surname: '\u3164' }],
    ['a name with a null character', { surname: 'Mus\u0000ter' }],
    ['a name beyond 200 characters', { surname: 'M'.repeat(201) }],
    ['a line break in the e-mail address', { email: 'a@example.org\r\nBcc: evil@example.org' }],
    ['two e-mail addresses', { email: 'a@example.org, evil@example.org' }],
    ['an e-mail address with a name', { email: 'Erika <a@example.org>' }],
    ['no e-mail address', { email: 'erika' }],
    ['a line break in the telephone number', { phone: '0351\n555' }],
    ['a line break in the address', { address: 'Lindenweg\r\n12a' }],
    ['a control character in the note', { note: 'Bitte\u001bklingeln' }],
    ['an unknown language', { language: 'fr' as 'de' }],
    ['a field of the team', { priceCents: 0 } as object],
    ['a time without an offset', { startsAt: '2026-03-23T09:00:00' }],
  ])('with %s', async (_, body) => {
    const { slug } = await company.stored.type([lena], open);
    expect(await book({ slug, ...body })).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await bookings()).toEqual([]);
  });
});

describe('a repeated request', () => {
  test('needs a key, with which it takes effect once', async () => {
    const { slug } = await company.stored.type([lena], open);
    const { handle } = company;
    const send = (headers?: Record<string, string>) =>
      fetch(`${url}/pages/v1/companies/${handle}/booking-types/${slug}/bookings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.7', ...headers },
        body: JSON.stringify({ ...erika, startsAt: at('08:00') }),
      });
    expect((await send()).status).toBe(400);
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = await Promise.all([send(key), send(key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await first.text()).toBe(await second.text());
    expect(await bookings()).toHaveLength(1);
  });

  test('with the key of somebody else books a slot of its own', async () => {
    const { slug } = await company.stored.type([lena], open);
    const key = { headers: { 'Idempotency-Key': randomUUID() } };
    const send = (body: Partial<Create>) =>
      visitor()<PageBookingCreated>(
        'createPageBooking',
        { handle: company.handle, slug },
        { body: { ...erika, startsAt: at('08:00'), ...body }, ...key },
      );
    const first = await send({});
    const other = await send({ email: 'mallory@example.org', startsAt: at('09:00') });
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(other.body.booking).toMatchObject({ email: 'mallory@example.org', startsAt: at('09:00') });
    expect((await send({})).text).toBe(first.text);
    expect(await bookings()).toHaveLength(2);
  });
});

test('one of 20 customers who book the same slot gets it', async () => {
  const { slug } = await company.stored.type([lena], open);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => book({ slug, email: `${randomUUID()}@example.org` })),
  );
  const errors = outcomes.map(({ error, status }) => error ?? status).sort();
  expect(errors).toEqual([200, ...Array(19).fill('slot_unavailable')]);
  expect(await bookings()).toHaveLength(1);
});

describe('limits', () => {
  /** Sends bookings from one network address. */
  function bookFrom(send = visitor()) {
    return async ({ slug, ...body }: Choice, key: string = randomUUID()) => {
      const { status, headers, text } = await send(
        'createPageBooking',
        { handle: company.handle, slug },
        { body: { ...erika, startsAt: at('08:00'), ...body }, headers: { 'Idempotency-Key': key } },
      );
      const left = headers.get('ratelimit')?.matchAll(/"([\w-]+)";r=(\d+)/g) ?? [];
      const counts = Object.fromEntries([...left].map(([, name, count]) => [name, Number(count)]));
      return { status, text, left: counts };
    };
  }

  test('an address books five times within ten minutes, however often it has to try and repeats', async () => {
    const { slug } = await company.stored.type([], { ...open, capacity: 50 });
    const bookOnce = bookFrom();
    for (let count = 0; count < 6; count += 1)
      expect(await bookOnce({ slug, startsAt: at('13:00') })).toMatchObject({
        status: 409,
        left: { creations: 5, 'company-creations': 300 },
      });
    const key = randomUUID();
    expect((await bookOnce({ slug }, key)).left).toEqual({
      ...{ attempts: 23, creations: 4, 'network-creations': 29 },
      ...{ 'company-network-creations': 9, 'company-creations': 299 },
    });
    for (let count = 0; count < 4; count += 1) expect((await bookOnce({ slug })).status).toBe(200);
    expect(await bookOnce({ slug }, key)).toMatchObject({ status: 200, left: { creations: 0 } });
    const refused = await bookOnce({ slug });
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringMatching(
        /Too many requests from your network address. Wait [1-6]\d\d seconds, then try again/,
      ),
    ]);
    expect(await bookings()).toHaveLength(5);
  });

  test('an address tries thirty times within ten minutes', async () => {
    const bookOnce = bookFrom();
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await bookOnce({ slug: 'unknown' })).status);
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
  });

  test('customers of a company book and submit 300 times within an hour', async () => {
    const { slug } = await company.stored.type([], { ...open, capacity: 50 });
    expect((await bookFrom()({ slug })).left['company-creations']).toBe(299);
    const { handle } = company;
    const submitted = await visitor()(
      'submitRequest',
      { handle },
      { body: { contact: { lastName: 'Muster' } }, headers: { 'Idempotency-Key': randomUUID() } },
    );
    expect(submitted.headers.get('ratelimit')).toContain('"company-creations";r=298;');
    expect(submitted.headers.get('ratelimit-policy')).toContain('"company-creations";q=300;w=3600');
  });

  test('an e-mail address gets ten mails a day, whoever books', async () => {
    const { slug } = await company.stored.type([], { ...open, capacity: 50 });
    for (let count = 0; count < 10; count += 1)
      expect((await book({ slug, email: `erika+${count}@example.org` })).status).toBe(200);
    const refused = await book({ slug, email: 'ERIKA@example.org' });
    expect(refused).toMatchObject({ status: 429, error: 'rate_limited' });
    expect(refused.text).toContain(
      'for this e-mail address, which has got as many e-mails as it gets in a day. Wait 86',
    );
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(86_300);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await bookings()).toHaveLength(10);
    expect((await book({ slug, email: 'kim@example.org' })).status).toBe(200);
    setClock('2026-03-17T08:01:00.000Z');
    expect((await book({ slug })).status).toBe(200);
  });
});

test.each([
  ['erika+1@example.org', 'erika@example.org', true],
  ['Erika.Muster@gmail.com', 'e.rikamuster+x@googlemail.com', true],
  ['erika_muster@proton.me', 'E.rika-Muster+x@pm.me', true],
  ['erikamuster@protonmail.ch', 'erika-muster@proton.me', true],
  ['erika@me.com', 'Erika+x@iCloud.com', true],
  ['e.rika@mac.com', 'erika@icloud.com', false],
  ['erikamuster@gmail.com', 'erikamuster@proton.me', false],
  ['erika@müller-solar.de', 'Erika@Müller-Solar.DE', true],
  ['erika.muster@example.org', 'erikamuster@example.org', false],
  ['erika@example.org', 'erika@example.com', false],
])('whether the limits count %s and %s as one mailbox: %s', async (email, other, isOne) => {
  const { slug } = await company.stored.type([], { ...open, capacity: 50 });
  for (let count = 0; count < 10; count += 1) expect((await book({ slug, email })).status).toBe(200);
  expect((await book({ slug, email: other })).status).toBe(isOne ? 429 : 200);
});

test.each([
  ['a variation selector', 'erika.muster@gmail\ufe0f.com', 'gmail.com'],
  ['a grapheme joiner', 'erika.muster@gmail.c\u034fom', 'gmail.com'],
  ['full-width letters', 'erika.muster@ｇmail.com', 'gmail.com'],
  ['a ligature', 'erika.muster@ﬁrma.example', 'firma.example'],
  ['a capital umlaut, which Punycode has not', 'erika.muster@MÜLLER-solar.de', 'müller-solar.de'],
  ['a part in Punycode and a part not', 'erika.muster@müller.xn--mnchen-3ya.de', 'müller.münchen.de'],
])('a second way to write an address is refused, saying the first one: %s', async (_name, email, domain) => {
  const { slug } = await company.stored.type([], open);
  expect(await book({ slug, email })).toMatchObject({
    status: 400,
    details: [
      { path: '/email', code: 'format', message: expect.stringMatching(`; write the domain as ${domain}$`) },
    ],
  });
});

describe('the link to a booking', () => {
  test('leads from its address to the booking, and is neither stored nor indexed', async () => {
    const { slug } = await company.stored.type([lena], open);
    const { token } = (await book({ slug })).body;
    const redirect = await fetch(`${url}/b/${token}`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      `../pages/v1/bookings/${token}`,
    ]);
    const followed = await fetch(`${url}/b/${token}/`);
    expect(await followed.json()).toEqual((await readByLink(token)).body);
    for (const { headers } of [redirect, followed])
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
  });

  test('shows the company, but nothing internal', async () => {
    const { slug } = await company.stored.type([lena], open);
    const { token } = (await book({ slug, note: 'Nur für Sie' })).body;
    const { body, text } = await readByLink(token);
    expect(body.company.name).toBe('Dachwerk Beispielstadt GmbH');
    expect(text).not.toMatch(/"id"|vogt@|customerId|siteId|buffer|Nur für Sie|cancellationReason/);
  });

  test('ends 90 days after the appointment', async () => {
    const { slug } = await company.stored.type([lena], open);
    const { token } = (await book({ slug })).body;
    setClock('2026-06-21T08:59:00.000Z');
    expect((await readByLink(token)).status).toBe(200);
    setClock('2026-06-21T09:01:00.000Z');
    expect(await readByLink(token)).toMatchObject({ status: 404, error: 'not_found' });
  });

  test('opens one booking of one company, and no offer', async () => {
    const { slug } = await company.stored.type([lena], open);
    const { token } = (await book({ slug })).body;
    const other = await addCompany();
    const [, secret = ''] = token.split('.');
    const unknown = await readByLink(`${company.id}.${'A'.repeat(27)}`);
    expect(unknown.status).toBe(404);
    for (const wrong of [`${other.id}.${secret}`, secret, 'x', `${token}x`])
      expect((await readByLink(wrong)).text).toBe(unknown.text);
    expect((await visitor()('getOfferPage', { token })).text).toBe(unknown.text);
  });

  test('lists the slots to which the appointment can move: those of its planner', async () => {
    const jonas = await company.stored.member();
    const { slug } = await company.stored.type([lena, jonas], { ...open, assignment: 'CUSTOMER_CHOICE' });
    const { token } = (await book({ slug, plannerId: lena })).body;
    await company.stored.booking(`member:${lena}`, at('09:00'));
    const slots = async () => {
      const query = { from: monday, to: monday };
      const { body } = await visitor()<{ slots: unknown[] }>('getSlotsByLink', { token }, { query });
      return body.slots;
    };
    expect(await slots()).toEqual([
      { startsAt: at('08:00'), endsAt: at('09:00'), plannerIds: [] },
      { startsAt: at('10:00'), endsAt: at('11:00'), plannerIds: [] },
    ]);
    // The notice for moves is a day.
    setClock('2026-03-22T08:01:00.000Z');
    expect(await slots()).toEqual([]);
  });
});
