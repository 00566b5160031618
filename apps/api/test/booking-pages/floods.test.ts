import { randomUUID } from 'node:crypto';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import { textsOf } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { addCompany, visitor, setClock, database, url } = await openTestApi({}, { handlePauseMs: 1_000 });

const monday = '2026-03-23';
const days = { query: { from: monday, to: monday } };

let company: Awaited<ReturnType<typeof addCompany>>;
let slug: string;
let token: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addCompany();
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

test('a page of a company is found while hundreds of addresses ask for made-up names, for which the database is read once a second at most', async () => {
  const address = (index: number) => ({ 'X-Forwarded-For': `198.51.${index >> 8}.${index & 255}` });
  const statusOf = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}/pages/v1/${path}`, init);
    await response.body?.cancel();
    return response.status;
  };
  expect((await company.page()).status).toBe(200);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const begunAt = performance.now();
  const numbers = Array.from({ length: 350 }, (_, index) => index);
  const companies = numbers.map((index) =>
    statusOf(`companies/made-up-${index}-${company.id}`, { headers: address(index) }),
  );
  const accounts = numbers.map((index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const headers = {
      'Content-Type': 'application/json',
      'Stripe-Signature': 't=1,v1=0',
      ...address(index),
    };
    const init = { method: 'POST', headers, body: '{}' };
    return statusOf(`payments/stripe/${company.id}-${id}`, init);
  });
  expect((await company.page()).status).toBe(200);
  expect(new Set(await Promise.all([...companies, ...accounts]))).toEqual(new Set([404]));
  const seconds = Math.ceil((performance.now() - begunAt) / 1_000);
  const statements = query.mock.calls.flatMap(([statement]) => textsOf(statement));
  const reads = (table: string) =>
    statements.filter((text) => new RegExp(`^select [^()]* from "${table}"$`).test(text)).length;
  for (const table of ['company', 'payment_account']) {
    expect(reads(table)).toBeGreaterThan(0);
    expect(reads(table)).toBeLessThanOrEqual(seconds + 1);
  }
  // A new company is found at once or within a second.
  const added = await addCompany();
  expect((await visitor()('getCompanyPage', { handle: added.handle })).status).toBe(200);
});
