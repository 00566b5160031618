import { randomUUID } from 'node:crypto';
import type { Body, Booking } from '@pv-planning/contract';
import type { CustomerBooking } from '@pv-planning/contract/pages';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPendingRefunds } from '../../src/payments/refunds/read-pending-refunds.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, hastenRefunds, visitor, database, runTask } = await openTestApi(
  {},
  { payments: true },
);

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
  standIn.disturb('refunds.create');
  standIn.disturb('refunds.list');
});

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

/** A booking that was paid at the provider. */
async function paid(method: 'card' | 'paypal' = 'card') {
  const { bookingId, sessionId, token } = await company.hold();
  standIn.pay(sessionId, { method });
  await company.decided(bookingId);
  return { id: bookingId, sessionId, token };
}

const cancel = (id: string, body: Body<'cancelBooking'> = {}, key: string = randomUUID()) =>
  company.api.call('cancelBooking', {
    params: { id },
    body,
    mayFail: true,
    headers: { 'Idempotency-Key': key },
  });

const cancelByLink = (token: string) =>
  visitor()<CustomerBooking>(
    'cancelByLink',
    { token },
    { mayFail: true, headers: { 'Idempotency-Key': randomUUID() } },
  );

const sumOf = (refunds: readonly { amount: number; status: string | null }[]) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Waits until dispatchers have finished the work of a request. */
const finished = (id: string, isFinished: (booking: Booking) => boolean) =>
  expect.poll(async () => isFinished(await company.read(id))).toBe(true);

/** Lets hours pass, after which refunds that are pending are read again. */
async function readPending(hours: number): Promise<void> {
  setClock(new Date(Date.parse(startOfExamples) + hours * 3_600_000 + 60_000).toISOString());
  await runTask(company.id, readPendingRefunds);
  const queued = database.kysely
    .selectFrom('refund')
    .select('id')
    .where('companyId', '=', company.id)
    .where('status', '=', 'queued');
  await expect.poll(() => queued.execute()).toEqual([]);
}

