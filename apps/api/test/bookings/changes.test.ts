import type { Body, Booking, OperationId } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../support/api-client.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const { database, addCompany, setClock } = await openTestApi();

const now = '2026-03-16T08:00:00.000Z';
// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const at = (time: string) => `2026-03-23T${time}:00.000Z`;

let company: TestCompany;
let stored: ReturnType<typeof storedBookings>;
let lena: string;
let jonas: string;
let typeSlug: string;

beforeEach(async () => {
  setClock(now);
  company = await addCompany();
  stored = storedBookings(database.kysely, company.id);
  [lena, jonas] = [await stored.member(), await stored.member()];
  await stored.hours(null, [[1, '09:00', '13:00']]);
  const fields = { bufferAfterMinutes: 30, priceCents: 9900, taxRate: 19 };
  typeSlug = (await stored.type([lena, jonas], fields)).slug;
});

const customer = { name: 'Erika Muster', email: 'erika@example.org', address: 'Lindenweg 1' };

async function booked(body: Partial<Body<'createBooking'>> = {}) {
  const { status, body: booking } = await company.api.call('createBooking', {
    body: { typeSlug, startsAt: at('08:00'), plannerId: lena, customer, ...body },
  });
  expect(status).toBe(201);
  return booking;
}

type Change = 'rescheduleBooking' | 'reassignBooking' | 'createFollowUp';

const change = <O extends Change>(operationId: O, id: string, body: Body<O>): Promise<ApiResponse<Booking>> =>
  company.api.call<Change>(operationId, { params: { id }, body: body as never });

/** The code of an error, or of the field that is wrong. */
async function refusal<O extends Change>(operationId: O, id: string, body: Body<O>) {
  const { error, details } = await change(operationId, id, body);
  return error === 'invalid_request' ? details?.[0]?.code : error;
}

const read = async (id: string) => (await company.api.call('getBooking', { params: { id } })).body;

const mailKinds = async (bookingId: string) =>
  (await database.kysely.selectFrom('mail').select('kind').where('bookingId', '=', bookingId).execute()).map(
    ({ kind }) => kind,
  );

