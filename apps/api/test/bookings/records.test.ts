import type { Query } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../src/kernel/handler-context.ts';
import { purgeTask } from '../../src/server/purges.ts';
import { commandLineOn } from '../support/command-line.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const { database, addCompany } = await openTestApi();

const monday = '2026-03-23T08:00:00.000Z';
const tuesday = '2026-03-24T08:00:00.000Z';

let company: TestCompany;
let stored: ReturnType<typeof storedBookings>;
let lena: string;

beforeEach(async () => {
  company = await addCompany();
  stored = storedBookings(database.kysely, company.id);
  lena = await stored.member();
});

const getBooking = async (id: string) => (await company.api.call('getBooking', { params: { id } })).body;

async function found(query: Query<'listBookings'> = {}): Promise<string[]> {
  const { status, body } = await company.api.call('listBookings', { query });
  expect(status).toBe(200);
  return body.data.map(({ id }) => id);
}

test('a booking shows its planner, its customer and its length', async () => {
  const id = await stored.booking(`member:${lena}`, monday, {
    before: 30,
    endsAt: '2026-03-23T09:30:00.000Z',
  });
  const { body: member } = await company.api.call('getMember', { params: { id: lena } });
  expect(await getBooking(id)).toMatchObject({
    durationMinutes: 90,
    planner: { id: lena, name: member.name, email: member.email },
    customer: { name: 'Erika Muster', email: null, billingName: null, billingAddress: null },
    currency: 'EUR',
    amountPaidCents: null,
    invoice: null,
    stripe: null,
  });
});

describe('bookings are found', () => {
  test('without those that are not real, unless their status is asked for', async () => {
    const real = await stored.booking(`member:${lena}`, monday);
    const held = { holdUntil: monday, paymentStatus: 'UNPAID', priceCents: 100 };
    const pending = await stored.booking(`member:${lena}`, tuesday, { status: 'PENDING_PAYMENT', ...held });
    const expired = await stored.booking(`member:${lena}`, tuesday, { status: 'EXPIRED', name: null });
    expect(await found()).toEqual([real]);
    expect(await found({ status: 'PENDING_PAYMENT' })).toEqual([pending]);
    expect(await found({ status: 'EXPIRED' })).toEqual([expired]);
    expect(await getBooking(expired)).toMatchObject({ status: 'EXPIRED', customer: null });
  });

  test('by planner, by none, and by start', async () => {
    const hers = await stored.booking(`member:${lena}`, monday);
    const nobodys = await stored.booking('type:1', tuesday);
    expect(await found({ plannerId: lena.toUpperCase() })).toEqual([hers]);
    expect(await found({ plannerId: 'none' })).toEqual([nobodys]);
    expect(await found({ plannerId: 'nobody' })).toEqual([]);
    expect(await found({ startsFrom: '2026-03-24T09:00:00+01:00' })).toEqual([nobodys]);
    expect(await found({ startsTo: tuesday })).toEqual([hers]);
  });

  test('by the e-mail address of the customer, case-insensitively, and by site', async () => {
    const siteId = await company.newSite();
    const id = await stored.booking(`member:${lena}`, monday, { email: 'Erika@Example.org', siteId });
    await stored.booking(`member:${lena}`, tuesday);
    expect(await found({ customerEmail: 'erika@example.ORG' })).toEqual([id]);
    expect(await found({ customerEmail: 'erika@example' })).toEqual([]);
    expect(await found({ siteId })).toEqual([id]);
  });

  test('by an e-mail address whose domain has umlauts, in either form', async () => {
    const [typed, punycode] = ['erika@müller-solar.de', 'erika@xn--mller-solar-thb.de'];
    const ids = [
      await stored.booking(`member:${lena}`, monday, { email: typed }),
      await stored.booking(`member:${lena}`, tuesday, { email: punycode }),
    ];
    for (const customerEmail of [typed, punycode, 'Erika@MÜLLER-solar.de'])
      expect((await found({ customerEmail })).sort()).toEqual(ids.toSorted());
  });
});

