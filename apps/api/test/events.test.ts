import { type EventType, events as eventTable, type Scope, type WebhookEvent } from '@pv-planning/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { storedBookings } from './support/stored-bookings.ts';
import { openTestApi } from './support/test-api.ts';

const { addCompany, database, setClock } = await openTestApi();
// Events of the last 30 days are listed.
setClock(new Date().toISOString());
const company = await addCompany();
const { api } = company;

const dayMs = 86_400_000;

/** Returns an hour (UTC) of a Monday to come. */
function nextMonday(hour: number): string {
  const day = new Date(Date.now() + 8 * dayMs);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7));
  return `${day.toISOString().slice(0, 'YYYY-MM-DD'.length)}T${String(hour).padStart(2, '0')}:00:00Z`;
}

/** Raises events of all types. */
async function raiseAllEvents() {
  const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
  await api.call('updateCustomer', { params: { id: customer.id }, body: { notes: 'a' } });
  const { body: project } = await api.call('createProject', { body: { customerId: customer.id } });
  await api.call('updateProject', { params: { id: project.id }, body: { notes: 'a' } });
  const { body: material } = await api.call('createMiscMaterial', { body: { name: 'Kabel' } });
  const params = { id: material.id };
  await api.call('updateMiscMaterial', { params, body: { archived: true } });
  await api.call('deleteMiscMaterial', { params });
  await raiseOfferEvents(project.id);
  await raiseBookingEvents();
  await api.call('deleteProject', { params: { id: project.id } });
  await api.call('deleteCustomer', { params: { id: customer.id } });
}

async function raiseBookingEvents() {
  const stored = storedBookings(database.kysely, company.id);
  const { slug: typeSlug } = await stored.type([]);
  await stored.hours(null, [[1, '08:00', '14:00']]);
  const body = { typeSlug, startsAt: nextMonday(9), customer: { name: 'Erika Muster' } };
  const { body: booking } = await api.call('createBooking', { body });
  await api.call('createBooking', {
    body: { ...body, startsAt: nextMonday(8), priceCents: 100, taxRate: 19, settled: true },
  });
  const params = { id: booking.id };
  await api.call('rescheduleBooking', { params, body: { startsAt: nextMonday(10) } });
  await api.call('cancelBooking', { params });
  for (const operationId of ['completeBooking', 'markBookingNoShow'] as const) {
    const id = await stored.booking(`member:${await stored.member()}`, '2026-03-16T08:00:00.000Z');
    const plannerId = await stored.member();
    await api.call('reassignBooking', { params: { id }, body: { plannerId } });
    await api.call(operationId, { params: { id } });
  }
}

/** A project with an accepted offer cannot be deleted, so the accepted offer has its own project. */
async function raiseOfferEvents(projectId: string) {
  const additionalCosts = [{ name: 'Pauschal', price: 100 }];
  const { body: offer } = await api.call('createOffer', { body: { projectId, additionalCosts } });
  await api.call('updateOffer', { params: { id: offer.id }, body: { name: 'a' } });
  await api.call('deleteOffer', { params: { id: offer.id } });
  const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Adler' } });
  const { body: kept } = await api.call('createProject', { body: { customerId: customer.id } });
  const { body: sold } = await api.call('createOffer', { body: { projectId: kept.id, additionalCosts } });
  await api.call('publishOffer', { params: { id: sold.id } });
  await api.call('acceptOffer', { params: { id: sold.id } });
}

const raised = await company.raisedBy(raiseAllEvents);
const types = Object.keys(eventTable) as EventType[];
const allScopes: Scope[] = [
  'read:events',
  'read:customers',
  'read:projects',
  'read:materials',
  'read:offers',
  'read:bookings',
];

async function listed(scopes: Scope[], query = {}): Promise<WebhookEvent[]> {
  const client = await company.withScopes(...scopes);
  const { body } = await client.call('listEvents', { query: { sort: 'createdAt.asc', ...query } });
  expect(body.total).toBe(body.data.length);
  return body.data as WebhookEvent[];
}

