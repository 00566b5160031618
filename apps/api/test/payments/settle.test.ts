import { type Body, states } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { settleAdministration } from '../../src/payments/settle/settle-administration.ts';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, database, commands } = await openTestApi({}, { payments: true });
const { admin } = commandLineOn(database);
const STRIPE_URL = `http://${standIn.host}:${standIn.port}`;

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
});

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

async function settle(id: string, body: Body<'settleBooking'> = {}) {
  const options = { params: { id }, body, mayFail: true };
  const { status, body: booking, error } = await company.api.call('settleBooking', options);
  return { status, booking, error };
}

async function settleByCommand(id: string, ...options: string[]) {
  const args = ['booking', 'settle', id, '--company', company.id, '--json', ...options];
  const { exitCode, stdout, stderr } = await admin(args, { STRIPE_URL });
  return { exitCode, booking: stdout && JSON.parse(stdout), error: stderr && JSON.parse(stderr) };
}

const manual = { paymentStatus: 'PAID', paymentMethod: 'manual', amountPaidCents: null };
const startsAt = '2026-03-16T07:00:00.000Z';

/** Stores an unpaid booking, of a planner who has no others. */
async function bookingIn(status: string, values: object = {}): Promise<string> {
  const { stored } = company;
  return stored.booking(`member:${await stored.member()}`, startsAt, {
    ...{ status, priceCents: 9900, paymentStatus: 'UNPAID' },
    ...(status === 'PENDING_PAYMENT' && { holdUntil: startsAt }),
    ...(status === 'CANCELLED' && { cancelledAt: startsAt }),
    ...values,
  });
}

