import type { Body } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { database, addCompany, setClock } = await openTestApi();

const now = '2026-03-16T08:00:00.000Z';
// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const at = (time: string) => `2026-03-23T${time}:00.000Z`;

let company: TestCompany;
let stored: ReturnType<typeof storedBookings>;
let lena: string;
let jonas: string;
/** Of both. */
let typeSlug: string;

beforeEach(async () => {
  setClock(now);
  company = await addCompany();
  stored = storedBookings(database.kysely, company.id);
  [lena, jonas] = [await stored.member(), await stored.member()].sort() as [string, string];
  await stored.hours(null, [[1, '09:00', '12:00']]);
  typeSlug = (await stored.type([lena, jonas])).slug;
});

const customer = { name: 'Erika Muster', email: 'erika@example.org' };

const create = (body: Partial<Body<'createBooking'>> = {}) =>
  company.api.call('createBooking', { body: { typeSlug, startsAt: at('08:00'), customer, ...body } });

async function created(body: Partial<Body<'createBooking'>> = {}) {
  const { status, body: booking, text } = await create(body);
  expect({ status, text }).toMatchObject({ status: 201 });
  return booking;
}

const rejected = async (body: Partial<Body<'createBooking'>> = {}) => {
  const { error, details } = await create(body);
  return error === 'invalid_request' ? details?.[0]?.code : error;
};

test('a booking is real at once, is logged, and raises an event', async () => {
  const raised = await company.raisedBy(async () => {
    const booking = await created({ note: 'Hund' });
    expect(booking).toMatchObject({
      source: 'PLANNER',
      status: 'CONFIRMED',
      paymentStatus: 'FREE',
      startsAt: at('08:00'),
      endsAt: at('09:00'),
      createdAt: booking.updatedAt,
      customer: { ...customer, forename: null, surname: null },
    });
    const log = database.kysely.selectFrom('bookingLog').selectAll().where('bookingId', '=', booking.id);
    expect(await log.execute()).toMatchObject([
      { action: 'create', actorKind: 'key', previousStatus: null, status: 'CONFIRMED' },
    ]);
  });
  expect(raised.map(({ type }) => type)).toEqual(['booking.created']);
});

describe('the planner', () => {
  test('is the next one in turn', async () => {
    const planners = [];
    for (const time of ['08:00', '08:00', '09:00', '09:00'])
      planners.push((await created({ startsAt: at(time) })).planner?.id);
    expect([planners.slice(0, 2).toSorted(), planners.slice(2).toSorted()]).toEqual([
      [lena, jonas],
      [lena, jonas],
    ]);
    expect(await rejected({ startsAt: at('08:00') })).toBe('slot_unavailable');
  });

  test('with less load comes first, and one with a higher priority before all others', async () => {
    await created({ plannerId: lena });
    expect((await created({ startsAt: at('09:00') })).planner?.id).toBe(jonas);
    await database.kysely
      .updateTable('bookingTypeMember')
      .set({ priority: 2 })
      .where('companyId', '=', company.id)
      .where('memberId', '=', lena)
      .execute();
    await created({ startsAt: at('10:00') });
    expect((await created({ startsAt: at('10:00') })).planner?.id).toBe(lena);
  });

  test('can be named, also one of other types', async () => {
    const other = await stored.member();
    expect((await created({ plannerId: other.toUpperCase() })).planner?.id).toBe(other);
    expect(await rejected({ plannerId: other })).toBe('slot_unavailable');
  });

  test('can be nobody: such appointments are not bound to hours, and block no slot', async () => {
    for (const _ of [1, 2]) {
      const { planner } = await created({ plannerId: null, startsAt: at('03:00') });
      expect(planner).toBeNull();
    }
  });

  test('must be active', async () => {
    expect(await rejected({ plannerId: await stored.member({ active: false }) })).toBe('member_inactive');
  });

  test('cannot be named for a type without planners, which has as many appointments as its capacity', async () => {
    const { slug } = await stored.type([], { capacity: 2 });
    expect(await rejected({ typeSlug: slug, plannerId: lena })).toBe('planner_unavailable');
    for (const _ of [1, 2]) expect((await created({ typeSlug: slug })).planner).toBeNull();
    expect(await rejected({ typeSlug: slug })).toBe('slot_unavailable');
  });

  test('is not needed for a type without planners, which gets no appointment beyond a capacity that was lowered', async () => {
    const { id, slug } = await stored.type([], { capacity: 3 });
    const [first] = [await created({ typeSlug: slug }), await created({ typeSlug: slug })];
    await created({ typeSlug: slug });
    await company.api.call('cancelBooking', { params: { id: first.id } });
    const lowered = { capacity: 1 };
    await database.kysely.updateTable('bookingType').set(lowered).where('id', '=', id).execute();
    expect(await rejected({ typeSlug: slug })).toBe('slot_unavailable');
  });
});

