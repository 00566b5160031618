import type { Body, Booking } from '@pv-planning/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiClient, type ApiResponse, apiClient } from '../support/api-client.ts';
import { commandLineOn } from '../support/command-line.ts';
import { publicContract } from '../support/contract-document.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const soak = process.env.SOAK === '1';
const callers = 50;
/** Without the lock of the planner, one of 45 rounds ends in a deadlock. */
const rounds = soak ? 100 : 2;
/** A quiet machine answers faster. A deadlock is resolved after one second. */
const maxMs = 1_000;

// Two processes of the service, each with connections of its own.
const first = await openTestApi();
const { database } = first;
const second = await openTestApi({ databaseUrl: database.url });
const { admin } = commandLineOn(database);

/** Before all appointments of these tests, with working hours around the clock. */
const now = '2026-03-16T08:00:00.000Z';
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 23, hour, minute)).toISOString();

const customer = { name: 'Erika Muster', email: 'erika@muster.example' };

interface World {
  company: TestCompany;
  /** Of both processes. */
  apis: readonly [ApiClient, ApiClient];
  store: ReturnType<typeof storedBookings>;
  planners: string[];
  slug: string;
  book(
    body: Partial<Body<'createBooking'>> & { startsAt: string },
    caller?: number,
  ): Promise<ApiResponse<Booking>>;
}

async function newWorld({ planners: count = 1, slug: given = 'visit' } = {}): Promise<World> {
  const company = await first.addCompany();
  const { key } = await company.newKey('*');
  const [one, other] = [first, second].map(({ url }) => apiClient(publicContract, url, { key }));
  if (!one || !other) throw new Error('Two processes are needed.');
  const apis = [one, other] as const;
  const store = storedBookings(database.kysely, company.id);
  await store.hours(
    null,
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const),
  );
  const planners: string[] = [];
  for (let index = 0; index < count; index += 1) planners.push(await store.member());
  const { slug } = await store.type(planners, { slug: given });
  return {
    company,
    apis,
    store,
    planners,
    slug,
    book: (body, caller = 0) =>
      apis[caller % 2 === 0 ? 0 : 1].call('createBooking', { body: { typeSlug: slug, customer, ...body } }),
  };
}

