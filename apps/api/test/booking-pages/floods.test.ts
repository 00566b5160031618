import { randomUUID } from 'node:crypto';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openBookingPages } from '../support/booking-pages.ts';

const { addBookingCompany, visitor, setClock, database } = await openBookingPages();

const monday = '2026-03-23';
const days = { query: { from: monday, to: monday } };

let company: Awaited<ReturnType<typeof addBookingCompany>>;
let slug: string;
let token: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addBookingCompany();
  const lena = await company.stored.member();
  await company.stored.hours(null, [[1, '09:00', '12:00']]);
  ({ slug } = await company.stored.type([lena], { sources: ['BOOKING_PAGE'] }));
  ({ token } = (await book('08:00')).body);
});

function book(time: string) {
  const { handle } = company;
  const startsAt = `${monday}T${time}:00.000Z`;
  const body = { forename: 'Erika', surname: 'Muster', email: `e${time.slice(0, 2)}@example.org`, startsAt };
  const headers = { 'Idempotency-Key': randomUUID() };
  return visitor()<PageBookingCreated & { token: string }>(
    'createPageBooking',
    { handle, slug },
    { body, headers },
  );
}

const readSlots = (send = visitor()) => send('getPageSlots', { handle: company.handle, slug }, days);

/** More requests than can run and wait: 2 and 100. */
const flood = 120;

/** Returns the statuses of customers whose requests come while those of others fill the queue and none can end. */
async function duringFlood(
  address: (index: number) => string,
  customers: () => Promise<{ status: number }>[],
): Promise<number[]> {
  let rejected = 0;
  const count = ({ status }: { status: number }) => {
    if (status === 429) rejected += 1;
  };
  const { requests, answers } = await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table booking_type in access exclusive mode`.execute(transaction);
    const requests = Array.from({ length: flood }, (_, index) =>
      readSlots(visitor(address(index))).then(count),
    );
    await expect.poll(() => rejected).toBeGreaterThanOrEqual(flood - 102);
    return { requests, answers: customers() };
  });
  await Promise.all(requests);
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('customers are served while a network with many addresses sends more than can wait', async () => {
  const statuses = await duringFlood(
    (index) => `2001:db8:f:${index.toString(16)}::1`,
    () => [readSlots(), book('09:00'), visitor()('getBookingByLink', { token })],
  );
  expect(statuses).toEqual([200, 200, 200]);
});

test('customers with a link are served while many networks send more than can wait', async () => {
  const statuses = await duringFlood(
    (index) => `198.51.${index}.1`,
    () => [visitor()('getBookingByLink', { token })],
  );
  expect(statuses).toEqual([200]);
});