describe('deleting', () => {
  const contact = { email: 'erika@example.org', phone: '0351 555', address: 'Lindenweg 1', language: 'en' };

  test.each([
    ['FREE', 0, null, {}],
    ['UNPAID', 9900, null, {}],
    ['PAID', 9900, 'kept', { paymentMethod: 'manual', paidAt: monday }],
    ['REFUNDED', 9900, 'kept', { paymentMethod: 'manual', paidAt: monday, refundedCents: 9900 }],
  ])(
    'a customer keeps %s bookings, with contact data only if money was paid',
    async (paymentStatus, priceCents, kept, money) => {
      const { body } = await company.api.call('createCustomer', { body: { lastName: 'Muster' } });
      const values = { ...contact, customerId: body.id, paymentStatus, priceCents, ...money };
      const id = await stored.booking(`member:${lena}`, monday, values);
      const other = await stored.booking(`member:${lena}`, tuesday, { ...contact });
      const [before, others] = [await getBooking(id), await getBooking(other)];
      const { status } = await company.api.call('deleteCustomer', { params: { id: body.id } });
      expect(status).toBe(204);
      const after = await getBooking(id);
      const { email, phone, address } = kept ? contact : { email: null, phone: null, address: null };
      expect(after).toEqual({
        ...before,
        customerId: null,
        customer: { ...before.customer, email, phone, address },
        updatedAt: after.updatedAt,
      });
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(await getBooking(other)).toEqual(others);
    },
  );

  test('an offer request keeps its bookings', async () => {
    const { body } = await company.api.call('createOfferRequest', {
      body: { contact: { lastName: 'Muster' } },
    });
    const id = await stored.booking(`member:${lena}`, monday, { source: 'BUILDER', offerRequestId: body.id });
    expect(await found({ offerRequestId: body.id })).toEqual([id]);
    const { status } = await company.api.call('deleteOfferRequest', { params: { id: body.id } });
    expect(status).toBe(204);
    expect(await getBooking(id)).toMatchObject({ offerRequestId: null });
  });
});

test('deactivating a member keeps appointments, and tells how many are to come', async () => {
  const { text } = commandLineOn(database);
  await stored.booking(`member:${lena}`, '2020-03-23T08:00:00.000Z');
  const id = await stored.booking(`member:${lena}`, '2998-03-23T08:00:00.000Z');
  const output = await text('member', 'update', lena, '--active', 'no', '--company', company.id);
  expect(output).toContain('Upcoming appointments that another member should take: 1.');
  expect((await getBooking(id)).planner?.id).toBe(lena);
});

test('bookings lose the network of the customer after an hour', async () => {
  const { kysely } = database;
  const unproven = { source: 'BOOKING_PAGE', clientNetwork: '203.0.113.0/24', emailProof: null };
  const [old, recent] = [
    await stored.booking(`member:${lena}`, monday, { ...unproven, createdAt: '2026-03-01T08:00:00.000Z' }),
    await stored.booking(`member:${lena}`, tuesday, { ...unproven, createdAt: '2026-03-01T08:00:00.001Z' }),
  ];
  const before = await Promise.all([old, recent].map(getBooking));
  const now = '2026-03-01T09:00:00.001Z';
  await database.transaction(company.id, (db) =>
    purgeTask('forget-networks').run({ db, now: async () => now } as Context),
  );
  const networks = kysely.selectFrom('booking').select('clientNetwork').where('id', 'in', [old, recent]);
  expect(await networks.orderBy('createdAt').execute()).toEqual([
    { clientNetwork: null },
    { clientNetwork: '203.0.113.0/24' },
  ]);
  // It is not shown, so nothing has changed for readers.
  expect(await Promise.all([old, recent].map(getBooking))).toEqual(before);
});

test('bookings that were not paid lose their personal data after 30 days', async () => {
  const contact = { email: 'erika@example.org', phone: '0351 555', address: 'Lindenweg 1', note: 'Klingeln' };
  const customer = { ...contact, source: 'BOOKING_PAGE', forename: 'Erika', surname: 'Muster' };
  const unpaid = { ...customer, paymentStatus: 'UNPAID', priceCents: 9900 };
  const expired = { ...unpaid, status: 'EXPIRED', updatedAt: '2026-03-01T08:00:00.000Z' };
  const old = await stored.booking(`member:${lena}`, monday, expired);
  const recent = await stored.booking(`member:${lena}`, monday, {
    ...expired,
    updatedAt: '2026-03-02T08:00:00.000Z',
  });
  const real = await stored.booking(`member:${lena}`, tuesday, { ...expired, status: 'CONFIRMED' });
  const before = await Promise.all([old, recent, real].map(getBooking));
  const now = '2026-03-31T08:00:00.001Z';
  const run = () =>
    database.transaction(company.id, (db) =>
      purgeTask('forget-expired-customers').run({ db, now: async () => now } as Context),
    );
  expect(await run()).toBe(false);
  const after = await Promise.all([old, recent, real].map(getBooking));
  expect(after).toEqual([{ ...before[0], customer: null, note: null, updatedAt: now }, before[1], before[2]]);
  await run();
  expect(await getBooking(old)).toEqual(after[0]);
});
