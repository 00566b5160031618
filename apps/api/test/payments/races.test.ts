import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const soak = process.env.SOAK === '1';
const rounds = soak ? 150 : 2;

const { addPaidCompany, standIn, setClock, database, visitor, refunds, payments } = await openTestApi(
  {},
  { payments: true },
);

type Company = Awaited<ReturnType<typeof addPaidCompany>>;

const expire = (companyId: string) =>
  database.kysely
    .updateTable('booking')
    .set({ status: 'EXPIRED', holdUntil: null })
    .where('companyId', '=', companyId)
    .where('status', '=', 'PENDING_PAYMENT')
    .execute();

const live = ['PENDING_PAYMENT', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'];
/** The payment comes before the hold ends, after that, in the same moment, or never; the customer may also leave. */
const kinds = ['paid', 'late', 'paid at the end', 'left', 'unpaid'] as const;

const outcomes = new Set<string>();

/** The end of all holds of this test. */
const holdMs = 37 * 60_000;
const dayMs = 86_400_000;

test('reports of a payment, sweeps, the end of the hold and bookings of the same slot at the same time: one booking at most, and its money is right', async () => {
  for (let round = 0; round < rounds; round += 1) {
    setClock(startOfExamples);
    const company = await addPaidCompany();
    const { bookingId, sessionId, token } = await company.hold();
    const kind = kinds[round % kinds.length] ?? 'paid';
    const events = await company.raisedBy(async () => {
      if (kind === 'paid' || kind === 'late') standIn.pay(sessionId);
      // Decided before the payment was known.
      if (kind === 'late') await expire(company.id);
      if (kind === 'left') await visitor()('deleteHold', { token });
      if (kind !== 'paid' && kind !== 'late')
        setClock(new Date(Date.parse(startOfExamples) + holdMs).toISOString());
      const others = [1, 2].map(() => company.book());
      const reports = Array.from({ length: 8 }, async (_, index) => {
        if (index === 3 && kind === 'paid at the end')
          try {
            standIn.pay(sessionId);
          } catch (error) {
            // The session has just expired.
            expect(String(error)).toContain('cannot be paid');
          }
        await company.wake(bookingId);
      });
      await Promise.all([...others, ...reports]);
      await company.decided(bookingId);
      await company.wake(bookingId);
      await expect.poll(async () => (await company.checkout(bookingId)).status).toBe('done');
      if (kind === 'late')
        await expect.poll(async () => (await company.read(bookingId)).refundedCents).toBe(9900);
    });
    const { status, paymentStatus, amountPaidCents, refundedCents } = await company.read(bookingId);
    outcomes.add(`${kind}: ${status}`);
    expect(events.map(({ type }) => type)).toEqual(
      status === 'CONFIRMED' ? ['booking.created', 'booking.payment_paid'] : [],
    );
    const money = kind === 'late' ? ['REFUNDED', 9900, 9900] : ['UNPAID', null, 0];
    expect([status, paymentStatus, amountPaidCents, refundedCents]).toEqual(
      status === 'CONFIRMED' ? ['CONFIRMED', 'PAID', 9900, 0] : ['EXPIRED', ...money],
    );
    if (kind === 'late') expect(standIn.refunds(sessionId).map(({ amount }) => amount)).toEqual([9900]);
    const bookings = await database.kysely
      .selectFrom('booking')
      .select(['id', 'status'])
      .where('companyId', '=', company.id)
      .where('status', 'in', live)
      .execute();
    expect(bookings.length).toBeLessThanOrEqual(1);
    if (status === 'CONFIRMED') expect(bookings.map(({ id }) => id)).toEqual([bookingId]);
  }
  const always = ['paid: CONFIRMED', 'late: EXPIRED'];
  const inSoak = soak ? ['left: EXPIRED', 'unpaid: EXPIRED'] : [];
  expect([...outcomes]).toEqual(expect.arrayContaining([...always, ...inSoak]));
}, 600_000);

/** Waits until the provider has sent all events, and dispatchers have done all due work. */
async function quiet({ id, account }: Company): Promise<void> {
  const queued = (table: 'refund' | 'providerEvent') =>
    database.kysely
      .selectFrom(table)
      .select('id')
      .where('companyId', '=', id)
      .where('status', '=', 'queued')
      .execute();
  const reported = database.kysely.selectFrom('providerEvent').select('id').where('companyId', '=', id);
  const waiting = async () => [
    ...(await queued('refund')),
    ...(await queued('providerEvent')),
    // Those of sessions are not stored.
    ...standIn
      .events(account)
      .filter(({ type }) => !type.startsWith('checkout.session.'))
      .slice((await reported.execute()).length),
  ];
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
}

/** Refunds that concur with a cancellation. They may be too late. */
const others = {
  'all of it in the dashboard': async (_: Company, { sessionId }: Paid) => standIn.refund(sessionId),
  'a part in the dashboard': async (_: Company, { sessionId }: Paid) => standIn.refund(sessionId, 3_000),
  'all of it by the team': async ({ id }: Company, { bookingId }: Paid) =>
    refunds.refundBooking(id, bookingId),
  'a part by the team': async ({ id }: Company, { bookingId }: Paid) =>
    refunds.refundBooking(id, bookingId, { amountCents: 3_000 }),
};
type Paid = Awaited<ReturnType<Company['hold']>>;

test.each(Object.entries(others))(
  'a cancellation while others give back %s: the money goes back once, and each event is raised once',
  async (_what, giveBack) => {
    setClock(startOfExamples);
    const company = await addPaidCompany();
    company.sendEvents();
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      const held = await company.hold();
      const { bookingId: id, sessionId } = held;
      standIn.pay(sessionId);
      await company.decided(id);
      const events = await company.raisedBy(async () => {
        const other = giveBack(company, held).catch((error: Error) => {
          expect(error.message).toMatch(/already been refunded|cannot be refunded|greater than unrefunded/);
        });
        const [{ status }] = await Promise.all([
          company.api.call('cancelBooking', { params: { id }, body: {}, mayFail: true }),
          other,
        ]);
        expect(status).toBe(200);
        await quiet(company);
      });
      expect(await company.read(id)).toMatchObject({
        ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedCents: 9900 },
      });
      const made = standIn.refunds(sessionId).map(({ amount }) => amount);
      expect(made.reduce((sum, amount) => sum + amount, 0)).toBe(9900);
      const told = events.flatMap(({ data }) =>
        'refundAmountCents' in data ? [data.refundAmountCents] : [],
      );
      expect(told.toSorted()).toEqual(made.toSorted());
      expect(
        events.filter(({ type }) => type !== 'booking.payment_refunded').map(({ type }) => type),
      ).toEqual(['booking.cancelled']);
    }
  },
);