describe('a move', () => {
  test('keeps id, planner and buffers, and raises an event with the previous time', async () => {
    const { id } = await booked();
    await database.kysely
      .updateTable('bookingType')
      .set({ bufferAfterMinutes: 0, durationMinutes: 15 })
      .where('companyId', '=', company.id)
      .execute();
    const events = await company.raisedBy(async () => {
      const { body } = await change('rescheduleBooking', id, { startsAt: at('10:00') });
      expect(body).toMatchObject({ id, startsAt: at('10:00'), endsAt: at('11:00'), planner: { id: lena } });
    });
    expect(events).toMatchObject([
      { type: 'booking.rescheduled', data: { id, startsAt: at('10:00'), previousStartsAt: at('08:00') } },
    ]);
    const place = database.kysely.selectFrom('booking').select('blockedTo').where('id', '=', id);
    expect(await place.executeTakeFirst()).toEqual({ blockedTo: at('11:30') });
  });

  test('to where the booking itself was is possible, to the time of another one is not', async () => {
    const { id } = await booked();
    const other = await booked({ startsAt: at('10:00') });
    expect(await refusal('rescheduleBooking', id, { startsAt: at('08:15') })).toBeUndefined();
    expect(await refusal('rescheduleBooking', id, { startsAt: at('09:30') })).toBe('slot_unavailable');
    expect(await refusal('rescheduleBooking', other.id, { startsAt: at('08:15') })).toBe('slot_unavailable');
    expect((await read(id)).startsAt).toBe(at('08:15'));
  });

  test('to the same time changes nothing', async () => {
    const { updatedAt, ...booking } = await booked();
    const events = await company.raisedBy(async () => {
      const startsAt = '2026-03-23T09:00:00+01:00';
      const { status, body } = await change('rescheduleBooking', booking.id, { startsAt });
      expect({ status, body }).toEqual({ status: 200, body: { ...booking, updatedAt } });
    });
    expect(events).toEqual([]);
    expect(await mailKinds(booking.id)).toEqual(['booking-confirmed', 'team-booking-confirmed']);
  });

  test('changes the length alone', async () => {
    const { id } = await booked();
    const { body } = await change('rescheduleBooking', id, { startsAt: at('08:00'), durationMinutes: 90 });
    expect(body).toMatchObject({ endsAt: at('09:30'), durationMinutes: 90 });
    expect(await refusal('rescheduleBooking', id, { startsAt: at('08:00'), durationMinutes: 300 })).toBe(
      'slot_unavailable',
    );
  });

  test('is bound to working hours unless asked otherwise, and to the future', async () => {
    const { id } = await booked();
    expect(await refusal('rescheduleBooking', id, { startsAt: at('18:00') })).toBe('slot_unavailable');
    const outside = { startsAt: at('18:00'), allowOutsideAvailability: true };
    expect(await refusal('rescheduleBooking', id, outside)).toBeUndefined();
    expect(await refusal('rescheduleBooking', id, { startsAt: '2026-03-16T07:00:00Z' })).toBe('minimum');
  });

  test('of an appointment of nobody, or of an inactive type, is possible; of an inactive planner it is not', async () => {
    const nobodys = await booked({ plannerId: null });
    expect(await refusal('rescheduleBooking', nobodys.id, { startsAt: at('03:00') })).toBeUndefined();
    expect((await read(nobodys.id)).planner).toBeNull();
    const { id } = await booked();
    const { kysely } = database;
    await kysely
      .updateTable('bookingType')
      .set({ active: false })
      .where('companyId', '=', company.id)
      .execute();
    expect(await refusal('rescheduleBooking', id, { startsAt: at('09:00') })).toBeUndefined();
    await kysely.updateTable('member').set({ active: false }).where('id', '=', lena).execute();
    expect(await refusal('rescheduleBooking', id, { startsAt: at('10:00') })).toBe('member_inactive');
  });

  test('keeps within the capacity of a type without planners', async () => {
    const { slug } = await stored.type([], { capacity: 1 });
    const one = await booked({ typeSlug: slug, plannerId: undefined as never });
    const other = await booked({ typeSlug: slug, plannerId: undefined as never, startsAt: at('09:00') });
    expect(await refusal('rescheduleBooking', other.id, { startsAt: at('08:30') })).toBe('slot_unavailable');
    expect(await refusal('rescheduleBooking', one.id, { startsAt: at('10:00') })).toBeUndefined();
    expect(await refusal('rescheduleBooking', other.id, { startsAt: at('08:30') })).toBeUndefined();
  });
});

describe('a handover', () => {
  test('gives the appointment to another planner, also outside working hours', async () => {
    const { id, startsAt } = await booked({ startsAt: at('18:00'), allowOutsideAvailability: true });
    const events = await company.raisedBy(async () => {
      const { body } = await change('reassignBooking', id, { plannerId: jonas.toUpperCase() });
      expect(body).toMatchObject({ planner: { id: jonas }, startsAt });
    });
    expect(events).toMatchObject([
      { type: 'booking.reassigned', data: { planner: { id: jonas }, previousPlanner: { id: lena } } },
    ]);
    expect((await booked({ startsAt: at('18:00'), allowOutsideAvailability: true })).planner?.id).toBe(lena);
  });

  test('of an appointment of nobody has no previous planner', async () => {
    const { id } = await booked({ plannerId: null });
    const events = await company.raisedBy(() => change('reassignBooking', id, { plannerId: lena }));
    expect(events).toMatchObject([{ data: { previousPlanner: null } }]);
    expect(
      await refusal('reassignBooking', (await booked({ plannerId: jonas })).id, { plannerId: lena }),
    ).toBe('planner_unavailable');
  });

  test('is rejected for somebody who is absent, inactive or unknown', async () => {
    const { id } = await booked();
    await stored.absence(jonas, at('08:30'), at('08:45'));
    expect(await refusal('reassignBooking', id, { plannerId: jonas })).toBe('planner_unavailable');
    const former = await stored.member({ active: false });
    expect(await refusal('reassignBooking', id, { plannerId: former })).toBe('member_inactive');
    expect(await refusal('reassignBooking', id, { plannerId: 'nobody' })).toBe('unknown_reference');
  });

  test('to the same planner changes nothing', async () => {
    const booking = await booked();
    const events = await company.raisedBy(async () => {
      expect((await change('reassignBooking', booking.id, { plannerId: lena })).body).toEqual(booking);
    });
    expect(events).toEqual([]);
  });

  test('of an appointment that has begun is possible', async () => {
    const { id } = await booked();
    setClock(at('08:30'));
    expect(await refusal('reassignBooking', id, { plannerId: jonas })).toBeUndefined();
  });

  test('of an appointment of a type without planners is rejected', async () => {
    const { slug } = await stored.type([]);
    const { id } = await booked({ typeSlug: slug, plannerId: undefined as never });
    expect(await refusal('reassignBooking', id, { plannerId: lena })).toBe('planner_unavailable');
  });
});

