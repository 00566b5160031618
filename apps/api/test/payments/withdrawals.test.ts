import { randomUUID } from 'node:crypto';
import type { Booking } from '@pv-planning/contract';
import type { Body, CustomerBooking } from '@pv-planning/contract/pages';
import { beforeEach, expect, test } from 'vitest';
import { remindCustomers } from '../../src/appointments/bookings/mails/remind-customers.ts';
import { periodEnd } from '../../src/appointments/bookings/withdrawal/withdrawal-period.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, hastenRefunds, visitor, database, runTask } = await openTestApi(
  {},
  { payments: true },
);

let company: Awaited<ReturnType<typeof addPaidCompany>>;

/** In seven days; the period ends with the next Monday. */
const startsAt = '2026-03-23T09:00:00.000Z';
const endsAt = '2026-03-23T10:00:00.000Z';
const end = '2026-03-30T22:00:00.000Z';
const afterPeriod = '2026-04-20T08:00:00.000Z';
const declared = { startBeforeWithdrawalEnds: true };

const storeTexts = (version: number, withdrawal: string | null) =>
  database.kysely
    .insertInto('companyTexts')
    .values({ companyId: company.id, version, withdrawal, termsAndConditions: 'Bedingungen' })
    .execute();

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany({ refundNoticeMinutes: 43_200, cancelNoticeMinutes: 1_440 });
  await storeTexts(1, 'DELIVERY');
  standIn.disturb('refunds.create');
});

async function paid(
  body: Partial<Body<'createPageBooking'>> = { startsAt, ...declared },
  promotionCode?: string,
) {
  const { bookingId: id, sessionId, token } = await company.hold(body);
  standIn.pay(sessionId, promotionCode === undefined ? {} : { promotionCode });
  await company.decided(id);
  // A cancellation is without refund from here on.
  setClock('2026-03-16T09:00:00.000Z');
  return { id, sessionId, token };
}

const withdraw = (token: string, body: Body<'withdrawByLink'> = {}) =>
  visitor()<CustomerBooking>(
    'withdrawByLink',
    { token },
    { mayFail: true, headers: { 'Idempotency-Key': randomUUID() }, body },
  );
const move = (token: string, body: Body<'rescheduleByLink'>) =>
  visitor()<CustomerBooking>('rescheduleByLink', { token }, { body, mayFail: true });
const finished = (id: string, isFinished: (booking: Booking) => boolean) =>
  expect.poll(async () => isFinished(await company.read(id))).toBe(true);

const undeclared = {
  status: 400,
  error: 'invalid_request',
  body: {
    details: [
      {
        path: '/startBeforeWithdrawalEnds',
        code: 'required',
        message: expect.stringContaining(
          `must be true, because the appointment starts before the period for a withdrawal ends at ${end}`,
        ),
      },
    ],
  },
};

test('a consumer who books within the period asks for the service before it ends', async () => {
  expect(await company.book({ startsAt })).toMatchObject(undeclared);
  expect(await company.book({ startsAt, startBeforeWithdrawalEnds: false })).toMatchObject(undeclared);
  const requested = await visitor()(
    'submitRequest',
    { handle: company.handle },
    {
      body: {
        contact: { lastName: 'Muster', email: 'erika@example.org' },
        address: { street: 'Lindenweg', houseNumber: '12a', postalCode: '01234', city: 'Musterstadt' },
        appointment: { typeSlug: company.slug, startsAt },
      },
      headers: { 'Idempotency-Key': randomUUID() },
      mayFail: true,
    },
  );
  expect(requested).toMatchObject({
    ...{ status: 400, details: [{ path: '/appointment/startBeforeWithdrawalEnds', code: 'required' }] },
  });
  const { id, token } = await paid();
  expect(await company.read(id)).toMatchObject({ ...declared, withdrawnAt: null });
  const [mail] = await company.mailTexts(id, 'booking-confirmed');
  expect(mail).toContain('Sie haben ausdrücklich verlangt, dass der Termin vor Ablauf der Widerrufsfrist');
  const { body } = await visitor()<CustomerBooking>('getBookingByLink', { token });
  expect(body).toMatchObject({ withdrawUntil: endsAt, withdrawnAt: null });

  const later = await paid({ startsAt: afterPeriod });
  expect(await company.read(later.id)).toMatchObject({ startBeforeWithdrawalEnds: false });
  expect(await move(later.token, { startsAt: '2026-03-23T12:00:00Z' })).toMatchObject(undeclared);
  expect(await move(later.token, { startsAt: '2026-03-23T12:00:00Z', ...declared })).toMatchObject({
    status: 200,
    body: { withdrawUntil: '2026-03-23T13:00:00.000Z' },
  });
  expect(await company.read(later.id)).toMatchObject(declared);

  await storeTexts(2, null);
  expect(await company.book({ startsAt: '2026-03-23T14:00:00Z' })).toMatchObject({ status: 200 });
});