describe('the time', () => {
  test.each([
    [{ startsAt: '2026-03-16T07:59:00Z' }, 'minimum'],
    [{ startsAt: '2028-03-16T08:01:00Z' }, 'maximum'],
    [{ startsAt: '2026-03-23T08:00:30Z' }, 'multipleOf'],
    [{ startsAt: 5 as unknown as string }, 'type'],
    [{ startsAt: at('07:00') }, 'slot_unavailable'],
    [{ durationMinutes: 300 }, 'slot_unavailable'],
    [{ typeSlug: 'unknown' }, 'unknown_reference'],
    [{ typeSlug: "' or 1" }, 'unknown_reference'],
  ])('%j is rejected with %s', async (body, code) => {
    expect(await rejected(body)).toBe(code);
  });

  test('a refusal names the obstacles, first those that cannot be overridden', async () => {
    const reasons = async (body: Partial<Body<'createBooking'>>) => {
      const { status, error, details, body: refusal } = await create(body);
      expect([status, error]).toEqual([409, 'slot_unavailable']);
      expect(refusal).toMatchObject({ message: expect.stringContaining(details?.[0]?.message ?? '-') });
      for (const detail of details ?? []) expect(detail).toMatchObject({ in: 'body', path: '/startsAt' });
      return details?.map(({ code }) => code);
    };
    const own = { plannerId: lena, allowOutsideAvailability: true };
    await created({ ...own, startsAt: at('06:00') });
    await stored.absence(jonas, at('08:00'), at('09:00'));
    expect(await reasons({ plannerId: lena, startsAt: at('07:00') })).toEqual(['outside_hours']);
    expect(await reasons({ plannerId: lena, startsAt: at('06:30') })).toEqual(['taken', 'outside_hours']);
    expect(await reasons({ ...own, startsAt: at('06:30') })).toEqual(['taken']);
    expect(await reasons({ plannerId: jonas })).toEqual(['absent']);
    await created({ plannerId: lena });
    expect(await reasons({})).toEqual(['taken', 'absent']);
    const former = await stored.type([await stored.member({ active: false })]);
    expect(await reasons({ typeSlug: former.slug, startsAt: at('10:00') })).toEqual(['nobody']);
  });

  test('can be outside the working hours if asked for, but not within an absence', async () => {
    await stored.absence(lena, at('05:00'), at('06:00'));
    const outside = { allowOutsideAvailability: true, plannerId: lena };
    expect((await created({ ...outside, startsAt: at('06:00') })).startsAt).toBe(at('06:00'));
    expect(await rejected({ ...outside, startsAt: at('05:30') })).toBe('slot_unavailable');
  });

  test('can be any full minute, and is free again if a booking was cancelled', async () => {
    const cancelled = { status: 'CANCELLED', cancelledAt: now };
    await stored.booking(`member:${lena}`, at('08:00'), cancelled);
    expect((await created({ plannerId: lena, startsAt: at('08:07') })).endsAt).toBe(at('09:07'));
  });
});

test('an inactive type gets no bookings', async () => {
  const { slug } = await stored.type([lena], { active: false });
  expect(await rejected({ typeSlug: slug })).toBe('booking_type_inactive');
});

test('the price is that of the type, or another one', async () => {
  const { slug } = await stored.type([lena, jonas], { priceCents: 9900, taxRate: 19 });
  const unpaid = { paymentStatus: 'UNPAID', amountPaidCents: null, currency: 'EUR', taxRate: 19 };
  expect(await created({ typeSlug: slug })).toMatchObject({ ...unpaid, priceCents: 9900 });
  expect(await created({ typeSlug: slug, priceCents: 5000 })).toMatchObject({ ...unpaid, priceCents: 5000 });
  const free = { paymentStatus: 'FREE', priceCents: 0, taxRate: null };
  expect(await created({ typeSlug: slug, priceCents: 0, startsAt: at('09:00') })).toMatchObject(free);
});