describe('a follow-up', () => {
  const next = { startsAt: '2026-03-30T07:00:00.000Z' };

  test('is free, and has the customer, the planner and the offer request of the booking that it follows', async () => {
    const { body: record } = await company.api.call('createCustomer', { body: { lastName: 'Muster' } });
    const { body: request } = await company.api.call('createOfferRequest', {
      body: { contact: { lastName: 'Muster' } },
    });
    const id = await stored.booking(`member:${jonas}`, at('08:00'), {
      source: 'BUILDER',
      typeSlug,
      typeName: 'Damals',
      paymentStatus: 'UNPAID',
      priceCents: 9900,
      taxRate: 19,
      customerId: record.id,
      forename: 'Erika',
      surname: 'Muster',
      email: 'erika@example.org',
      phone: '0351 555',
      address: 'Lindenweg 1',
      language: 'en',
      offerRequestId: request.id,
    });
    const { status, body } = await change('createFollowUp', id, next);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...next,
      source: 'PLANNER',
      typeSlug,
      typeName: 'Vor-Ort-Termin',
      priceCents: 0,
      paymentStatus: 'FREE',
      taxRate: null,
      planner: { id: jonas },
      followUpOf: id,
      offerRequestId: request.id,
      customerId: record.id,
      language: 'en',
      note: null,
      customer: {
        name: 'Erika Muster',
        email: 'erika@example.org',
        phone: '0351 555',
        address: 'Lindenweg 1',
        forename: null,
        surname: null,
      },
    });
    const { body: third } = await change('createFollowUp', body.id, { startsAt: '2026-04-13T07:00:00Z' });
    expect(third).toMatchObject({ followUpOf: body.id, offerRequestId: request.id });
  });

  test('of an inactive planner or of nobody goes to the next planner in turn', async () => {
    const { id } = await booked();
    await database.kysely.updateTable('member').set({ active: false }).where('id', '=', lena).execute();
    expect((await change('createFollowUp', id, next)).body.planner?.id).toBe(jonas);
    const nobodys = await booked({ plannerId: null });
    expect(
      (await change('createFollowUp', nobodys.id, { startsAt: '2026-03-30T09:00:00Z' })).body.planner?.id,
    ).toBe(jonas);
  });

  test('is rejected if its planner is busy, and can be given to another one or to nobody', async () => {
    const { id } = await booked();
    await booked({ startsAt: next.startsAt });
    expect(await refusal('createFollowUp', id, next)).toBe('slot_unavailable');
    expect((await change('createFollowUp', id, { ...next, plannerId: jonas })).body.planner?.id).toBe(jonas);
    expect((await change('createFollowUp', id, { ...next, plannerId: null })).body.planner).toBeNull();
  });

  test('needs an address for types that require one: that of the booking, of the customer record, or another one', async () => {
    const { slug } = await stored.type([lena, jonas], { requiresAddress: true });
    const address = { street: 'Am Hang', houseNumber: '3' };
    const { body: record } = await company.api.call('createCustomer', {
      body: { lastName: 'Muster', address },
    });
    const visit = { ...next, typeSlug: slug, plannerId: null };
    const addressOf = async (id: string, body: Partial<Body<'createFollowUp'>> = {}) =>
      (await change('createFollowUp', id, { ...visit, ...body })).body.customer?.address;
    const known = await booked();
    expect(await addressOf(known.id)).toBe('Lindenweg 1');
    expect(await addressOf(known.id, { address: 'Am Markt 1' })).toBe('Am Markt 1');
    const call = { plannerId: null, customer: { name: 'Erika Muster', address: null } };
    const { id } = await booked(call);
    expect((await change('createFollowUp', id, visit)).details?.[0]).toMatchObject({
      ...{ path: '/address', code: 'required' },
    });
    expect(await refusal('createFollowUp', id, { ...visit, address: null })).toBe('required');
    expect(await addressOf(id, { address: null, note: 'Büro' })).toBeNull();
    const { id: ofRecord } = await booked({ ...call, customerId: record.id });
    expect(await addressOf(ofRecord)).toBe('Am Hang 3');
  });

  test('can be of another type, and needs one if the booking has none', async () => {
    const id = await stored.booking(`member:${lena}`, at('08:00'));
    expect(await refusal('createFollowUp', id, next)).toBe('required');
    expect(await refusal('createFollowUp', id, { ...next, typeSlug: 'unknown' })).toBe('unknown_reference');
    expect((await change('createFollowUp', id, { ...next, typeSlug })).body.typeSlug).toBe(typeSlug);
    expect(await refusal('rescheduleBooking', id, { startsAt: at('10:00') })).toBeUndefined();
  });
});

