import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Booking } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import { untilFree } from '../support/until-free.ts';
import { mondayToCome, startPayingProcess } from './crash/paying-process.ts';

const { addPaidCompany, standIn, setClock, hastenRefunds, database, url } = await openTestApi(
  {},
  { payments: true },
);

type Company = Awaited<ReturnType<typeof addPaidCompany>>;

/** Longer than it takes to kill a process that waits for it. */
const late = { lateMs: 1_500 };

const hours = ['08', '10', '12', '14'] as const;

async function paidBookings(company: Company) {
  const day = mondayToCome();
  const bookings: { id: string; sessionId: string; key: string }[] = [];
  for (const hour of hours) {
    const { bookingId: id, sessionId } = await company.hold({ startsAt: `${day}T${hour}:00:00.000Z` });
    standIn.pay(sessionId);
    await company.decided(id);
    bookings.push({ id, sessionId, key: randomUUID() });
  }
  return bookings;
}

test('kill -9 while the provider is asked for refunds: each is made once, and each event raised once', async () => {
  setClock(new Date().toISOString());
  const company = await addPaidCompany();
  const bookings = await paidBookings(company);
  const { key: apiKey } = await company.newKey('*');
  async function cancel(service: string, { id, key }: { id: string; key: string }) {
    const response = await fetch(`${service}/v1/bookings/${id}/cancel`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: '{}',
    });
    return { status: response.status, body: (await response.json()) as Booking };
  }
  const killed = await startPayingProcess({ database, standIn });
  const events = await company.raisedBy(async () => {
    // Two of the refunds are made, and nobody receives the responses. Two are not made.
    standIn.disturb('refunds.create', late, 'hang', late, 'hang');
    const unanswered = bookings.map((booking) => cancel(killed.url, booking).catch(() => 'no response'));
    const waiting = async () => {
      const read = await Promise.all(bookings.map(({ id }) => company.read(id)));
      return read.filter(({ cancelRequestedAt }) => cancelRequestedAt !== null).length;
    };
    await expect.poll(waiting).toBe(bookings.length);
    await delay(late.lateMs / 3);
    killed.process.kill('SIGKILL');
    await killed.exited;
    expect(new Set(await Promise.all(unanswered))).toEqual(new Set(['no response']));
    await delay(late.lateMs);
    standIn.disturb('refunds.list', '500', 'drop', 'drop');
    standIn.disturb('refunds.create', '500-after', 'drop', 'drop', '500', 'rate-limit');
    const statuses = async () => {
      await hastenRefunds();
      return Promise.all(bookings.map(async ({ id }) => (await company.read(id)).status));
    };
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(bookings.map(() => 'CANCELLED'));
    for (const booking of bookings)
      expect(await untilFree(() => cancel(url, booking))).toMatchObject({
        status: 200,
        body: { status: 'CANCELLED' },
      });
  });
  for (const { id, sessionId } of bookings) {
    expect(standIn.refunds(sessionId)).toMatchObject([{ amount: 9900 }]);
    expect(await company.read(id)).toMatchObject({ paymentStatus: 'REFUNDED', refundedCents: 9900 });
    const raised = events.filter(({ data }) => 'id' in data && data.id === id);
    expect(raised.map(({ type }) => type)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
  }
  expect(events).toHaveLength(2 * bookings.length);
});
