import { beforeEach, describe, expect, test } from 'vitest';
import { remindCustomers } from '../../src/appointments/bookings/mails/remind-customers.ts';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, database, runTask } = await openTestApi({}, { payments: true });
const { admin } = commandLineOn(database);
const STRIPE_URL = `http://${standIn.host}:${standIn.port}`;

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
  standIn.disturb('refunds.create');
});

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

async function paid() {
  const { bookingId: id, sessionId } = await company.hold();
  standIn.pay(sessionId);
  await company.decided(id);
  return { id, sessionId };
}

async function refund(id: string, ...options: string[]) {
  const args = ['booking', 'refund', id, '--company', company.id, '--json', ...options];
  const { exitCode, stdout, stderr } = await admin(args, { STRIPE_URL });
  return exitCode === 0 ? JSON.parse(stdout) : { exitCode, ...JSON.parse(stderr) };
}

describe('a refund by the team', () => {
  test('in parts, up to the full amount', async () => {
    const { id, sessionId } = await paid();
    const events = await company.raisedBy(async () => {
      expect(await refund(id, '--amount', '49.50')).toMatchObject({
        paymentStatus: 'PAID',
        refundedCents: 4950,
      });
      expect(await refund(id, '--amount', '49.51')).toMatchObject({ error: 'booking_not_refundable' });
      expect(await refund(id)).toMatchObject({
        status: 'CONFIRMED',
        paymentStatus: 'REFUNDED',
        refundedCents: 9900,
      });
      expect(await refund(id)).toMatchObject({ exitCode: 1, error: 'booking_not_refundable' });
    });
    expect(types(events)).toEqual(['booking.payment_refunded', 'booking.payment_refunded']);
    expect(events.map(({ data }) => 'refundAmountCents' in data && data.refundAmountCents)).toEqual([
      4950, 4950,
    ]);
    expect(standIn.refunds(sessionId)).toHaveLength(2);
  });

  test('is mailed to the customer, with its amount and the earlier refunds', async () => {
    company.sendEvents();
    const { id, sessionId } = await paid();
    const mails = () => company.mailTexts(id, 'booking-refunded');
    for (const amount of [4000, 3000]) {
      const before = (await company.read(id)).refundedCents;
      standIn.refund(sessionId, amount);
      await expect.poll(async () => (await company.read(id)).refundedCents).toBe(before + amount);
    }
    expect(await mails()).toEqual([
      expect.stringMatching(/^Erstattung von 40,00 €: .*wir erstatten Ihnen 40,00 € auf.* ändert sich/),
      expect.stringMatching(
        /Ihnen 30,00 € auf.* mit Karte: 99,00 € Erstattungen insgesamt: 70,00 € Bezahlt nach Abzug der Erstattung: 29,00 € Falls/,
      ),
    ]);
    // The refund due on cancellation after this refund.
    expect(await mails()).toEqual([
      expect.stringMatching(
        /Kostenlos absagen: bis .*, Sie erhalten die restlichen 59,00 € zurück; danach .* wird sie berichtigt\./,
      ),
      expect.stringMatching(
        /Kostenlos absagen: bis .*, Sie erhalten die restlichen 29,00 € zurück; danach .* wird sie berichtigt\./,
      ),
    ]);
    await company.api.call('cancelBooking', { params: { id }, body: { refund: false } });
    await refund(id, '--amount', '9');
    const last = (await mails()).at(-1);
    expect(last).toContain('wir erstatten Ihnen 9,00 € auf die verwendete Karte.');
    expect(last).toContain('Abgesagter Termin:');
    expect(last).not.toMatch(/ändert sich|verschieben|absagen/);
  });

  test('of the full amount leaves nothing to invoice or to refund', async () => {
    company.sendEvents();
    const { id, sessionId } = await paid();
    standIn.refund(sessionId);
    await expect.poll(() => company.mailTexts(id, 'booking-refunded')).toHaveLength(1);
    const [mail] = await company.mailTexts(id, 'booking-refunded');
    expect(mail).toContain('Ihr Termin findet weiterhin statt. Für ihn ist nichts zu zahlen.');
    expect(mail).not.toMatch(/Bezahlt nach Abzug der Erstattung|USt\.|Kostenlos absagen/);
  });

  test('does not replace the reminder of the appointment', async () => {
    company.sendEvents();
    const { id, sessionId } = await paid();
    setClock('2026-04-19T12:00:00.000Z');
    standIn.refund(sessionId, 4000);
    await expect.poll(async () => (await company.read(id)).refundedCents).toBe(4000);
    await runTask(company.id, remindCustomers);
    // The service itself may be about to remind the customer.
    await expect.poll(() => company.mails(id)).toContain('booking-reminder');
    const [reminder] = await company.mailTexts(id, 'booking-reminder');
    expect(reminder).toContain(
      'mit Karte: 99,00 € Erstattungen insgesamt: 40,00 € Bezahlt nach Abzug der Erstattung: 59,00 € inkl. 19 % USt. (9,42 €)',
    );
    expect(reminder).not.toContain('Die Rechnung erhalten Sie');
    expect(reminder).toContain(
      'Die Frist für eine kostenlose Absage ist am Sonntag, 19. April 2026, 10:00 Uhr abgelaufen. Sagen Sie den Termin jetzt noch ab, erstatten wir Ihnen die restlichen 59,00 € nicht automatisch.',
    );
  });

  test('of a manual payment is only recorded', async () => {
    const { body: booking } = await company.api.call('createBooking', {
      body: {
        ...{ typeSlug: company.slug, startsAt: '2026-04-20T08:00:00.000Z' },
        ...{ customer: { name: 'Erika Muster', email: 'erika@example.org' }, settled: true },
      },
    });
    const events = await company.raisedBy(() => refund(booking.id, '--amount', '9'));
    expect(types(events)).toEqual(['booking.payment_refunded']);
    expect(await company.mails(booking.id)).not.toContain('booking-refunded');
    expect(events[0]?.data).toMatchObject({ refundAmountCents: 900, paymentStatus: 'PAID' });
    expect(await refund(booking.id)).toMatchObject({ paymentStatus: 'REFUNDED', refundedCents: 9900 });
  });

  test('is distinguished from earlier ones, and from refunds by the provider if it is only recorded', async () => {
    const give = async (id: string, amount: string) => {
      const args = ['booking', 'refund', id, '--company', company.id, '--amount', amount];
      return (await admin(args, { STRIPE_URL })).stdout.trim();
    };
    const { id } = await paid();
    const returned = `The payment provider returns`;
    expect(await give(id, '10')).toBe(`${returned} 10.00 EUR of booking ${id} to the customer.`);
    expect(await give(id, '20')).toBe(
      `${returned} 20.00 EUR of booking ${id} to the customer, 30.00 EUR in all.`,
    );
    const { body: settled } = await company.api.call('createBooking', {
      body: {
        ...{ typeSlug: company.slug, startsAt: '2026-04-20T10:00:00.000Z' },
        ...{ customer: { name: 'Erika Muster' }, settled: true },
      },
    });
    expect(await give(settled.id, '9')).toBe(
      `Recorded that your team gives back 9.00 EUR of booking ${settled.id}.`,
    );
  });

  test('of an amount that was refunded before is refused, unless a second refund is requested', async () => {
    const { id, sessionId } = await paid();
    expect(await refund(id, '--amount', '40')).toMatchObject({ refundedCents: 4000 });
    expect(await refund(id, '--amount', '40')).toEqual({
      exitCode: 1,
      error: 'already_refunded',
      message: expect.stringMatching(
        /^40\.00 EUR of the booking have been refunded before, at 2026-.+Z\. To refund the same amount once more, add --again\.$/,
      ),
    });
    expect(await refund(id, '--amount', '40', '--again')).toMatchObject({ refundedCents: 8000 });
    expect(standIn.refunds(sessionId)).toHaveLength(2);
  });

  test('of an amount whose refund has failed is not refused', async () => {
    company.sendEvents();
    const { id, sessionId } = await paid();
    const failed = standIn.refund(sessionId, 4000);
    await expect.poll(async () => (await company.read(id)).refundedCents).toBe(4000);
    expect(await refund(id, '--amount', '40')).toMatchObject({ error: 'already_refunded' });
    standIn.finishRefund(failed.id, 'failed');
    await expect.poll(async () => (await company.read(id)).refundedCents).toBe(0);
    expect(await refund(id, '--amount', '40')).toMatchObject({ refundedCents: 4000 });
  });

  test('that the provider does not answer is repeated by the server, once', async () => {
    const { id, sessionId } = await paid();
    standIn.disturb('refunds.create', '500-after');
    // A part, as the provider itself refuses a second refund of all.
    expect(await refund(id, '--amount', '40')).toMatchObject({
      ...{ exitCode: 1, error: 'payment_provider_error' },
    });
    // An operator repeats the command.
    expect(await refund(id, '--amount', '40')).toMatchObject({
      ...{ exitCode: 1, error: 'booking_not_refundable' },
      message: expect.stringContaining('an earlier refund of 40.00 EUR is under way'),
    });
    await database.kysely
      .updateTable('refund')
      .set({ dueAt: '2020-01-01T00:00:00.000Z' })
      .where('bookingId', '=', id)
      .execute();
    await expect.poll(async () => (await company.read(id)).refundedCents).toBe(4000);
    expect(standIn.refunds(sessionId)).toHaveLength(1);
  });

  test('of nothing, or of a booking that is unknown, is rejected', async () => {
    expect(await refund(unknownId)).toMatchObject({ error: 'booking_not_found' });
    expect(await refund(unknownId, '--amount', '0')).toMatchObject({ exitCode: 2 });
  });
});