test('a debit can confirm a booking 14 days later: the withdrawal period then counts from that day', async () => {
  const soon = { startsAt: '2026-04-06T09:00:00Z' };
  expect(await company.book(soon)).toMatchObject({
    ...{ status: 400, error: 'invalid_request' },
    details: [{ message: expect.stringContaining('ends at 2026-04-13T22:00:00.000Z at the latest') }],
  });
  expect(await company.book({ startsAt: afterPeriod })).toMatchObject({ status: 200 });
  await database.kysely
    .updateTable('bookingType')
    .set({ paymentMethods: ['card'] })
    .where('companyId', '=', company.id)
    .execute();
  expect(await company.book(soon)).toMatchObject({ status: 200 });
});

test('a withdrawal cancels with a full refund, whatever the notice, and is acknowledged once', async () => {
  const { id, token, sessionId } = await paid();
  const events = await company.raisedBy(async () => {
    const withdrawn = await withdraw(token);
    expect(withdrawn).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedCents: 9900, withdrawUntil: null },
        withdrawnAt: expect.stringMatching(/^2026-03-16T09:00/),
      },
    });
    expect((await withdraw(token)).body).toEqual(withdrawn.body);
  });
  expect(events.map(({ type }) => type)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
  expect(events[0]?.data).toMatchObject({ id, refunded: true });
  expect(standIn.refunds(sessionId)).toMatchObject([{ amount: 9900 }]);
  expect((await company.mails(id)).slice(2)).toEqual([
    ...['booking-withdrawn', 'team-booking-withdrawn', 'booking-cancelled', 'team-booking-cancelled'],
  ]);
  const [received] = await company.mailTexts(id, 'booking-withdrawn');
  expect(received).toContain('Eingangsbestätigung: Ihr Widerruf zu Vor-Ort-Termin');
  expect(received).toContain(`Vertrag: Buchung ${id} vom 16. März 2026 Erklärung: Widerruf dieses Vertrags`);
  expect(received).toContain('Eingegangen am: Montag, 16. März 2026, 10:00 Uhr (MEZ)');
  expect((await company.mailTexts(id, 'booking-cancelled'))[0]).toContain('Wir erstatten Ihnen die 99,00 €');
  expect((await company.mailTexts(id, 'team-booking-cancelled'))[0]).toContain('Widerruf');
});

/** To whom the receipts of a withdrawal were mailed. */
async function receiptsOf(id: string): Promise<string[]> {
  const mails = await database.kysely
    .selectFrom('mail')
    .select('toAddress')
    .where('bookingId', '=', id)
    .where('kind', '=', 'booking-withdrawn')
    .execute();
  return mails.map(({ toAddress }) => toAddress).sort();
}

test('the receipt of a withdrawal also goes to the address that the customer names', async () => {
  const named = await paid();
  const own = (await company.read(named.id)).customer?.email ?? expect.fail();
  expect(await withdraw(named.token, { email: 'niemand' })).toMatchObject({
    ...{ status: 400, details: [{ path: '/email', code: 'format' }] },
  });
  expect(await withdraw(named.token, { email: 'neu@example.org' })).toMatchObject({ status: 200 });
  expect(await receiptsOf(named.id)).toEqual([own, 'neu@example.org'].sort());
  expect((await company.mailTexts(named.id, 'team-booking-withdrawn'))[0]).toContain(
    'E-Mail laut Widerruf: neu@example.org',
  );

  const same = await paid({ startsAt: '2026-03-23T12:00:00Z', ...declared });
  const address = (await company.read(same.id)).customer?.email ?? expect.fail();
  await withdraw(same.token, { email: address.toUpperCase() });
  expect(await receiptsOf(same.id)).toEqual([address]);
});