test('a customer who withdraws and cancels at once, after the refund deadline, gets a full refund if the mail promises it', async () => {
  for (let round = 0; round < rounds * 2; round += 1) {
    setClock(startOfExamples);
    const company = await addPaidCompany({ refundNoticeMinutes: 43_200, cancelNoticeMinutes: 1_440 });
    company.sendEvents();
    await database.kysely
      .insertInto('companyTexts')
      .values({
        companyId: company.id,
        version: 1,
        withdrawal: 'DELIVERY',
        termsAndConditions: 'Bedingungen',
      })
      .execute();
    const startsAt = '2026-03-23T09:00:00.000Z';
    const {
      bookingId: id,
      sessionId,
      token,
    } = await company.hold({
      startsAt,
      startBeforeWithdrawalEnds: true,
    });
    standIn.pay(sessionId);
    await company.decided(id);
    setClock('2026-03-16T09:00:00.000Z');
    const withdrawal = visitor()(
      'withdrawByLink',
      { token },
      { headers: { 'Idempotency-Key': randomUUID() }, body: {} },
    );
    // In every second round, the cancellation begins only when the withdrawal is stored.
    if (round % 2 === 0)
      await expect.poll(async () => (await company.read(id)).withdrawnAt, { interval: 1 }).not.toBeNull();
    await visitor()('cancelByLink', { token }, { body: {}, mayFail: true });
    expect((await withdrawal).status).toBe(200);
    await quiet(company);
    const { status, withdrawnAt, paymentStatus } = await company.read(id);
    expect({ status, isWithdrawn: withdrawnAt !== null }).toEqual({ status: 'CANCELLED', isWithdrawn: true });
    const [receipt] = await company.mailTexts(id, 'booking-withdrawn');
    const isPromised = receipt?.includes('erstatten wir Ihnen spätestens 14 Tage nach Eingang');
    expect(paymentStatus).toBe(isPromised ? 'REFUNDED' : 'PAID');
    expect(standIn.refunds(sessionId).length).toBe(isPromised ? 1 : 0);
  }
}, 60_000);

test.each(['expires', 'is paid'])(
  'a booking that the team settles while its checkout %s is decided once',
  async (what) => {
    setClock(startOfExamples);
    const company = await addPaidCompany();
    company.sendEvents();
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      const { bookingId: id, sessionId } = await company.hold();
      const events = await company.raisedBy(async () => {
        const settled = payments.settleBooking(company.id, id).catch(({ code }: { code: string }) => code);
        try {
          if (what === 'expires') standIn.expire(sessionId);
          else standIn.pay(sessionId);
        } catch (error) {
          // The session has just expired, because of the team.
          expect(String(error)).toMatch(/cannot be paid|can be expired/);
        }
        await Promise.all([settled, company.wake(id)]);
        await company.decided(id);
        await quiet(company);
      });
      const { status } = await company.read(id);
      const isReal = status === 'CONFIRMED';
      expect(events.map(({ type }) => type)).toEqual(
        isReal ? ['booking.created', 'booking.payment_paid'] : [],
      );
      if (what === 'is paid') expect(isReal).toBe(true);
      if (isReal) await company.api.call('cancelBooking', { params: { id }, body: {} });
      await quiet(company);
    }
  },
);

test('customers who begin checkouts at the same time hold two slots for an e-mail address', async () => {
  setClock(startOfExamples);
  const company = await addPaidCompany();
  const email = 'erika@example.org';
  for (let round = 0; round < (soak ? 20 : 1); round += 1) {
    const day = Date.parse('2026-04-20T06:00:00.000Z') + (round % 3) * 7 * dayMs;
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, hour) =>
        company.book(
          { startsAt: new Date(day + hour * 3_600_000).toISOString(), email: `${round}.${email}` },
          { key: randomUUID() },
        ),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    await expire(company.id);
  }
});