test('a price for a free type needs a VAT rate, and a free appointment has none', async () => {
  const { slug } = await stored.type([lena, jonas], { priceCents: 0, taxRate: null });
  const priced = { typeSlug: slug, priceCents: 5000 };
  expect(await rejected(priced)).toBe('required');
  expect(await rejected({ typeSlug: slug, taxRate: 19 })).toBe('contradiction');
  for (const taxRate of [19, 0]) expect(await created({ ...priced, taxRate })).toMatchObject({ taxRate });
  const paid = await stored.type([lena, jonas], { priceCents: 9900, taxRate: 19 });
  const reduced = { typeSlug: paid.slug, taxRate: 7, startsAt: at('09:00') };
  expect(await created(reduced)).toMatchObject({ priceCents: 9900, taxRate: 7 });
});

describe('the customer', () => {
  test('can be a record, whose contact data and language the booking has', async () => {
    const address = { street: 'Lindenweg', houseNumber: '12a', postalCode: '01234', city: 'Musterstadt' };
    const { body: record } = await company.api.call('createCustomer', {
      body: { firstName: 'Erika', lastName: 'Muster', phone: '0351 555', address, language: 'en' },
    });
    expect(await created({ customerId: record.id, customer: undefined as never })).toMatchObject({
      customerId: record.id,
      language: 'en',
      customer: {
        name: 'Erika Muster',
        email: null,
        phone: '0351 555',
        address: 'Lindenweg 12a, 01234 Musterstadt',
      },
    });
    const other = { name: 'Paul Muster', phone: '0351 777' };
    expect(await created({ customerId: record.id, customer: other, language: 'de' })).toMatchObject({
      customerId: record.id,
      language: 'de',
      customer: { ...other, email: null, address: 'Lindenweg 12a, 01234 Musterstadt' },
    });
  });

  test('can have a name and an address as long as those of records', async () => {
    const [long, short] = ['N'.repeat(200), '1'.repeat(100)];
    const address = { street: long, houseNumber: short, addressLine2: long, postalCode: short, city: long };
    const { body: record } = await company.api.call('createCustomer', {
      body: { firstName: long, lastName: long, address },
    });
    const booking = await created({ customerId: record.id, customer: undefined as never });
    expect(booking.customer).toMatchObject({
      name: `${long} ${long}`,
      address: `${long} ${short}, ${long}, ${short} ${long}`,
    });
  });

  test('needs an address for types that require one: that of the record, another one, or a note that says where', async () => {
    const { slug } = await stored.type([lena, jonas], { requiresAddress: true });
    const addCustomer = async (fields: Body<'createCustomer'>) =>
      (await company.api.call('createCustomer', { body: { lastName: 'Muster', ...fields } })).body.id;
    const known = await addCustomer({ address: { street: 'Lindenweg', houseNumber: '1' } });
    const unknown = await addCustomer({});
    const visit = async (body: Partial<Body<'createBooking'>>) => {
      const response = await create({ typeSlug: slug, plannerId: null, ...body });
      return response.status === 201 ? response.body.customer?.address : response.details?.[0];
    };
    const named = (address?: string | null) => ({
      name: 'Erika Muster',
      ...(address !== undefined && { address }),
    });
    expect(await visit({ customerId: known, customer: undefined as never })).toBe('Lindenweg 1');
    expect(await visit({ customerId: known, customer: named() })).toBe('Lindenweg 1');
    expect(await visit({ customerId: known, customer: named('Am Hang 3') })).toBe('Am Hang 3');
    const missing = { path: '/customer/address', code: 'required' };
    expect(await visit({ customer: named() })).toMatchObject(missing);
    expect(await visit({ customerId: unknown, customer: undefined as never })).toMatchObject(missing);
    const unexplained = { path: '/note', code: 'required' };
    for (const without of [{}, { note: null }, { note: ' \n' }])
      expect(await visit({ customerId: known, customer: named(null), ...without })).toMatchObject(
        unexplained,
      );
    expect(await visit({ customer: named(null), note: 'Neubau, Flurstück 12/3' })).toBeNull();
  });

  test('must be given', async () => {
    expect(await rejected({ customer: undefined as never })).toBe('required');
    expect(await rejected({ customer: undefined as never, customerId: null })).toBe('required');
  });
});

