import type { Booking } from '@pv-planning/contract';
import type { LinkedBooking } from '@pv-planning/contract/pages';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { webhookPath } from '../../src/kernel/payment-accounts/account-handle.ts';
import { purgeTask } from '../../src/server/purges.ts';
import { commandLineOn } from '../support/command-line.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { addPaidCompany, standIn, setClock, database, url, visitor, refunds, runTask } = await openTestApi(
  {},
  { payments: true },
);

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  standIn.releaseWebhooks();
  company = await addPaidCompany();
});

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const inSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);

/** Sends an event as the provider does. */
async function send(
  payload: string,
  { secret = company.account.webhookSecret, timestamp = inSeconds(startOfExamples), path = '' } = {},
) {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const account = path || webhookPath({ companyId: company.id, id: company.accountId });
  const response = await fetch(new URL(account, url), {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
  });
  return { status: response.status, body: (await response.json()) as { error?: string } };
}

const stored = () =>
  database.kysely.selectFrom('providerEvent').selectAll().where('companyId', '=', company.id).execute();

const event = (type = 'refund.created', id = 'evt_1') =>
  JSON.stringify({ id, object: 'event', type, data: { object: { id: 'cs_1' } } });

/** Runs `work` while a table is locked and as many requests wait for it as can run. */
async function whileLocked(
  lock: 'booking_type in access exclusive mode' | 'provider_event in share mode',
  waiting: () => Promise<unknown>[],
  work: () => Promise<void>,
): Promise<void> {
  const { requests } = await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.raw(lock)}`.execute(transaction);
    const requests = waiting();
    await expect.poll(() => waitingForLocks(database.kysely)).toBeGreaterThanOrEqual(2);
    await work();
    return { requests };
  });
  await Promise.all(requests);
}

const openPage = () => visitor()('getCompanyPage', { handle: company.handle });

test('a flood of customers delays no event, and a flood of events no customer', async () => {
  const pages = () => Array.from({ length: 5 }, openPage);
  await whileLocked('booking_type in access exclusive mode', pages, async () => {
    expect((await send(event())).status).toBe(200);
  });
  const events = () => Array.from({ length: 5 }, (_, index) => send(event('refund.created', `evt_${index}`)));
  await whileLocked('provider_event in share mode', events, async () => {
    expect((await openPage()).status).toBe(200);
  });
});

describe('an event of the provider', () => {
  test('is stored once, however often it is sent', async () => {
    for (let times = 0; times < 3; times += 1)
      expect(await send(event())).toEqual({ status: 200, body: { received: true } });
    expect(await stored()).toHaveLength(1);
  });

  test('of another type is accepted and not stored', async () => {
    expect((await send(event('invoice.paid'))).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['a wrong secret', { secret: 'whsec_wrong' }],
    ['an age of more than five minutes', { timestamp: inSeconds(startOfExamples) - 301 }],
  ])('with %s is rejected', async (_what, options) => {
    expect(await send(event(), options)).toMatchObject({ status: 400, body: { error: 'invalid_signature' } });
    expect(await stored()).toEqual([]);
  });

  test('without a signature, or of another body, is rejected', async () => {
    const path = webhookPath({ companyId: company.id, id: company.accountId });
    const timestamp = inSeconds(startOfExamples);
    const { webhookSecret: secret } = company.account;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: event(), secret, timestamp });
    for (const headers of [{}, { 'Stripe-Signature': signature }]) {
      const response = await fetch(new URL(path, url), {
        method: 'POST',
        body: event('charge.refunded'),
        headers,
      });
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_signature' }]);
    }
  });

  test.each([
    ['no event', null],
    ['no object', { id: 'evt_1', type: 'refund.created' }],
    ['no id', { type: 'refund.created', data: { object: { id: 're_1' } } }],
    ['no id of its object', { id: 'evt_1', type: 'refund.created', data: { object: {} } }],
    [
      'an id that cannot be stored',
      { id: 'evt\u0000', type: 'refund.created', data: { object: { id: 're_1' } } },
    ],
  ])('that is signed and has %s does no harm', async (what, body) => {
    const { status } = await send(JSON.stringify(body));
    expect(status).toBe(what === 'no event' ? 200 : 400);
    expect(await stored()).toEqual([]);
  });

  test('of an unknown account gets 404', async () => {
    const unknown = webhookPath({ companyId: company.id, id: '0198f2a4-0000-7c3b-9a50-000000000000' });
    expect((await send(event(), { path: unknown })).status).toBe(404);
  });

  test('is accepted with the previous secret for 24 hours', async () => {
    const secret = `${company.account.webhookSecret}2`;
    const args = ['payment', 'set', '--company', company.id, '--file', '-'];
    await commandLineOn(database).admin(args, {}, JSON.stringify({ webhookSecret: secret }));
    const sentAt = (time: string) => ({ timestamp: inSeconds(time) });
    expect((await send(event())).status).toBe(200);
    expect((await send(event(), { secret })).status).toBe(200);
    const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
    setClock(later);
    expect((await send(event(), sentAt(later))).body.error).toBe('invalid_signature');
    expect((await send(event(), { ...sentAt(later), secret })).status).toBe(200);
  });
});

test('an event that was processed is deleted after 30 days, and the key of a removed account after 180', async () => {
  const { kysely } = database;
  const account = () =>
    kysely
      .selectFrom('paymentAccount')
      .select(['apiKey', 'webhookSecret'])
      .where('id', '=', company.accountId)
      .executeTakeFirstOrThrow();
  expect((await send(event())).status).toBe(200);
  await expect.poll(async () => (await stored())[0]?.status).toBe('done');
  await kysely
    .updateTable('paymentAccount')
    .set({ removedAt: startOfExamples })
    .where('id', '=', company.accountId)
    .execute();
  const removed = await account();
  expect(removed.apiKey).not.toBeNull();
  const purge = async (days: number) => {
    setClock(new Date(Date.parse(startOfExamples) + days * 86_400_000).toISOString());
    for (const name of ['delete-old-payment-events', 'delete-old-payment-keys'] as const)
      await runTask(company.id, purgeTask(name));
    return { events: (await stored()).length, account: await account() };
  };
  expect(await purge(29)).toEqual({ events: 1, account: removed });
  expect(await purge(31)).toEqual({ events: 0, account: removed });
  expect(await purge(179)).toEqual({ events: 0, account: removed });
  expect((await purge(181)).account).toEqual({ apiKey: null, webhookSecret: null });
});

test('the event of a session wakes its checkout, and is not stored', async () => {
  company.sendEvents();
  standIn.holdWebhooks();
  const { bookingId, sessionId } = await company.hold();
  standIn.pay(sessionId);
  const dueAt = async () => Date.parse((await company.checkout(bookingId)).dueAt);
  expect(await dueAt()).toBeGreaterThan(Date.parse(startOfExamples) + 60_000);
  for (const reported of standIn.events(company.account))
    for (let times = 0; times < 2; times += 1) expect(await standIn.sendWebhook(reported)).toBe(200);
  await expect.poll(async () => (await company.read(bookingId)).status).toBe('CONFIRMED');
  expect(await stored()).toEqual([]);
});

test('no event is lost because of a defect of the service', async () => {
  const { id: companyId, accountId: paymentAccountId } = company;
  const account = database.kysely.updateTable('paymentAccount').where('id', '=', paymentAccountId);
  await account.set({ apiKey: 'damaged' }).execute();
  await database.kysely
    .insertInto('providerEvent')
    .values({
      ...{ companyId, paymentAccountId, id: 'evt_1', type: 'refund.created' },
      ...{ objectId: 're_1', paymentIntentId: 'pi_1', lane: 'payment:pi_1' },
      ...{ status: 'queued', attempts: 20, dueAt: startOfExamples, createdAt: startOfExamples },
    })
    .execute();
  await expect.poll(async () => (await stored())[0]?.lastError).not.toBe(null);
  expect(await stored()).toMatchObject([{ status: 'queued', finishedAt: null }]);
});

test('a refund at the provider is recorded, in parts and in full', async () => {
  company.sendEvents();
  const { bookingId, sessionId, token } = await company.hold();
  const events = await company.raisedBy(async () => {
    standIn.pay(sessionId);
    standIn.refund(sessionId, 4000);
    await expect.poll(async () => (await company.read(bookingId)).refundedCents).toBe(4000);
    const { booking } = await company.checkoutOf(token);
    expect(booking).toMatchObject({ paymentStatus: 'PAID', amountPaidCents: 9900, refundedCents: 4000 });
    standIn.refund(sessionId);
    await expect.poll(async () => (await company.read(bookingId)).paymentStatus).toBe('REFUNDED');
  });
  expect(types(events)).toEqual([
    ...['booking.created', 'booking.payment_paid', 'booking.payment_refunded', 'booking.payment_refunded'],
  ]);
});

describe('a dispute', () => {
  /** A paid booking whose payment is disputed. */
  async function disputed() {
    company.sendEvents();
    const { bookingId, sessionId, token } = await company.hold();
    standIn.pay(sessionId);
    const before = await company.decided(bookingId);
    const { id } = standIn.dispute(sessionId);
    await expect.poll(async () => (await company.read(bookingId)).dispute?.status).toBe('OPEN');
    const close = async (status: 'won' | 'lost') => {
      standIn.closeDispute(id, status);
      await expect
        .poll(async () => (await company.read(bookingId)).dispute?.status)
        .toBe(status.toUpperCase());
    };
    return { bookingId, sessionId, token, before, close };
  }

  test('is shown in the booking, raises no event and changes nothing else', async () => {
    let seen: Awaited<ReturnType<typeof disputed>> | undefined;
    const events = await company.raisedBy(async () => {
      seen = await disputed();
      const { dispute, updatedAt, ...others } = await company.read(seen.bookingId);
      expect(others).toEqual({ ...seen.before, dispute: undefined, updatedAt: undefined });
      expect(dispute).toMatchObject({ amountCents: 9900, reason: 'fraudulent', closedAt: null });
      expect(updatedAt > seen.before.updatedAt).toBe(true);
      await seen.close('lost');
      expect((await company.read(seen.bookingId)).dispute).toEqual({
        ...dispute,
        status: 'LOST',
        closedAt: expect.stringContaining('2026-03-16T08:'),
      });
    });
    expect(types(events)).toEqual(['booking.created', 'booking.payment_paid']);
    const { body: list } = await company.api.call('listBookings');
    expect(list.data.map(({ dispute }) => dispute?.status)).toEqual(['LOST']);
  });

  test('is mailed to the company, not to the planner, with its outcome', async () => {
    const office = 'office@dachwerk.example';
    for (const [outcome, sentence] of [
      ['won', 'Sie behalten 99,00 €'],
      ['lost', 'Die Bank hat dem Kunden 99,00 € zurückgegeben'],
    ] as const) {
      company = await addPaidCompany();
      await database.kysely
        .updateTable('company')
        .set({ email: office })
        .where('companyId', '=', company.id)
        .execute();
      const { bookingId, close } = await disputed();
      await close(outcome);
      expect(await company.mailTexts(bookingId, 'team-booking-dispute-opened')).toEqual([
        expect.stringMatching(
          /am 16\. März 2026 die Zahlung von 99,00 € angefochten .* bis Montag, 23\. März 2026, .*> Der Kunde sagt, dass er die Zahlung nicht veranlasst hat/,
        ),
      ]);
      expect(await company.mailTexts(bookingId, `team-booking-dispute-${outcome}`)).toEqual([
        expect.stringContaining(sentence),
      ]);
      const mailed = await database.kysely
        .selectFrom('mail')
        .select('toAddress')
        .where('bookingId', '=', bookingId)
        .where('kind', 'like', 'team-booking-dispute-%')
        .execute();
      expect(mailed).toEqual([{ toAddress: office }, { toAddress: office }]);
    }
  });

  test('that is lost leaves nothing to refund, and the mail about a cancellation says so', async () => {
    const { bookingId, sessionId, token, close } = await disputed();
    const params = { id: bookingId };
    expect(await company.api.call('cancelBooking', { params })).toMatchObject({ error: 'refund_refused' });
    await close('lost');
    const { body: linked } = await visitor()<LinkedBooking>('getBookingByLink', { token });
    expect(linked.refundUntil).toBeNull();
    const events = await company.raisedBy(async () => {
      expect((await company.api.call('cancelBooking', { params })).body).toMatchObject({
        ...{ status: 'CANCELLED', paymentStatus: 'PAID', refundedCents: 0 },
        dispute: { status: 'LOST', amountCents: 9900 },
      });
    });
    expect(events).toMatchObject([{ type: 'booking.cancelled', data: { refunded: false } }]);
    expect(standIn.refunds(sessionId)).toEqual([]);
    expect(await company.mailTexts(bookingId, 'booking-cancelled')).toEqual([
      expect.stringMatching(/Ihre Bank hat Ihnen bereits 99,00 € zurückgegeben.* nicht noch einmal/),
    ]);
    expect(await company.mailTexts(bookingId, 'team-booking-cancelled')).toEqual([
      expect.stringContaining(
        'keine, 99,00 € hat die Bank dem Kunden durch die Anfechtung bereits zurückgegeben',
      ),
    ]);
    await expect(refunds.refundBooking(company.id, bookingId)).rejects.toThrow(
      /bank has given the money back/,
    );
  });

  test('that is won allows a refund with a cancellation', async () => {
    const { bookingId, sessionId, close } = await disputed();
    await close('won');
    const { body } = await company.api.call('cancelBooking', { params: { id: bookingId } });
    expect(body).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedCents: 9900 });
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test('stays decided if its beginning is reported afterwards', async () => {
    const { bookingId, sessionId } = await company.hold();
    standIn.pay(sessionId);
    await company.decided(bookingId);
    standIn.closeDispute(standIn.dispute(sessionId).id, 'lost');
    const reports = standIn
      .events(company.account)
      .filter(({ type }) => type.startsWith('charge.dispute.'))
      .toReversed();
    for (const report of reports) {
      await send(JSON.stringify(report));
      await expect.poll(async () => (await stored()).find(({ id }) => id === report.id)?.status).toBe('done');
    }
    expect(reports).toHaveLength(2);
    expect((await company.read(bookingId)).dispute?.status).toBe('LOST');
    expect(await company.mails(bookingId)).not.toContain('team-booking-dispute-opened');
  });
});

const outcomeOf = ({ status, paymentStatus, refundedCents, amountPaidCents }: Booking) => ({
  ...{ status, paymentStatus, refundedCents, amountPaidCents },
});

test('events in any order, repeated and late, end in the same state and raise each event once', async () => {
  const order = fc.array(fc.nat({ max: 5 }), { minLength: 0, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(order, async (indexes) => {
      company = await addPaidCompany();
      company.sendEvents();
      standIn.holdWebhooks();
      const { bookingId, sessionId } = await company.hold();
      const raised = await company.raisedBy(async () => {
        standIn.pay(sessionId);
        standIn.refund(sessionId, 3000);
        standIn.refund(sessionId, 6900);
        const all = standIn.events(company.account);
        for (const index of indexes) {
          const sent = all[index % all.length];
          if (sent) expect(await standIn.sendWebhook(sent)).toBe(200);
        }
        standIn.releaseWebhooks();
        await expect
          .poll(async () => (await company.read(bookingId)).refundedCents, { timeout: 30_000 })
          .toBe(9900);
      });
      expect(outcomeOf(await company.read(bookingId))).toEqual({
        ...{ status: 'CONFIRMED', paymentStatus: 'REFUNDED', refundedCents: 9900, amountPaidCents: 9900 },
      });
      expect(types(raised).toSorted()).toEqual([
        ...[
          'booking.created',
          'booking.payment_paid',
          'booking.payment_refunded',
          'booking.payment_refunded',
        ],
      ]);
    }),
    { numRuns: 2 },
  );
});