test('the requests of this file raise every event of the contract, except that of the payment provider', () => {
  const ofThisFile = types.filter((type) => type !== 'booking.payment_refunded');
  expect(new Set(raised.map(({ type }) => type))).toEqual(new Set(ofThisFile));
});

test('lists and returns events as they were sent', async () => {
  const list = await listed(allScopes);
  expect(list).toEqual(raised);
  for (const event of raised) {
    const { body, text } = await api.call('getEvent', { params: { id: event.id } });
    expect(body).toEqual(event);
    const stored = await database.kysely
      .selectFrom('webhookEvent')
      .select('body')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(text).toBe(stored.body);
  }
});

describe.each([
  [['read:events'], []],
  [['read:events', 'read:company'], []],
  [['read:events', 'read:customers'], ['customer']],
  [['read:events', 'write:customers'], ['customer']],
  [['read:events', 'read:projects'], ['project']],
  [['read:events', 'write:projects'], ['project']],
  [['read:events', 'read:materials'], ['material']],
  [['read:events', 'read:offers'], ['offer']],
  [['read:events', 'read:bookings'], ['booking']],
  [
    ['read:events', 'read:customers', 'write:projects'],
    ['customer', 'project'],
  ],
] as [Scope[], string[]][])('a key with %j', (scopes, readable) => {
  const isReadable = ({ type }: { type: string }) => readable.includes(type.split('.')[0] ?? '');

  test('lists and counts only events within its scopes', async () => {
    expect(await listed(scopes)).toEqual(raised.filter(isReadable));
    for (const type of types) {
      expect(await listed(scopes, { type })).toEqual(
        raised.filter((event) => event.type === type && isReadable(event)),
      );
    }
  });

  test('reads these events, and gets 404 for all others', async () => {
    const client = await company.withScopes(...scopes);
    const never = await client.call('getEvent', { params: { id: '0198f2a4-0000-7c3b-9a50-000000000000' } });
    for (const event of raised) {
      const { status, text } = await client.call('getEvent', { params: { id: event.id } });
      if (isReadable(event)) expect(status).toBe(200);
      else expect([status, text]).toEqual([404, never.text]);
    }
  });
});

test('filters by creation time, with an inclusive start and an exclusive end', async () => {
  const [first, second] = [String(raised[1]?.createdAt), String(raised[4]?.createdAt)];
  const between = raised.filter(({ createdAt }) => createdAt >= first && createdAt < second);
  expect(between.length).toBeGreaterThan(0);
  expect(await listed(allScopes, { createdFrom: first, createdTo: second })).toEqual(between);
  const offset = (time: string) =>
    `${new Date(Date.parse(time) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
  expect(await listed(allScopes, { createdFrom: offset(first), createdTo: offset(second) })).toEqual(between);
  expect(await listed(allScopes, { createdFrom: second, createdTo: first })).toEqual([]);
});

test('finds an event by an id in upper case', async () => {
  const id = String(raised[0]?.id);
  expect((await api.call('getEvent', { params: { id: id.toUpperCase() } })).body.id).toBe(id);
});

test('shows events of the last 30 days', async () => {
  const young = await addCompany();
  await young.api.call('createCustomer', { body: { lastName: 'Vogel' } });
  const { body: before } = await young.api.call('listEvents');
  const id = String(before.data[0]?.id);
  const shown = async (age: string) => {
    await sql`update webhook_event set created_at = now() - ${age}::interval where company_id = ${young.id}`.execute(
      database.kysely,
    );
    const { body } = await young.api.call('listEvents');
    return [body.total, (await young.api.call('getEvent', { params: { id } })).status];
  };
  expect(await shown('29 days 23 hours 59 minutes')).toEqual([1, 200]);
  expect(await shown('30 days 1 second')).toEqual([0, 404]);
});
