import { randomUUID } from 'node:crypto';
import { type BookingNews, bookingOccasions, type Occasion } from '@pv-planning/mail';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBooking } from '../../src/bookings/booking-records.ts';
import { queueBookingMails } from '../../src/bookings/mails/queue-booking-mails.ts';
import { mailContents } from '../../src/mails/mail-contents.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey, type TestCompany } from '../support/test-company.ts';

const { database, addCompany, setClock, runTask } = await openTestApi({ publicUrl: 'https://pv.example' });
const { kysely } = database;
const contents = mailContents({ secretKey });

const now = '2026-03-16T08:00:00.000Z';
const startsAt = '2026-03-30T07:00:00.000Z';
const customer = 'erika@example.org';
const office = 'office@dachwerk.example';
const planner = 'lena@dachwerk.example';

let company: TestCompany;
let lena: string;

beforeAll(async () => {
  setClock(now);
  company = await addCompany('Dachwerk GmbH');
  await kysely.updateTable('company').set({ email: office }).where('companyId', '=', company.id).execute();
  const stored = storedBookings(kysely, company.id);
  lena = await stored.member({ email: planner });
  await stored.type([lena], { slug: 'vor-ort' });
});

const problem = { amountCents: 4200, reason: 'insufficient_funds' };
const dispute = { ...problem, openedAt: '2026-03-15T08:00:00.000Z', respondUntil: startsAt };

/** What happens, of each occasion. */
const examples: { [Of in Occasion]: () => BookingNews<Of> } = {
  confirmed: () => ({ occasion: 'confirmed' }),
  moved: () => ({
    occasion: 'moved',
    sequence: 3,
    previous: { startsAt: '2026-03-23T08:00:00.000Z', durationMinutes: 60 },
  }),
  cancelled: () => ({
    occasion: 'cancelled',
    sequence: 3,
    refundedCents: 4200,
    refundEndedAt: null,
    message: 'Bis bald',
  }),
  refunded: () => ({ occasion: 'refunded', id: randomUUID(), amountCents: 4200 }),
  reminder: () => ({ occasion: 'reminder', id: startsAt }),
  'payment-processing': () => ({
    occasion: 'payment-processing',
    reservedUntil: startsAt,
    freeCancellation: { minutes: 15 },
  }),
  'payment-failed': () => ({ occasion: 'payment-failed' }),
  'payment-overdue': () => ({ occasion: 'payment-overdue', isAmountKnown: true }),
  'payment-late': () => ({ occasion: 'payment-late' }),
  'taken-over': () => ({ occasion: 'taken-over', sequence: 3 }),
  'handed-over': () => ({ occasion: 'handed-over', sequence: 3, formerPlannerId: lena }),
  'payment-problem': () => ({ occasion: 'payment-problem', sessionId: 'cs_1' }),
  'checkout-unknown': () => ({ occasion: 'checkout-unknown', sessionId: 'cs_1', isCustomerTold: true }),
  'key-refused': () => ({ occasion: 'key-refused', id: now, command: 'npm run admin' }),
  'refund-failed': () => ({ occasion: 'refund-failed', id: randomUUID(), ...problem }),
  'refund-unclear': () => ({ occasion: 'refund-unclear', id: randomUUID(), ...problem }),
  'cancellation-refused': () => ({
    occasion: 'cancellation-refused',
    id: randomUUID(),
    ...problem,
  }),
  'dispute-opened': () => ({ occasion: 'dispute-opened', id: 'dp_1', ...dispute }),
  'dispute-won': () => ({ occasion: 'dispute-won', id: 'dp_1', ...dispute }),
  'dispute-lost': () => ({ occasion: 'dispute-lost', id: 'dp_1', ...dispute }),
  undelivered: () => ({
    occasion: 'undelivered',
    id: randomUUID(),
    mail: 'confirmed',
    isRecipientInvalid: true,
  }),
};

