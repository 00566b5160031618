import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { createLinks } from '../../src/kernel/links/links.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';
import { untilFree } from '../support/until-free.ts';
import { mondayToCome, startPayingProcess } from './crash/paying-process.ts';
import { seededRandom } from './crash/seeded-random.ts';

const { addPaidCompany, standIn, setClock, database, visitor, url } = await openTestApi(
  { confirmBookings: true },
  { payments: true },
);

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

type Company = Awaited<ReturnType<typeof addPaidCompany>>;

const links = createLinks({ secretKey }, () => undefined);

/** Keeps slots that cost nothing, and slots with a price, until their customers confirm them. Returns the tokens of the mails. */
async function keepSlots({ id, stored, lena, slug: paid, handle }: Company): Promise<string[]> {
  const day = mondayToCome();
  const { slug: free } = await stored.type([lena], { sources: ['BOOKING_PAGE'], minNoticeMinutes: 60 });
  // The limit of a network without proof.
  for (const hour of ['15', '15', '15'])
    await stored.booking('', `${day}T${hour}:00:00.000Z`, {
      ...{ source: 'BOOKING_PAGE', email: `${randomUUID()}@example.org` },
      ...{ clientNetwork: '203.0.113.0/24', createdAt: new Date().toISOString() },
    });
  for (const [index, slug] of [free, paid, free, paid, free, paid].entries()) {
    const { body } = await visitor(`203.0.113.${index + 1}`)<PageBookingCreated>(
      'createPageBooking',
      { handle, slug },
      {
        body: {
          ...{ forename: 'Erika', surname: 'Muster', email: `erika@kunde-${index}.example` },
          startsAt: `${day}T${String(8 + index).padStart(2, '0')}:00:00.000Z`,
        },
        headers: { 'Idempotency-Key': randomUUID() },
      },
    );
    expect(body.confirmUntil).not.toBeNull();
  }
  const kept = await database.kysely
    .selectFrom('keptSlot')
    .select('id')
    .where('companyId', '=', id)
    .execute();
  return kept.map((slot) => links(id).tokenOf({ purpose: 'confirmation', recordId: slot.id, version: 1 }));
}

async function confirmAt(service: string, token: string) {
  const response = await fetch(`${service}/pages/v1/confirmations/${token}/confirm`, { method: 'POST' });
  return { status: response.status, body: (await response.json()) as PageBookingCreated };
}

const random = seededRandom(Number(process.env.CRASH_SEED ?? 1));

test.each(Array.from({ length: process.env.SOAK === '1' ? 40 : 2 }, (_, round) => round))(
  'kill -9 while mailed links are confirmed, round %i: what was answered is stored, and each link makes one booking',
  async () => {
    setClock(new Date().toISOString());
    const company = await addPaidCompany();
    const tokens = await keepSlots(company);
    const killed = await startPayingProcess({ database, standIn });
    const answered = new Map<string, PageBookingCreated>();
    const events = await company.raisedBy(async () => {
      // Few, because a network confirms few appointments in a short time.
      const enough = Math.floor(random() * 3);
      const confirming = tokens.map(async (token) => {
        const answer = await confirmAt(killed.url, token).catch(() => undefined);
        if (answer?.status === 200) answered.set(token, answer.body);
      });
      await expect.poll(() => answered.size, { interval: 1 }).toBeGreaterThanOrEqual(enough);
      await delay(random() * 50);
      killed.process.kill('SIGKILL');
      await Promise.all([killed.exited, ...confirming]);
      const repeated = await Promise.all(
        tokens.map((token, index) =>
          visitor(`2001:db8:${index + 1}::1`)<PageBookingCreated>(
            'confirmBooking',
            { token },
            { mayFail: true },
          ),
        ),
      );
      for (const [index, { status, body }] of repeated.entries()) {
        expect({ status, ...body }).toMatchObject({ status: 200, confirmUntil: null });
        const first = answered.get(tokens[index] ?? '');
        if (first) expect(body).toEqual(first);
      }
      const made = await database.kysely
        .selectFrom('booking')
        .select(['id', 'email', 'status', 'checkoutSessionId'])
        .where('companyId', '=', company.id)
        .where('emailProof', '=', 'link')
        .where('status', '<>', 'EXPIRED')
        .execute();
      expect(new Set(made.map(({ email }) => email)).size).toBe(tokens.length);
      expect(made.map(({ status }) => status).toSorted()).toEqual([
        ...tokens.slice(0, 3).map(() => 'CONFIRMED'),
        ...tokens.slice(3).map(() => 'PENDING_PAYMENT'),
      ]);
      for (const { id, checkoutSessionId } of made)
        if (checkoutSessionId !== null) {
          standIn.pay(checkoutSessionId);
          expect(await company.decided(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
        }
    });
    const created = events.filter(({ type }) => type === 'booking.created');
    expect([created.length, events.length]).toEqual([tokens.length, tokens.length + 3]);
  },
  120_000,
);