test('a withdrawal without an address, or to one that strangers have filled, is acknowledged by the team', async () => {
  const { id, token } = await paid();
  await database.kysely.updateTable('booking').set({ email: null }).where('id', '=', id).execute();
  const row = {
    ...{ companyId: company.id, bookingId: id, kind: 'booking-moved', toAddress: 'voll@example.org' },
    ...{ isAnonymous: true, status: 'sent', lane: 'x', content: '' },
    ...{ createdAt: startOfExamples, dueAt: startOfExamples, finishedAt: startOfExamples },
  };
  await database.kysely
    .insertInto('mail')
    .values(
      Array.from({ length: 10 }, (_, n) => ({ ...row, id: randomUUID(), dedupeKey: `full:${id}:${n}` })),
    )
    .execute();
  expect(await withdraw(token, { email: 'voll@example.org' })).toMatchObject({ status: 200 });
  expect(await receiptsOf(id)).toEqual([]);
  const [told] = await company.mailTexts(id, 'team-booking-withdrawn');
  expect(told).toContain(
    'Bitte bestätigen Sie ihm den Eingang unverzüglich auf einem dauerhaften Datenträger',
  );
  expect(told).toContain('E-Mail laut Widerruf: voll@example.org');
});

test('a withdrawal counts while the provider does not respond, and if it refuses the refund', async () => {
  const away = await paid();
  standIn.disturb('refunds.create', '500', '500');
  expect(await withdraw(away.token)).toMatchObject({
    status: 200,
    body: { status: 'CONFIRMED', withdrawnAt: expect.any(String), cancelRequestedAt: expect.any(String) },
  });
  standIn.disturb('refunds.create');
  await hastenRefunds();
  await finished(away.id, ({ status }) => status === 'CANCELLED');
  expect(standIn.refunds(away.sessionId)).toMatchObject([{ amount: 9900 }]);

  const refused = await paid();
  standIn.dispute(refused.sessionId);
  expect(await withdraw(refused.token)).toMatchObject({
    status: 200,
    body: { status: 'CONFIRMED', withdrawnAt: expect.any(String), cancelRequestedAt: null },
  });
  const told = await company.mails(refused.id);
  expect(told).toContain('team-booking-cancellation-refused');
  // A repetition asks nobody and tells nobody. The appointment does not take place.
  expect(await withdraw(refused.token)).toMatchObject({
    status: 200,
    body: { status: 'CONFIRMED', rescheduleUntil: null },
  });
  expect(await company.mails(refused.id)).toEqual(told);
  // A cancellation then gives the full refund, although the deadline has passed.
  setClock('2026-03-16T10:00:00.000Z');
  standIn.disturb('refunds.create');
  expect(
    await visitor()('cancelByLink', { token: refused.token }, { body: {}, mayFail: true }),
  ).toMatchObject({ status: 409, error: 'refund_refused' });
  setClock('2026-03-22T10:00:00.000Z');
  await runTask(company.id, remindCustomers);
  expect(await company.mails(refused.id)).not.toContain('booking-reminder');
});

test('after the start, a withdrawal is recorded and told to the team, until the appointment has ended', async () => {
  const { id, token, sessionId } = await paid();
  const other = await paid({ startsAt: '2026-03-23T12:00:00Z', ...declared });
  setClock('2026-03-23T09:30:00.000Z');
  expect(await withdraw(token)).toMatchObject({
    status: 200,
    body: { status: 'CONFIRMED', paymentStatus: 'PAID', withdrawnAt: expect.stringMatching(/^2026-03-23/) },
  });
  setClock('2026-03-23T13:01:00.000Z');
  expect(await withdraw(token)).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } });
  expect(standIn.refunds(sessionId)).toEqual([]);
  expect((await company.mails(id)).slice(2)).toEqual(['booking-withdrawn', 'team-booking-withdrawn']);
  expect((await company.mailTexts(id, 'team-booking-withdrawn'))[0]).toContain(
    'Deshalb wird nichts automatisch erstattet.',
  );
  expect(await withdraw(other.token)).toMatchObject({ status: 409, error: 'withdrawal_not_possible' });
});