beforeEach(() => {
  first.setClock(now);
  second.setClock(now);
});

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()
  `.execute(database.kysely);
  return Number(rows[0]?.deadlocks);
}

const outcomeOf = ({ status, error }: ApiResponse) => error ?? String(status);

/** The first race compiles the code and opens the connections. */
let isWarm = false;

/** Sends requests at the same time. Returns how often each outcome occurred: the code of an error, or the status. */
async function race(requests: readonly (() => Promise<ApiResponse>)[]): Promise<Record<string, number>> {
  const before = await deadlocks();
  let slowestMs = 0;
  const responses = await Promise.all(
    requests.map(async (send) => {
      const begun = performance.now();
      const response = await send();
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      return response;
    }),
  );
  expect(await deadlocks()).toBe(before);
  if (soak && isWarm) expect(slowestMs).toBeLessThan(maxMs);
  isWarm = true;
  const counts: Record<string, number> = {};
  for (const outcome of responses.map(outcomeOf)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns the numbers of events, of mails to the customer and of log entries that some work adds. */
async function writtenBy({ company }: World, work: () => Promise<unknown>) {
  const { kysely } = database;
  const ofCompany = (table: 'mail' | 'bookingLog') =>
    kysely.selectFrom(table).select('id').where('companyId', '=', company.id);
  const countLog = async () => (await ofCompany('bookingLog').execute()).length;
  const countMails = async () =>
    (await ofCompany('mail').where('kind', 'like', 'booking-%').execute()).length;
  const before = [await countMails(), await countLog()] as const;
  const events = await company.raisedBy(work);
  return {
    events: events.map(({ type }) => type),
    mails: (await countMails()) - before[0],
    log: (await countLog()) - before[1],
  };
}

describe('callers who want to book', () => {
  test('one slot: one of them gets it', async () => {
    const world = await newWorld();
    for (let round = 0; round < rounds; round += 1) {
      const startsAt = at(round);
      const written = await writtenBy(world, async () => {
        const requests = times(callers, (caller) => () => world.book({ startsAt }, caller));
        expect(await race(requests)).toEqual({ 201: 1, slot_unavailable: callers - 1 });
      });
      expect(written).toEqual({ events: ['booking.created'], mails: 1, log: 1 });
    }
  });

  test('overlapping times of different lengths: no two of them overlap, and nobody fails otherwise', async () => {
    const world = await newWorld();
    for (let round = 0; round < rounds; round += 1) {
      const written = await writtenBy(world, async () => {
        const requests = times(
          callers,
          (caller) => () =>
            world.book(
              {
                startsAt: at(24 * round, (caller * 7) % 60),
                durationMinutes: [30, 60, 90][caller % 3] ?? 60,
                plannerId: world.planners[0] ?? null,
              },
              caller,
            ),
        );
        const { 201: booked = 0, slot_unavailable: refused = 0, ...others } = await race(requests);
        expect(others).toEqual({});
        expect(booked).toBeGreaterThan(0);
        expect(booked + refused).toBe(callers);
      });
      expect(new Set(written.events)).toEqual(new Set(['booking.created']));
      expect([written.mails, written.log]).toEqual([written.events.length, written.events.length]);
    }
  });

  test('a slot of five people: each of the five gets one appointment', async () => {
    const world = await newWorld({ planners: 5 });
    for (let round = 0; round < rounds; round += 1) {
      const requests = times(callers, (caller) => () => world.book({ startsAt: at(round) }, caller));
      expect(await race(requests)).toEqual({ 201: 5, slot_unavailable: callers - 5 });
    }
    const { body } = await world.company.api.call('listBookings', {
      query: { limit: 200, startsTo: at(100) },
    });
    for (const [, ofHour] of Map.groupBy(body.data, ({ startsAt }) => startsAt))
      expect(ofHour.map(({ planner }) => planner?.id).sort()).toEqual(world.planners.toSorted());
  });

  test('with one idempotency key: one appointment', async () => {
    const world = await newWorld({ planners: 2 });
    for (let round = 0; round < rounds; round += 1) {
      const options = {
        body: { typeSlug: world.slug, startsAt: at(round), customer },
        headers: { 'Idempotency-Key': `round ${round}` },
      };
      const bookings = new Set<string>();
      const written = await writtenBy(world, async () => {
        const requests = times(callers, (caller) => async () => {
          const response = await world.apis[caller % 2 === 0 ? 0 : 1].call('createBooking', options);
          if (response.status === 201) bookings.add(response.body.id);
          return response;
        });
        const { 201: answered = 0, idempotency_in_progress: waiting = 0, ...others } = await race(requests);
        expect([answered + waiting, others]).toEqual([callers, {}]);
      });
      expect(bookings.size).toBe(1);
      expect(written.events).toEqual(['booking.created']);
    }
  });

  test('the last place of a type without planners: one of them gets it', async () => {
    const { company, store } = await newWorld();
    const { slug } = await store.type([], { slug: 'phone', capacity: 3 });
    for (let round = 0; round < rounds; round += 1) {
      const body = { typeSlug: slug, startsAt: at(round), customer };
      const requests = times(callers, () => () => company.api.call('createBooking', { body }));
      expect(await race(requests)).toEqual({ 201: 3, slot_unavailable: callers - 3 });
    }
  });
});

test('booking waits for the lock of the planner, and decides by the state after that', async () => {
  const { company, book, planners, store } = await newWorld();
  const [planner = ''] = planners;
  const waiting = await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('member')
      .select('id')
      .where('companyId', '=', company.id)
      .where('id', '=', planner)
      .forNoKeyUpdate()
      .execute();
    const response = book({ startsAt: at(9) });
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    await store.absence(planner, at(8), at(10));
    return { response };
  });
  expect(await waiting.response).toMatchObject({ status: 409, error: 'slot_unavailable' });
});

test.each(['customer', 'offer request'])(
  'a follow-up and the deletion of its %s wait for each other without a deadlock',
  async (owner) => {
    const { company, apis, planners, store, slug } = await newWorld();
    const { body: record } =
      owner === 'customer'
        ? await company.api.call('createCustomer', { body: { lastName: 'Muster' } })
        : await company.api.call('createOfferRequest', { body: { contact: { lastName: 'Muster' } } });
    const id = await store.booking(`member:${planners[0]}`, at(9), {
      typeSlug: slug,
      typeName: 'Vor-Ort-Termin',
      ...(owner === 'customer' ? { customerId: record.id } : { offerRequestId: record.id }),
    });
    const before = await deadlocks();
    const waiting = await database.kysely.transaction().execute(async (transaction) => {
      // The follow-up waits for its planner after locking the booking that it follows.
      await transaction
        .selectFrom('member')
        .select('id')
        .where('companyId', '=', company.id)
        .forNoKeyUpdate()
        .execute();
      const following = apis[0].send('POST', `/v1/bookings/${id}/follow-up`, { body: { startsAt: at(14) } });
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      const path = owner === 'customer' ? 'customers' : 'offer-requests';
      const deleting = apis[1].send('DELETE', `/v1/${path}/${record.id}`);
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
      return { following, deleting };
    });
    expect((await waiting.following).status).toBe(201);
    expect((await waiting.deleting).status).toBe(204);
    expect(await deadlocks()).toBe(before);
    const { data } = (await company.api.call('listBookings')).body;
    expect(data.map(({ customerId, offerRequestId }) => [customerId, offerRequestId])).toEqual([
      [null, null],
      [null, null],
    ]);
  },
);

test.each(['conversion', 'deletion'])(
  'the conversion of a request with an appointment and the deletion of its customer wait for each other: the %s is first',
  async (winner) => {
    const { company, apis, planners, store } = await newWorld();
    const { body: record } = await company.api.call('createCustomer', { body: { lastName: 'Muster' } });
    const contact = { lastName: 'Muster', email: customer.email };
    const { body: request } = await company.api.call('createOfferRequest', { body: { contact } });
    const stored = { email: customer.email, offerRequestId: request.id, source: 'BUILDER' };
    const id = await store.booking(`member:${planners[0]}`, at(9), stored);
    await store.booking(`member:${planners[0]}`, at(14), { customerId: record.id });
    const before = await deadlocks();
    const waiting = await database.kysely.transaction().execute(async (transaction) => {
      // Both wait for the bookings when they have locked the customer.
      await transaction
        .selectFrom('booking')
        .select('id')
        .where('companyId', '=', company.id)
        .forNoKeyUpdate()
        .execute();
      const convert = () =>
        apis[0].send('POST', `/v1/offer-requests/${request.id}/convert`, {
          body: { customerId: record.id, project: { name: 'Vorhaben' } },
        });
      const remove = () => apis[1].send('DELETE', `/v1/customers/${record.id}`);
      const begun = winner === 'conversion' ? convert() : remove();
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      const second = winner === 'conversion' ? remove() : convert();
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
      return [begun, second];
    });
    const outcomes = (await Promise.all(waiting)).map(outcomeOf);
    expect(outcomes).toEqual(winner === 'conversion' ? ['200', '204'] : ['204', 'unknown_reference']);
    expect(await deadlocks()).toBe(before);
    const { body: booking } = await company.api.call('getBooking', { params: { id } });
    expect([booking.customerId, booking.customer?.email]).toEqual([
      null,
      winner === 'conversion' ? null : customer.email,
    ]);
    const { body: left } = await company.api.call('getOfferRequest', { params: { id: request.id } });
    expect([left.customerId, left.bookingId]).toEqual([null, id]);
  },
);

test('two companies with the same slug at the same time do not influence each other', async () => {
  const worlds = [await newWorld(), await newWorld()];
  for (let round = 0; round < rounds; round += 1) {
    const requests = times(callers, (caller) => () => {
      const world = worlds[caller % 2] ?? expect.fail();
      return world.book({ startsAt: at(round) }, caller >> 1);
    });
    expect(await race(requests)).toEqual({ 201: 2, slot_unavailable: callers - 2 });
  }
});

test.each([
  ['type', 'booking_type_inactive', () => ['booking-type', 'update', 'visit']],
  ['member', 'member_inactive', (planner: string) => ['member', 'update', planner]],
])('a %s that is deactivated meanwhile takes nothing afterwards', async (_what, code, command) => {
  for (let round = 0; round < Math.min(rounds, 20); round += 1) {
    const { company, book, planners } = await newWorld();
    const [plannerId = ''] = planners;
    const create = (hour: number) => book({ startsAt: at(hour), plannerId }, hour);
    const deactivating = admin(
      [...command(plannerId), '--company', company.id, '--file', '-'],
      {},
      '{"active":false}',
    );
    onTestFinished(async () => void (await deactivating));
    const {
      201: booked = 0,
      [code]: refused = 0,
      ...others
    } = await race(times(20, (hour) => () => create(hour)));
    expect([booked + refused, others]).toEqual([20, {}]);
    expect((await deactivating).exitCode).toBe(0);
    expect(outcomeOf(await create(30))).toBe(code);
  }
});

describe('changes', () => {
  type Path = 'reschedule' | 'reassign' | 'cancel' | 'complete' | 'no-show';
  const change =
    ({ apis }: World, id: string, path: Path, body: object = {}, caller = 0) =>
    () =>
      apis[caller % 2 === 0 ? 0 : 1].send('POST', `/v1/bookings/${id}/${path}`, { body });

  const read = async ({ company }: World, ids: readonly string[]) => {
    const { data } = (await company.api.call('listBookings', { query: { limit: 200 } })).body;
    return ids.map((id) => data.find((booking) => booking.id === id));
  };

  test('onto one slot, with new appointments: one of them gets it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const world = await newWorld({ planners: 8 });
      const [planner = '', ...others] = world.planners;
      const slot = at(20);
      const moving = await Promise.all(
        times(8, (hour) => world.store.booking(`member:${planner}`, at(hour))),
      );
      const handed = await Promise.all(others.map((other) => world.store.booking(`member:${other}`, slot)));
      const written = await writtenBy(world, async () => {
        const outcomes = await race([
          ...moving.map((id, index) => change(world, id, 'reschedule', { startsAt: slot }, index)),
          ...handed.map((id, index) => change(world, id, 'reassign', { plannerId: planner }, index)),
          ...times(8, (caller) => () => world.book({ startsAt: slot, plannerId: planner }, caller)),
        ]);
        const {
          200: changed = 0,
          201: booked = 0,
          slot_unavailable,
          planner_unavailable,
          ...rest
        } = outcomes;
        expect([changed + booked, rest]).toEqual([1, {}]);
        expect((slot_unavailable ?? 0) + (planner_unavailable ?? 0)).toBe(8 + handed.length + 8 - 1);
      });
      expect([written.events.length, written.log]).toEqual([1, 1]);
    }
  });

  test.each([
    ['that swap the times of two appointments', 'reschedule', 'slot_unavailable'],
    ['that hand three appointments over in a circle', 'reassign', 'planner_unavailable'],
  ] as const)('%s are refused, and nothing changes', async (_what, path, refusal) => {
    for (let round = 0; round < rounds * 2; round += 1) {
      const count = path === 'reschedule' ? 2 : 3;
      const world = await newWorld({ planners: path === 'reschedule' ? 1 : count });
      const ids = await Promise.all(
        times(count, (index) =>
          world.store.booking(
            `member:${world.planners[index % world.planners.length]}`,
            path === 'reschedule' ? at(9 + index) : at(9),
          ),
        ),
      );
      const before = await read(world, ids);
      const written = await writtenBy(world, async () => {
        const requests = ids.map((id, index) => {
          const next = (index + 1) % count;
          const body =
            path === 'reschedule' ? { startsAt: at(9 + next) } : { plannerId: world.planners[next] };
          return change(world, id, path, body, index);
        });
        expect(await race(requests)).toEqual({ [refusal]: count });
      });
      expect(written).toEqual({ events: [], mails: 0, log: 0 });
      expect(await read(world, ids)).toEqual(before);
    }
  });

  test('that end one appointment: one of them wins', async () => {
    const world = await newWorld();
    first.setClock(at(100));
    second.setClock(at(100));
    for (let round = 0; round < rounds * 2; round += 1) {
      const id = await world.store.booking(`member:${world.planners[0]}`, at(9));
      const written = await writtenBy(world, async () => {
        const paths = times(
          12,
          (index) => (['cancel', 'complete', 'no-show'] as const)[index % 3] ?? 'cancel',
        );
        const requests = paths.map((path, index) => change(world, id, path, {}, index));
        expect(await race(requests)).toEqual({ 200: 1, booking_not_confirmed: 11 });
      });
      expect([written.events.length, written.log]).toEqual([1, 1]);
      await database.kysely.deleteFrom('booking').where('id', '=', id).execute();
    }
  });
});