describe('settling', () => {
  test.each(Object.entries(states.booking.actions.settle))(
    'a booking that is %s behaves as in the state table',
    async (status, outcome) => {
      const id = await bookingIn(status);
      const events = await company.raisedBy(async () => {
        const { status: code, booking, error } = await settle(id);
        expect([code, error]).toEqual(outcome === 'booking_not_payable' ? [409, outcome] : [200, undefined]);
        if (code === 200) expect(booking).toMatchObject({ status: outcome, ...manual });
      });
      const paid = ['booking.payment_paid'];
      const raised = status === 'PENDING_PAYMENT' ? ['booking.created', ...paid] : paid;
      expect(types(events)).toEqual(outcome === 'booking_not_payable' ? [] : raised);
    },
  );

  test('by the command does the same', async () => {
    for (const id of [unknownId, '1', "'"])
      expect(await settleByCommand(id)).toMatchObject({ exitCode: 1, error: { error: 'booking_not_found' } });
    const id = await bookingIn('CONFIRMED');
    const events = await company.raisedBy(async () => {
      const { booking } = await settleByCommand(id, '--paid-at', '2026-03-13');
      expect(booking).toMatchObject({ ...manual, paidAt: '2026-03-12T23:00:00.000Z' });
    });
    expect(types(events)).toEqual(['booking.payment_paid']);
    expect(await settleByCommand(id)).toMatchObject({
      exitCode: 1,
      error: {
        error: 'booking_not_payable',
        message:
          'The booking is PAID and cannot be settled. Read the booking. Its status and paymentStatus show what became of it.',
      },
    });
  });

  test('at the time of the payment, which cannot be in the future', async () => {
    const id = await bookingIn('CONFIRMED');
    const { body, details } = await company.api.call('settleBooking', {
      params: { id },
      body: { paidAt: '2026-03-16T10:00:00+01:00' },
    });
    expect({ body, details }).toMatchObject({
      body: { error: 'invalid_request' },
      details: [{ path: '/paidAt' }],
    });
    const events = await company.raisedBy(() => settle(id, { paidAt: '2026-03-13T10:00:00+01:00' }));
    expect(events).toMatchObject([
      { type: 'booking.payment_paid', data: { paidAt: '2026-03-13T09:00:00.000Z' } },
    ]);
    const now = await bookingIn('CONFIRMED');
    const { booking } = await settle(now);
    expect(booking.paidAt).toMatch(/^2026-03-16T08:0/);
  });

  test('a checkout, which then cannot be paid any more', async () => {
    const { bookingId, sessionId, token } = await company.hold();
    expect((await settle(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', ...manual });
    expect(() => standIn.pay(sessionId)).toThrow();
    expect(await company.checkoutOf(token)).toMatchObject({ state: 'BOOKED' });
    expect(await company.mails(bookingId)).toEqual(['booking-confirmed', 'team-booking-confirmed']);
  });

  test('a checkout that the customer has just paid, which counts', async () => {
    const { bookingId, sessionId } = await company.hold();
    standIn.holdWebhooks();
    standIn.pay(sessionId);
    const events = await company.raisedBy(async () => {
      expect((await settle(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', paymentMethod: 'card' });
    });
    standIn.releaseWebhooks();
    expect(types(events)).toEqual(['booking.created', 'booking.payment_paid']);
  });

  test('a checkout whose end dispatchers see first: the slot stays taken', async () => {
    const { bookingId } = await company.hold();
    standIn.disturb('checkout.sessions.expire', { lateMs: 1_500 });
    const settled = settle(bookingId);
    await expect.poll(() => standIn.disturbancesLeft('checkout.sessions.expire')).toBe(0);
    await company.wake(bookingId);
    await expect.poll(async () => (await company.checkout(bookingId)).dueAt > startOfExamples).toBe(true);
    expect((await settled).booking).toMatchObject({ status: 'CONFIRMED', ...manual });
  });

  test('a debit whose failure dispatchers see first: the slot stays taken', async () => {
    const { bookingId, sessionId, token } = await company.hold();
    standIn.pay(sessionId, { method: 'sepa_debit' });
    await company.wake(bookingId);
    await expect.poll(async () => (await company.checkoutOf(token)).state).toBe('PROCESSING');
    standIn.holdWebhooks();
    standIn.finishDebit(sessionId, 'failed');
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    standIn.disturb('checkout.sessions.retrieve', { until });
    const settled = settle(bookingId);
    await expect.poll(() => standIn.disturbancesLeft('checkout.sessions.retrieve')).toBe(0);
    await company.wake(bookingId);
    await expect.poll(async () => (await company.checkout(bookingId)).dueAt > startOfExamples).toBe(true);
    answer();
    standIn.releaseWebhooks();
    expect((await settled).booking).toMatchObject({ status: 'CONFIRMED', ...manual });
  });

  test('a checkout that begins at the same time: the customer cannot pay, too', async () => {
    standIn.disturb('checkout.sessions.create', { lateMs: 500 });
    const begun = company.book();
    await expect.poll(() => standIn.disturbancesLeft('checkout.sessions.create')).toBe(0);
    const { id } = await company.newest();
    const transactions: string[] = [];
    const { settleBooking } = settleAdministration({
      ...commands,
      async inTransaction(companyId, work) {
        transactions.push(companyId);
        // The booking had no session when it was found.
        if (transactions.length === 2) expect((await begun).status).toBe(200);
        return commands.inTransaction(companyId, work);
      },
    });
    expect(await settleBooking(company.id, id)).toMatchObject({ status: 'CONFIRMED', ...manual });
    const { checkoutSessionId } = await company.newest();
    expect(() => standIn.pay(checkoutSessionId ?? '')).toThrow('cannot be paid');
  });

  test('a checkout that the provider does not find', async () => {
    const { bookingId } = await company.hold();
    await database.kysely
      .updateTable('booking')
      .set({ checkoutSessionId: 'cs_test_deleted' })
      .where('id', '=', bookingId)
      .execute();
    expect((await settle(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', ...manual });
  });

  test('no checkout with a debit under way, nor while the provider is down', async () => {
    const { bookingId, sessionId } = await company.hold();
    standIn.disturb('checkout.sessions.retrieve', '500');
    expect(await settle(bookingId)).toMatchObject({ status: 502, error: 'payment_provider_error' });
    standIn.pay(sessionId, { method: 'sepa_debit' });
    expect(await settle(bookingId)).toMatchObject({ status: 409, error: 'booking_not_payable' });
    // The slot waits for the debit, not for the team.
    expect((await company.checkout(bookingId)).settlingUntil).toBeNull();
  });
});

test('a booking that the team enters can be settled at once', async () => {
  const body = {
    ...{ typeSlug: company.slug, startsAt: '2026-04-20T08:00:00Z', customer: { name: 'Erika Muster' } },
    settled: true,
  };
  const events = await company.raisedBy(async () => {
    const { body: booking } = await company.api.call('createBooking', { body });
    expect(booking).toMatchObject({ status: 'CONFIRMED', ...manual });
  });
  expect(types(events)).toEqual(['booking.created', 'booking.payment_paid']);
  const free = { ...body, startsAt: '2026-04-20T09:00:00Z', priceCents: 0 };
  expect(await company.api.call('createBooking', { body: free })).toMatchObject({
    ...{ status: 409, error: 'booking_not_payable' },
  });
});
