import { states } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { paymentAdministration } from '../../src/payments/payment-administration.ts';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { openPayments } from '../support/payments.ts';
import { startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, database, commands } = await openPayments();
const { admin } = commandLineOn(database);
const STRIPE_URL = `http://${standIn.host}:${standIn.port}`;

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
});

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

async function settle(id: string) {
  const args = ['booking', 'settle', id, '--company', company.id, '--json'];
  const { exitCode, stdout, stderr } = await admin(args, { STRIPE_URL });
  return { exitCode, booking: stdout && JSON.parse(stdout), error: stderr && JSON.parse(stderr).error };
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
        const { exitCode, booking, error } = await settle(id);
        expect([exitCode, error]).toEqual(outcome === 'booking_not_payable' ? [1, outcome] : [0, '']);
        if (exitCode === 0) expect(booking).toMatchObject({ status: outcome, ...manual });
      });
      const paid = ['booking.payment_paid'];
      const raised = status === 'PENDING_PAYMENT' ? ['booking.created', ...paid] : paid;
      expect(types(events)).toEqual(outcome === 'booking_not_payable' ? [] : raised);
    },
  );

  test('nothing unknown', async () => {
    for (const id of [unknownId, '1', "'"])
      expect(await settle(id)).toMatchObject({ exitCode: 1, error: 'booking_not_found' });
  });

  test('a checkout, which then cannot be paid any more', async () => {
    const { bookingId, sessionId, token } = await company.hold();
    expect((await settle(bookingId)).booking).toMatchObject({ status: 'CONFIRMED', ...manual });
    expect(() => standIn.pay(sessionId)).toThrow();
    expect(await company.checkoutOf(token)).toMatchObject({ state: 'BOOKED' });
    expect(await company.mails(bookingId)).toEqual(['booking-confirmed', 'team-booking-booked']);
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

  test('a checkout that begins at the same time: the customer cannot pay, too', async () => {
    standIn.disturb('checkout.sessions.create', { lateMs: 500 });
    const begun = company.book();
    await expect.poll(() => standIn.disturbancesLeft('checkout.sessions.create')).toBe(0);
    const { id } = await company.newest();
    const transactions: string[] = [];
    const { settleBooking } = paymentAdministration({
      ...commands,
      async inTransaction(companyId, work) {
        transactions.push(companyId);
        // Without a session, nothing was to be ended. Then the customer gets one.
        if (transactions.length === 3) expect((await begun).status).toBe(200);
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
    expect(await settle(bookingId)).toMatchObject({ exitCode: 1, error: 'payment_provider_error' });
    standIn.pay(sessionId, { method: 'sepa_debit' });
    expect(await settle(bookingId)).toMatchObject({ exitCode: 1, error: 'booking_not_payable' });
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