describe('cancelling a paid booking', () => {
  test('refunds first, and raises both events in order with one time', async () => {
    const { id, sessionId } = await paid();
    const events = await company.raisedBy(async () => {
      const { status, body } = await cancel(id, { reason: 'Lena is ill.' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...{ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedCents: 9900, amountPaidCents: 9900 },
        ...{ cancelRequestedAt: null, cancellationReason: 'Lena is ill.' },
      });
    });
    expect(types(events)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
    expect(new Set(events.map(({ createdAt }) => createdAt)).size).toBe(1);
    expect(events[0]?.data).toMatchObject({ id, refunded: true, paymentStatus: 'REFUNDED' });
    expect(events[1]?.data).toMatchObject({ id, refundAmountCents: 9900, status: 'CANCELLED' });
    expect(sumOf(standIn.refunds(sessionId))).toBe(9900);
    expect(await company.mails(id)).toEqual([
      ...['booking-confirmed', 'team-booking-confirmed', 'booking-cancelled', 'team-booking-cancelled'],
    ]);
  });

  test.each([
    [
      'by card',
      { method: 'card', refund: true },
      'Wir erstatten Ihnen die 99,00 € auf die verwendete Karte. Je nach Bank ist der Betrag in der Regel nach 5 bis 10 Werktagen gutgeschrieben.',
      'Erstattung: 99,00 €',
    ],
    [
      'by PayPal',
      { method: 'paypal', refund: true },
      'Haben Sie schon eine Rechnung erhalten, wird sie berichtigt.',
      'Erstattung: 99,00 €',
    ],
    [
      'without a refund',
      { method: 'card', refund: false },
      'Ihr Termin ist abgesagt. Er findet nicht statt. Mit dieser Absage haben wir Ihnen die 99,00 € noch nicht erstattet. Wir melden uns deswegen bei Ihnen,',
      'Erstattung: mit dieser Absage keine veranlasst, 99,00 € sind nicht erstattet',
    ],
  ] as const)(
    '%s: mails say what becomes of the money',
    async (_, { method, refund }, forCustomer, forTeam) => {
      const { id } = await paid(method);
      await cancel(id, { refund });
      expect(await company.mailTexts(id, 'booking-cancelled')).toEqual([
        expect.stringContaining(forCustomer),
      ]);
      expect(await company.mailTexts(id, 'team-booking-cancelled')).toEqual([
        expect.stringContaining(forTeam),
      ]);
    },
  );

  test('without a refund after one of a part: mails say what is not refunded', async () => {
    const { id, sessionId } = await paid();
    company.sendEvents();
    standIn.refund(sessionId, 4000);
    await finished(id, ({ refundedCents }) => refundedCents === 4000);
    const [cancelled] = await company.raisedBy(() => cancel(id, { refund: false }));
    expect(cancelled).toMatchObject({ type: 'booking.cancelled', data: { refunded: true } });
    const [mail] = await company.mailTexts(id, 'booking-cancelled');
    expect(mail).toContain('Mit dieser Absage haben wir Ihnen die restlichen 59,00 € noch nicht erstattet.');
    expect(mail).toMatch(
      /Bezahlt am \S+ \S+ \d+ mit Karte: 99,00 € Erstattungen insgesamt: 40,00 € Bezahlt nach Abzug der Erstattung: 59,00 € /,
    );
    expect(mail).toMatch(/Sind Sie damit nicht einverstanden oder haben Sie Fragen, \S+/);
  });

  test.each([
    ['at once', { refund: false }, []],
    ['later, after the refund', {}, ['rate-limit'] as const],
  ])('%s: the message to the customer is mailed, and kept nowhere', async (_, body, disturbances) => {
    const { id } = await paid();
    standIn.disturb('refunds.create', ...disturbances);
    const messageToCustomer = 'Unser Monteur ist krank.\n<b>Bitte</b> buchen Sie neu.';
    await cancel(id, { ...body, reason: 'Geheim', messageToCustomer });
    await finished(id, ({ status }) => status === 'CANCELLED');
    expect(JSON.stringify(await company.read(id))).not.toContain('Monteur');
    const [mail] = await company.mailTexts(id, 'booking-cancelled');
    expect(mail).toContain(
      'Unsere Nachricht an Sie: > Unser Monteur ist krank. > <b>Bitte</b> buchen Sie neu.',
    );
    expect(mail).not.toContain('Geheim');
    const stored = await database.kysely.selectFrom('booking').selectAll().where('id', '=', id).execute();
    const log = await database.kysely
      .selectFrom('bookingLog')
      .selectAll()
      .where('bookingId', '=', id)
      .execute();
    expect(JSON.stringify([stored, log])).not.toContain('Monteur');
  });

  test('tells the team of an earlier refund that has failed according to the same answer', async () => {
    const { id, sessionId } = await paid();
    company.sendEvents();
    const earlier = standIn.refund(sessionId, 4000);
    await finished(id, ({ refundedCents }) => refundedCents === 4000);
    standIn.holdWebhooks();
    standIn.disturb('refunds.create', '500-after');
    // More than the dispatchers ask until the earlier refund has failed.
    standIn.disturb('refunds.list', ...Array<'500'>(20).fill('500'));
    const events = await company.raisedBy(async () => {
      expect(await cancel(id)).toMatchObject({ status: 502 });
      const refund = database.kysely
        .selectFrom('refund')
        .select(['attempts', 'leaseToken'])
        .where('bookingId', '=', id)
        .where('cause', '=', 'cancellation');
      // Dispatchers have failed, too, and ask again later. Until then, only an event makes them read the refunds.
      await expect.poll(() => refund.execute()).toEqual([{ attempts: 1, leaseToken: null }]);
      standIn.finishRefund(earlier.id, 'failed');
      standIn.disturb('refunds.list');
      standIn.releaseWebhooks();
      await finished(id, ({ status }) => status === 'CANCELLED');
    });
    expect(types(events)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
    expect(events[1]?.data).toMatchObject({ refundAmountCents: 5900 });
    expect(await company.read(id)).toMatchObject({ paymentStatus: 'PAID', refundedCents: 5900 });
    const mails = await company.mails(id);
    expect(mails.filter((kind) => kind === 'team-booking-refund-failed')).toHaveLength(1);
  });

  test('counts a refund that the bank has not accepted yet, until it fails', async () => {
    const { id, sessionId } = await paid('paypal');
    company.sendEvents();
    standIn.disturb('refunds.create', 'pending');
    expect((await cancel(id)).body).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' });
    const [refund] = standIn.refunds(sessionId);
    const events = await company.raisedBy(async () => {
      standIn.finishRefund(refund?.id ?? '', 'failed');
      await finished(id, ({ paymentStatus }) => paymentStatus === 'PAID');
    });
    expect(events).toEqual([]);
    expect(await company.read(id)).toMatchObject({ status: 'CANCELLED', refundedCents: 0 });
    expect(await company.mails(id)).toContain('team-booking-refund-failed');
  });

  test('by ten people at once makes one refund and raises each event once', async () => {
    const { id, sessionId } = await paid();
    const events = await company.raisedBy(async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
      const outcomes = responses.map(({ status, error }) => error ?? status);
      expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
      for (const outcome of outcomes)
        expect([200, 'cancel_in_progress', 'booking_not_confirmed']).toContain(outcome);
    });
    expect(types(events)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test('with one idempotency key gets one response, however often it is sent', async () => {
    const { id, sessionId } = await paid();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 5 }, () => cancel(id, {}, key)));
    for (const { status, error } of responses)
      expect([200, 'idempotency_in_progress']).toContain(error ?? status);
    expect(await cancel(id, {}, key)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });
});

describe('a provider that does not answer as expected', () => {
  const outcomes = [
    ['closes the connection after the refund', ['drop', 'drop']],
    ['fails after the refund', ['500-after']],
    ['fails before the refund', ['500']],
    ['limits the rate', ['rate-limit']],
  ] as const;

  test.each(outcomes)('%s: the cancellation is completed by itself, once', async (_what, disturbances) => {
    const { id, sessionId } = await paid();
    standIn.disturb('refunds.create', ...disturbances);
    const events = await company.raisedBy(async () => {
      expect(await cancel(id)).toMatchObject({ status: 502, error: 'payment_provider_error' });
      await finished(id, ({ status }) => status === 'CANCELLED');
    });
    expect(types(events)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test('meanwhile nothing else can be changed, and the same request joins', async () => {
    const { id, sessionId, token } = await paid();
    const key = randomUUID();
    standIn.disturb('refunds.create', '500', '500', '500');
    standIn.disturb('refunds.list', '500', '500', '500', '500');
    expect(await cancel(id, {}, key)).toMatchObject({ status: 502 });
    expect(await company.read(id)).toMatchObject({
      status: 'CONFIRMED',
      cancelRequestedAt: expect.any(String),
    });
    const startsAt = '2026-04-20T10:00:00.000Z';
    const inProgress = { status: 409, error: 'cancel_in_progress' };
    const { call } = company.api;
    expect(await cancel(id)).toMatchObject(inProgress);
    expect(await cancelByLink(token)).toMatchObject(inProgress);
    expect(await call('rescheduleBooking', { params: { id }, body: { startsAt } })).toMatchObject(inProgress);
    expect(
      await call('reassignBooking', { params: { id }, body: { plannerId: company.lena } }),
    ).toMatchObject(inProgress);
    expect(await call('createFollowUp', { params: { id }, body: { startsAt } })).toMatchObject(inProgress);
    expect(await call('completeBooking', { params: { id } })).toMatchObject(inProgress);
    expect(await call('markBookingNoShow', { params: { id } })).toMatchObject(inProgress);
    expect(await company.book()).toMatchObject({ error: 'slot_unavailable' });
    standIn.disturb('refunds.create');
    standIn.disturb('refunds.list');
    await hastenRefunds();
    await finished(id, ({ status }) => status === 'CANCELLED');
    // The request that began the work gets its result, even if dispatchers finish it.
    expect(await cancel(id, {}, key)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await cancel(id)).toMatchObject({ status: 409, error: 'booking_not_confirmed' });
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test('refuses because the payment was refunded already: the booking is cancelled', async () => {
    const { id, sessionId } = await paid();
    standIn.refund(sessionId);
    const events = await company.raisedBy(async () => {
      expect(await cancel(id)).toMatchObject({ status: 200, body: { paymentStatus: 'REFUNDED' } });
    });
    expect(types(events)).toEqual(['booking.cancelled', 'booking.payment_refunded']);
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test.each([
    ['asked at once', []],
    ['asked later', ['rate-limit']],
  ] as const)(
    'refuses because a part has gone back already, %s: the rest goes back, too',
    async (_when, disturbances) => {
      const { id, sessionId } = await paid();
      standIn.refund(sessionId, 4000);
      standIn.disturb('refunds.create', ...disturbances);
      const events = await company.raisedBy(async () => {
        expect((await cancel(id)).status).toBe(disturbances.length > 0 ? 502 : 200);
        await finished(id, ({ status }) => status === 'CANCELLED');
      });
      expect(await company.read(id)).toMatchObject({ paymentStatus: 'REFUNDED', refundedCents: 9900 });
      expect(types(events)).toEqual([
        ...['booking.payment_refunded', 'booking.cancelled', 'booking.payment_refunded'],
      ]);
      expect(events.map(({ data }) => 'refundAmountCents' in data && data.refundAmountCents)).toEqual([
        ...[4000, false, 5900],
      ]);
      expect(standIn.refunds(sessionId).map(({ amount }) => amount)).toEqual([5900, 4000]);
      const [mail] = await company.mailTexts(id, 'booking-cancelled');
      expect(mail).toContain('Wir erstatten Ihnen die restlichen 59,00 € auf die verwendete Karte.');
      expect(mail).toMatch(
        /mit Karte: 99,00 € Erstattungen insgesamt: 99,00 € (?!Bezahlt nach Abzug der Erstattung)/,
      );
    },
  );

  test('refuses later: the team is told, and the booking stays', async () => {
    const { id } = await paid();
    standIn.disturb('refunds.create', 'rate-limit', 'refuse');
    expect(await cancel(id)).toMatchObject({ status: 502 });
    await finished(id, ({ cancelRequestedAt }) => cancelRequestedAt === null);
    expect(await company.read(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
    expect(await company.mailTexts(id, 'team-booking-cancellation-refused')).toEqual([
      expect.stringContaining('Ihr Team wollte den Termin absagen'),
    ]);
  });

  test('refuses the key: the account takes no payments until it gets another one, and the company is told once', async () => {
    const { id } = await paid();
    standIn.rollApiKey(company.account);
    const key = randomUUID();
    expect(await cancel(id, {}, key)).toMatchObject({ status: 502 });
    expect(await cancel(id, {}, key)).toMatchObject({ status: 502 });
    const mails = await company.mails(id);
    expect(mails.filter((kind) => kind === 'team-booking-key-refused')).toHaveLength(1);
    const account = await database.kysely
      .selectFrom('paymentAccount')
      .select(['refusedAt', 'refusal'])
      .where('id', '=', company.accountId)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({
      refusedAt: expect.any(String),
      refusal: expect.stringMatching(/Invalid API Key/),
    });
    expect((await company.page()).body.bookingTypes).toMatchObject([{ bookable: false }]);
  });
});

describe('the provider refuses the key of a removed account, which gets no other one', () => {
  const booked = { status: 'CONFIRMED', paymentStatus: 'PAID', cancelRequestedAt: null };

  test('at once: a cancellation with a refund is refused, and one without a refund is not', async () => {
    const { id } = await paid();
    await company.removeAccount();
    standIn.rollApiKey(company.account);
    expect(await cancel(id)).toMatchObject({ status: 409, error: 'refund_refused' });
    expect(await company.read(id)).toMatchObject(booked);
    expect(await company.mails(id)).not.toContain('team-booking-key-refused');
    expect(await cancel(id, { refund: false })).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  });

  test('later: the cancellation ends, and the team is told', async () => {
    const { id } = await paid();
    standIn.disturb('refunds.create', 'rate-limit');
    standIn.disturb('refunds.list', ...Array.from({ length: 100 }, () => '500' as const));
    expect(await cancel(id)).toMatchObject({ status: 502 });
    await company.removeAccount();
    standIn.rollApiKey(company.account);
    await hastenRefunds();
    await finished(id, ({ cancelRequestedAt }) => cancelRequestedAt === null);
    expect(await company.read(id)).toMatchObject(booked);
    expect(await company.mails(id)).toContain('team-booking-cancellation-refused');
  });
});

describe('outcomes without an event', () => {
  test('a refund that the bank has not accepted: it is read again until it is accepted', async () => {
    const { id, sessionId } = await paid('paypal');
    standIn.disturb('refunds.create', 'pending');
    await cancel(id);
    const [refund = expect.fail()] = standIn.refunds(sessionId);
    const events = await company.raisedBy(async () => {
      await readPending(2);
      expect(await company.read(id)).toMatchObject({ paymentStatus: 'REFUNDED' });
      standIn.finishRefund(refund.id, 'failed');
      await readPending(4);
      await finished(id, ({ paymentStatus }) => paymentStatus === 'PAID');
    });
    expect(events).toEqual([]);
    expect(await company.mails(id)).toContain('team-booking-refund-failed');
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test('a deleted key of a removed account: the cancellation ends, and the team is told', async () => {
    const { id } = await paid();
    standIn.disturb('refunds.create', 'rate-limit');
    standIn.disturb('refunds.list', '500', '500');
    expect(await cancel(id)).toMatchObject({ status: 502 });
    await database.kysely
      .updateTable('paymentAccount')
      .set({ apiKey: null, webhookSecret: null, removedAt: startOfExamples })
      .where('id', '=', company.accountId)
      .execute();
    await hastenRefunds();
    await finished(id, ({ cancelRequestedAt }) => cancelRequestedAt === null);
    expect(await company.read(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
    expect(await company.mails(id)).toContain('team-booking-cancellation-refused');
    expect(await cancel(id)).toMatchObject({ status: 409, error: 'refund_refused' });
  });
});

describe('a customer who cancels', () => {
  test('gets a refund before the refund deadline', async () => {
    const { sessionId, token } = await paid();
    const { body } = await visitor()<CustomerBooking>('getBookingByLink', { token });
    expect(body.refundUntil).toBe('2026-04-19T08:00:00.000Z');
    expect(await cancelByLink(token)).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED', paymentStatus: 'REFUNDED', refundUntil: null },
    });
    expect(sumOf(standIn.refunds(sessionId))).toBe(9900);
  });

  test('gets no refund later', async () => {
    company = await addPaidCompany({ cancelNoticeMinutes: 60, refundNoticeMinutes: 1440 });
    const { id, sessionId, token } = await paid();
    setClock('2026-04-20T06:00:00.000Z');
    expect(await cancelByLink(token)).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED', paymentStatus: 'PAID' },
    });
    expect(standIn.refunds(sessionId)).toEqual([]);
    const [mail] = await company.mailTexts(id, 'booking-cancelled');
    expect(mail).toContain(
      'Sie haben Ihren Termin über den Link in unserer E-Mail abgesagt. Er findet nicht statt. Die Frist für eine kostenlose Absage ist am Sonntag, 19. April 2026, 10:00 Uhr (MESZ) abgelaufen. Deshalb erstatten wir Ihnen die 99,00 € nicht automatisch.',
    );
  });

  test('stays booked if the provider refuses the refund, and the team is told', async () => {
    const { id, sessionId, token } = await paid();
    standIn.dispute(sessionId);
    expect(await cancelByLink(token)).toMatchObject({ status: 409, error: 'refund_refused' });
    const [mail] = await company.mailTexts(id, 'team-booking-cancellation-refused');
    expect(mail).toContain(
      'der Kunde wollte den Termin über seinen Link absagen, aber der Zahlungsanbieter hat die Erstattung von 99,00 € abgelehnt.',
    );
    expect(mail).toMatch(/Grund laut Zahlungsanbieter: > Charge \w+ has been charged back/);
  });
});
