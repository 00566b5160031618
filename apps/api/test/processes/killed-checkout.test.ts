import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import { untilFree } from '../support/until-free.ts';
import { mondayToCome, startPayingProcess } from './crash/paying-process.ts';

const { addPaidCompany, standIn, setClock, database, url } = await openTestApi({}, { payments: true });

/** Longer than it takes to kill a process that waits for it. */
const late = { lateMs: 1_500 };

/** Begins a checkout in a process that is killed while the provider is asked. Returns how to repeat the request. */
async function beginAndKill() {
  setClock(new Date().toISOString());
  const company = await addPaidCompany();
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      ...{ forename: 'Erika', surname: 'Muster', email: 'erika@example.org' },
      startsAt: `${mondayToCome()}T10:00:00.000Z`,
    }),
  };
  const send = async (service: string) => {
    const path = `/pages/v1/companies/${company.handle}/booking-types/${company.slug}/bookings`;
    const response = await fetch(`${service}${path}`, request);
    return { status: response.status, body: (await response.json()) as PageBookingCreated };
  };
  const killed = await startPayingProcess({ database, standIn });
  standIn.disturb('checkout.sessions.create', late);
  const unanswered = send(killed.url).catch(() => 'no response');
  await expect
    .poll(async () => (await company.newest().catch(() => undefined))?.status)
    .toBe('PENDING_PAYMENT');
  // Usually enough for the request to the provider.
  await delay(late.lateMs / 3);
  killed.process.kill('SIGKILL');
  await killed.exited;
  expect(await unanswered).toBe('no response');
  // Until then, the provider refuses a repeat with the same idempotency key.
  await delay(late.lateMs);
  return { company, repeat: () => send(url) };
}

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('kill -9 while the provider is asked: the slot is free after minutes, and nobody can pay', async () => {
  const { company } = await beginAndKill();
  const events = await company.raisedBy(async () => {
    setClock(later(4));
    await expect.poll(async () => (await company.newest()).status).toBe('EXPIRED');
  });
  expect(events).toEqual([]);
  const { id, checkoutSessionId } = await company.newest();
  // If the process was killed before it asked, the provider refuses to create a session that ends in less than 30 minutes.
  if (checkoutSessionId !== null) expect(() => standIn.pay(checkoutSessionId)).toThrow('cannot be paid');
  await expect.poll(async () => (await company.checkout(id)).status).toBe('done');
});

test('kill -9 while the provider is asked: the same request continues with the same slot and the same checkout', async () => {
  const { company, repeat } = await beginAndKill();
  const { id } = await company.newest();
  const { status, body } = await untilFree(repeat);
  expect({ status, ...body }).toMatchObject({ status: 200, booking: null });
  const { checkoutSessionId, ...booking } = await company.newest();
  expect(booking.id).toBe(id);
  standIn.pay(checkoutSessionId ?? expect.fail());
  expect(await company.decided(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
});