test('a cancelled booking keeps its reason for the team, and its slot is free again', async () => {
  const { id } = await booked();
  const cancelled = await company.api.call('cancelBooking', { params: { id }, body: { reason: 'Urlaub' } });
  expect(cancelled.body).toMatchObject({ status: 'CANCELLED', cancellationReason: 'Urlaub' });
  expect(cancelled.body.cancelledAt).toBe(cancelled.body.updatedAt);
  expect((await booked()).planner?.id).toBe(lena);
});

test.each(['completeBooking', 'markBookingNoShow'] as const satisfies OperationId[])(
  '%s is possible once the appointment has started',
  async (operationId) => {
    const { id } = await booked();
    const close = () => company.api.call(operationId, { params: { id } });
    setClock('2026-03-23T07:59:00.000Z');
    const early = await close();
    expect([early.status, early.error]).toEqual([409, 'booking_not_started']);
    expect(early.text).toContain(at('08:00'));
    setClock(at('08:00'));
    expect((await close()).status).toBe(200);
    expect(await refusal('createFollowUp', id, { startsAt: '2026-03-30T07:00:00Z' })).toBeUndefined();
  },
);

test('the log of a booking shows each change with its author', async () => {
  const { id } = await booked();
  await change('rescheduleBooking', id, { startsAt: at('10:00') });
  await change('reassignBooking', id, { plannerId: jonas });
  await company.api.call('cancelBooking', { params: { id }, body: { reason: 'Urlaub' } });
  const rows = await database.kysely
    .selectFrom('bookingLog')
    .selectAll()
    .where('bookingId', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['create', 'reschedule', 'reassign', 'cancel']);
  expect(rows.slice(1)).toMatchObject([
    { previous: { startsAt: at('08:00') }, changed: { startsAt: at('10:00') } },
    { previous: { plannerId: lena }, changed: { plannerId: jonas } },
    { previousStatus: 'CONFIRMED', status: 'CANCELLED', changed: { cancellationReason: 'Urlaub' } },
  ]);
});