test('the mail about a refund that has failed tells which of several it is', async () => {
  company.sendEvents();
  const { id, sessionId } = await paid();
  standIn.refund(sessionId, 3000);
  const second = standIn.refund(sessionId, 2000);
  await expect.poll(async () => (await company.read(id)).refundedCents).toBe(5000);
  standIn.finishRefund(second.id, 'failed');
  await expect.poll(async () => (await company.read(id)).refundedCents).toBe(3000);
  const [mail, ...others] = await company.mailTexts(id, 'team-booking-refund-failed');
  expect(others).toEqual([]);
  for (const part of [
    'Erstattung von 20,00 € fehlgeschlagen: Vor-Ort-Termin',
    'die Erstattung von 20,00 € an den Kunden ist fehlgeschlagen',
    'mit Karte: 99,00 € Erstattungen insgesamt: 30,00 € Bezahlt nach Abzug der Erstattung: 69,00 €',
    `Buchungs-ID: ${id}`,
    `Zahlung beim Anbieter: ${(await company.read(id)).stripe?.paymentIntentId}`,
    'Kunde: Erika Muster',
  ])
    expect(mail).toContain(part);
});

async function setKey(apiKey: string) {
  const args = ['payment', 'set', '--company', company.id, '--file', '-', '--json'];
  const { exitCode, stdout, stderr } = await admin(args, { STRIPE_URL }, JSON.stringify({ apiKey }));
  return JSON.parse(exitCode === 0 ? stdout : stderr);
}

test('a key of the other mode is refused, because it belongs to another account', async () => {
  await database.kysely
    .updateTable('paymentAccount')
    .set({ isLive: true })
    .where('companyId', '=', company.id)
    .execute();
  expect(await setKey(company.account.apiKey)).toMatchObject({ error: 'payment_account_differs' });
});

test('a key of another account is refused while payments of the present one could not be refunded with it', async () => {
  const { id } = await paid();
  const other = standIn.createAccount().apiKey;
  expect(await setKey(other)).toMatchObject({ error: 'payment_account_differs' });
  const { apiKey } = standIn.rollApiKey(company.account);
  expect(await setKey(apiKey)).toMatchObject({ id: company.accountId, problem: null });
  await admin(['payment', 'remove', '--company', company.id]);
  expect((await setKey(other)).id).not.toBe(company.accountId);
  expect(await refund(id)).toMatchObject({ paymentStatus: 'REFUNDED' });
});