test('the site is the only one of the type, else the only one of the planner, unless it is given', async () => {
  const [site, otherSite] = [await company.newSite(), await company.newSite()];
  const { kysely } = database;
  await kysely
    .insertInto('memberSite')
    .values({ companyId: company.id, memberId: lena, siteId: site })
    .execute();
  const type = await stored.type([lena, jonas]);
  const siteOf = async (body: Partial<Body<'createBooking'>>) =>
    (await created({ typeSlug: type.slug, ...body })).siteId;
  expect(await siteOf({ plannerId: lena })).toBe(site);
  expect(await siteOf({ plannerId: jonas })).toBeNull();
  const offered = (siteId: string) =>
    kysely
      .insertInto('bookingTypeSite')
      .values({ companyId: company.id, bookingTypeId: type.id, siteId })
      .execute();
  await offered(otherSite);
  expect(await siteOf({ plannerId: lena, startsAt: at('09:00') })).toBe(otherSite);
  expect(await siteOf({ plannerId: jonas, startsAt: at('09:00'), siteId: null })).toBeNull();
  await offered(site);
  expect(await siteOf({ plannerId: lena, startsAt: at('10:00') })).toBeNull();
});

test('an appointment that the check cannot see still blocks the slot', async () => {
  const { kysely } = database;
  const id = await stored.booking(`member:${lena}`, at('08:00'), { status: 'CANCELLED', cancelledAt: now });
  const creating = await kysely.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('booking')
      .set({ status: 'CONFIRMED', cancelledAt: null })
      .where('id', '=', id)
      .execute();
    const sent = rejected({ plannerId: lena });
    await expect.poll(() => waitingForLocks(kysely)).toBe(1);
    return { sent };
  });
  expect(await creating.sent).toBe('slot_unavailable');
  expect((await company.api.call('listBookings')).body.total).toBe(1);
});

test('an e-mail address whose domain has umlauts is stored as typed', async () => {
  const email = 'erika@müller-solar.de';
  const { id } = await created({ customer: { ...customer, email } });
  const { toAddress } = await database.kysely
    .selectFrom('mail')
    .select('toAddress')
    .where('bookingId', '=', id)
    .where('kind', '=', 'booking-confirmed')
    .executeTakeFirstOrThrow();
  expect(toAddress).toBe(email);
  for (const refused of ['jörg@müller-solar.de', 'erika@pаypal.example', 'erika@müller..de'])
    expect(await rejected({ customer: { ...customer, email: refused } })).toBe('format');
});

describe('texts that would begin a header of a mail, or falsify one, are rejected', () => {
  test.each([
    ['name', { name: 'Erika\r\nBcc: evil@example.org' }],
    ['name', { name: 'Gewinn: https://evil.example' }],
    ['name', { name: '=?utf-8?B?Qm9zcw==?=' }],
    ['name', { name: 'Erika \u202eretsuM' }],
    ['email', { email: `${'e'.repeat(65)}@example.org` }],
    ['email', { email: 'erika@example.org\r\nBcc: evil@example.org' }],
    ['email', { email: 'erika@example.org, evil@example.org' }],
    ['email', { email: '"Erika" <erika@example.org>' }],
    ['address', { address: 'Lindenweg 1\nBcc: evil@example.org' }],
  ])('in %s: %j', async (field, text) => {
    const { status, details } = await create({ customer: { ...customer, ...text } });
    expect({ status, path: details?.[0]?.path }).toEqual({ status: 400, path: `/customer/${field}` });
    const mails = database.kysely.selectFrom('mail').where('companyId', '=', company.id);
    expect(await mails.select('id').execute()).toEqual([]);
  });

  test('in the name of a booking type, which subjects contain', async () => {
    const args = ['booking-type', 'update', typeSlug, '--company', company.id, '--file', '-', '--json'];
    const file = JSON.stringify({ name: 'Termin\r\nBcc: evil@example.org' });
    const { exitCode, stderr } = await commandLineOn(database).admin(args, {}, file);
    expect([exitCode, JSON.parse(stderr).error]).toEqual([1, 'invalid_fields']);
  });
});