/** Returns the mails of a booking that an occasion makes, by their kinds. */
async function mailsOf(occasion: Occasion, values: object, news: object = {}) {
  const bookingId = await storedBookings(kysely, company.id).booking(`member:${lena}`, startsAt, {
    ...{ typeSlug: 'vor-ort', typeName: 'Vor-Ort-Termin', location: 'ON_SITE', email: customer },
    ...{ address: 'Lindenweg 12a, 01234 Musterstadt', priceCents: 9900, taxRate: 19, ...values },
  });
  await runTask(company.id, {
    name: 'remind-customers',
    everyMs: 0,
    async run(context) {
      const booking = await readBooking(context.db, bookingId);
      await queueBookingMails(context, booking, { ...examples[occasion](), ...news }, now);
      return false;
    },
  });
  const ofBooking = kysely.selectFrom('mail').selectAll().where('bookingId', '=', bookingId);
  const rows = await ofBooking.orderBy('id').execute();
  await kysely.deleteFrom('booking').where('id', '=', bookingId).execute();
  return new Map(
    rows.map((row) => [row.kind, { address: row.toAddress, ...contents.open(row.content ?? '', row) }]),
  );
}

const paid = {
  ...{ paymentStatus: 'PAID', paymentMethod: 'card', amountPaidCents: 8910 },
  ...{ paidAt: now, refundedCents: 4200 },
  refundUntil: '2026-03-29T07:00:00.000Z',
};
const states = { paid, unpaid: { paymentStatus: 'UNPAID' }, free: { priceCents: 0, taxRate: null } };
const toldOf = { planner, onlyPlanner: planner, company: office };