test('a customer who has withdrawn after the start gets no refund by cancelling after the team has moved the appointment', async () => {
  const { id, token, sessionId } = await paid();
  setClock('2026-03-23T09:30:00.000Z');
  expect(await withdraw(token)).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } });
  const rescheduled = { params: { id }, body: { startsAt: afterPeriod } };
  expect((await company.api.call('rescheduleBooking', rescheduled)).status).toBe(200);
  expect(await withdraw(token)).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } });
  const { body } = await visitor()<CustomerBooking>('cancelByLink', { token }, { body: {} });
  expect(body).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID', refundedCents: 0 });
  expect(standIn.refunds(sessionId)).toEqual([]);
});

test('a customer who has cancelled too late for a refund can still withdraw', async () => {
  const { id, token } = await paid();
  const cancelled = await visitor()<CustomerBooking>('cancelByLink', { token }, { body: {} });
  expect(cancelled.body).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID', withdrawUntil: endsAt });
  expect(await withdraw(token)).toMatchObject({
    status: 200,
    body: { status: 'CANCELLED', withdrawnAt: expect.any(String), withdrawUntil: null },
  });
  expect((await company.mails(id)).slice(-2)).toEqual(['booking-withdrawn', 'team-booking-withdrawn']);
});

test('without an instruction there is no contract to withdraw from, nor after the period', async () => {
  const instructed = await paid({ startsAt: afterPeriod });
  await storeTexts(2, null);
  const uninstructed = await paid({ startsAt: '2026-04-20T12:00:00Z' });
  expect(await withdraw(uninstructed.token)).toMatchObject({
    ...{ status: 409, error: 'withdrawal_not_possible' },
    body: {
      message:
        'A withdrawal is not possible: there is no contract to withdraw from. Read the booking. withdrawUntil says until when the customer can withdraw. Otherwise, ask the company.',
    },
  });
  setClock('2026-03-30T22:01:00.000Z');
  expect(await withdraw(instructed.token)).toMatchObject({
    ...{ status: 409, error: 'withdrawal_not_possible' },
    body: {
      message: `A withdrawal is not possible: the period ended at ${end}. Read the booking. withdrawUntil says until when the customer can withdraw. Otherwise, ask the company.`,
    },
  });
});

test('there is no contract to withdraw from if a promotion code has made the appointment free', async () => {
  standIn.createPromotionCode(company.account, { code: 'GRATIS', percentOff: 100 });
  const { id, token } = await paid({ startsAt, ...declared }, 'GRATIS');
  expect(await company.read(id)).toMatchObject({ priceCents: 9900, paymentStatus: 'FREE' });
  const { body } = await visitor()<CustomerBooking>('getBookingByLink', { token });
  expect(body).toMatchObject({ withdrawUntil: null });
  expect(await withdraw(token)).toMatchObject({ status: 409, error: 'withdrawal_not_possible' });
});

test.each([
  ['2026-03-16T08:00:00.000Z', '2026-03-30T22:00:00.000Z'],
  // After midnight in Germany.
  ['2026-03-16T23:30:00.000Z', '2026-03-31T22:00:00.000Z'],
  // The last day is a Saturday, or a Sunday.
  ['2026-03-14T08:00:00.000Z', '2026-03-30T22:00:00.000Z'],
  ['2026-03-15T08:00:00.000Z', '2026-03-30T22:00:00.000Z'],
  ['2026-10-20T08:00:00.000Z', '2026-11-03T23:00:00.000Z'],
  // The last day is Christmas Day on a Friday, Holy Saturday, or Ascension Day.
  ['2026-12-11T08:00:00.000Z', '2026-12-28T23:00:00.000Z'],
  ['2026-03-21T08:00:00.000Z', '2026-04-07T22:00:00.000Z'],
  ['2026-04-30T08:00:00.000Z', '2026-05-15T22:00:00.000Z'],
])('the period of a contract of %s ends at %s', (concludedAt, expected) => {
  expect(periodEnd(concludedAt)).toBe(expected);
});