describe.each(Object.keys(bookingOccasions) as Occasion[])('the occasion %s', (occasion) => {
  const row: { customer?: unknown; team?: { to: unknown }; hasCalendar?: boolean } =
    bookingOccasions[occasion];
  const recipient = typeof row.team?.to === 'string' ? toldOf[row.team.to as keyof typeof toldOf] : planner;
  const expected = [
    ...(row.customer ? [[`booking-${occasion}`, customer] as const] : []),
    ...(row.team ? [[`team-booking-${occasion}`, recipient] as const] : []),
  ];

  test.each(
    (['de', 'en'] as const).flatMap((language) =>
      Object.entries(states).map(([state, values]) => [language, state, values] as const),
    ),
  )('makes whole mails in %s for a booking that is %s', async (language, _state, values) => {
    const mails = await mailsOf(occasion, { language, ...values });
    expect([...mails].map(([kind, { address }]) => [kind, address])).toEqual(expected);
    for (const [kind, { subject, text, html, calendar }] of mails) {
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/undefined|null|NaN|\[object|\$\{|=>|^\s*$/);
      expect(text).not.toMatch(/ {2}|\.\.|,,|\(\)|: *\n(?!\n|http)/);
      const greeting = kind.startsWith('booking-') && language === 'en' ? 'Hello Erika Muster,' : 'Guten Tag';
      expect(text).toContain(greeting);
      expect(calendar !== null).toBe(row.hasCalendar === true);
    }
  });
});

test('customers who have not paid read how to pay', async () => {
  const unpaid = { paymentStatus: 'UNPAID', language: 'de' };
  for (const occasion of ['confirmed', 'moved', 'reminder'] as const) {
    const text = (await mailsOf(occasion, unpaid)).get(`booking-${occasion}`)?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Noch zu zahlen: 99,00 € inkl. 19 % USt. (15,81 €)');
    expect(text).toContain('Bitte zahlen Sie 99,00 € direkt an uns, nicht online.');
  }
});

const debited = { paymentMethod: 'sepa_debit' };
const midnight = { refundUntil: '2026-03-15T23:00:00.000Z' };
const noReturn = 'Bitte geben Sie die Lastschrift nicht zusätzlich bei Ihrer Bank zurück.';
const kept = { refundedCents: 0, refundEndedAt: null };

test.each<[string, Occasion, object, object, string | RegExp]>([
  ['a refunded debit', 'cancelled', debited, {}, noReturn],
  ['a debit of which a part is refunded', 'refunded', debited, {}, noReturn],
  ['money that is kept', 'cancelled', {}, kept, 'Wie wir einen Betrag abrechnen, den wir behalten,'],
  [
    'a deadline at midnight',
    'reminder',
    midnight,
    {},
    'am Sonntag, 15. März 2026, 24:00 Uhr (MEZ) abgelaufen',
  ],
  ['a move by the team after the deadline', 'moved', midnight, {}, /melden Sie sich bitte bei uns, bevor/],
  [
    'deadlines that are the same',
    'reminder',
    { refundUntil: '2026-03-30T06:00:00.000Z', cancelNoticeMinutes: 60 },
    {},
    /Kostenlos absagen: bis .*, Sie erhalten die restlichen 47,10 € zurück; danach erhalten Sie kein Geld zurück/,
  ],
  [
    'an address that a stranger may have typed',
    'reminder',
    { source: 'BOOKING_PAGE' },
    {},
    'Ort: bei Ihnen vor Ort (die Anschrift finden Sie über den Link unten)',
  ],
])('customers read of %s what they need', async (_, occasion, values, news, sentence) => {
  const mails = await mailsOf(occasion, { language: 'de', ...paid, ...values }, news);
  const { text = '' } = mails.get(`booking-${occasion}`) ?? {};
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(sentence);
});

const nothing = { amountPaidCents: null, refundedCents: 0, refundUntil: null };
const byHand = { ...nothing, paymentMethod: 'manual' };
const owed = { ...nothing, paymentStatus: 'UNPAID', paymentMethod: null, paidAt: null };
const silent = { email: null };
const paypal = { paymentMethod: 'paypal' };

test.each<[string, Occasion, object, object, string | RegExp]>([
  ['an invoice that is announced', 'confirmed', {}, {}, 'Dem Kunden ist eine Rechnung angekündigt.'],
  ['the recipient of it', 'confirmed', { billingName: 'Muster KG' }, {}, 'Rechnungsempfänger: Muster KG'],
  ['a customer without an address', 'moved', silent, {}, 'Bitte informieren Sie ihn.'],
  ['late money of one', 'payment-late', silent, {}, 'Der Kunde hat keine E-Mail-Adresse'],
  ['a message to the customer', 'cancelled', {}, {}, 'Nachricht an den Kunden: > Bis bald'],
  ['a refund', 'cancelled', {}, {}, 'Ist schon eine Rechnung gestellt, berichtigen Sie sie bitte.'],
  [
    'money that is kept',
    'cancelled',
    {},
    kept,
    'angekündigt, dass Sie sich wegen der Erstattung bei ihm melden.',
  ],
  ['money that is paid by hand', 'cancelled', byHand, kept, '99,00 € hat der Kunde außerhalb der Online'],
  ['a cancellation without a payment', 'cancelled', owed, kept, 'Bezahlt: nichts'],
  ['money of an appointment to come', 'dispute-lost', {}, {}, /Termin stattfindet .* Stand: bestätigt/],
  [
    'money of one that is cancelled',
    'dispute-lost',
    { status: 'CANCELLED', cancelledAt: now },
    {},
    'Stand: abgesagt',
  ],
  ['a dispute at PayPal', 'dispute-opened', paypal, {}, 'der Kunde hat am 15. März 2026 die Zahlung von'],
  ['the reason of a dispute', 'dispute-lost', {}, {}, '> Das Konto ist nicht gedeckt.'],
  ['a customer who reads English', 'moved', { language: 'en' }, {}, 'Sprache: Englisch'],
])('the team reads of %s what it needs', async (_, occasion, values, news, sentence) => {
  const state = { language: 'de', ...paid, ...values };
  const mails = await mailsOf(occasion, state, news);
  const { text = '' } = mails.get(`team-booking-${occasion}`) ?? {};
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(sentence);
});
