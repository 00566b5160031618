import { randomUUID } from 'node:crypto';
import { type BookingNews, bookingOccasions, type Occasion } from '@pv-planning/mail';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBooking } from '../../src/appointments/bookings/booking-records.ts';
import { queueBookingMails } from '../../src/appointments/bookings/mails/queue-booking-mails.ts';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
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

const visitor = {
  ...{ kind: 'customer' as const, id: 'booking:a.b.1', recordId: 'b', linkVersion: 1 },
  ...{ clientAddress: null, userAgent: null },
};

/** An example of each occasion. */
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
  withdrawn: () => ({
    occasion: 'withdrawn',
    at: now,
    cancels: true,
    named: null,
    isNamedTold: false,
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

/** Returns the mails of a booking that an occasion makes, by their kinds. @param by default: the team */
async function mailsOf(
  occasion: Occasion,
  values: object,
  { by = 'system', ...news }: { by?: 'customer' | 'system' } = {},
) {
  const bookingId = await storedBookings(kysely, company.id).booking(`member:${lena}`, startsAt, {
    ...{ typeSlug: 'vor-ort', typeName: 'Vor-Ort-Termin', location: 'ON_SITE', email: customer },
    ...{ address: 'Lindenweg 12a, 01234 Musterstadt', priceCents: 9900, taxRate: 19, ...values },
  });
  await runTask(company.id, {
    name: 'remind-customers',
    everyMs: 0,
    async run(context) {
      const booking = await readBooking(context.db, bookingId);
      const actor = by === 'system' ? context.actor : visitor;
      await queueBookingMails({ ...context, actor }, booking, { ...examples[occasion](), ...news }, now);
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
    expect(text).toContain('Bitte zahlen Sie 99,00 € direkt an uns, nicht über den Link in dieser E-Mail.');
  }
});

const debited = { paymentMethod: 'sepa_debit' };
const midnight = { refundUntil: '2026-03-15T23:00:00.000Z' };
const noReturn = 'Bitte geben Sie die Lastschrift nicht zusätzlich bei Ihrer Bank zurück.';
const kept = { refundedCents: 0, refundEndedAt: null };
const byCustomer = { ...kept, by: 'customer' };
const late = { ...byCustomer, refundEndedAt: '2026-03-15T23:00:00.000Z' };
const nothing = { amountPaidCents: null, refundedCents: 0, refundUntil: null };
const byHand = { ...nothing, paymentMethod: 'manual' };
const owed = { ...nothing, paymentStatus: 'UNPAID', paymentMethod: null, paidAt: null };
const longAgo = { paidAt: '2026-01-02T08:00:00.000Z' };
const english = { language: 'en' };

test.each<[string, Occasion, object, object, string | RegExp]>([
  ['a refunded debit', 'cancelled', debited, {}, noReturn],
  ['a debit of which a part is refunded', 'refunded', debited, {}, noReturn],
  [
    'money that the team keeps',
    'cancelled',
    {},
    kept,
    'Diese E-Mail ist keine Rechnung. Haben Sie schon eine Rechnung erhalten, berichtigen wir sie, falls nötig.',
  ],
  ['money that is kept', 'cancelled', {}, late, 'Wie wir einen Betrag abrechnen, den wir behalten,'],
  [
    'money that does not come back by itself',
    'cancelled',
    {},
    late,
    'die restlichen 47,10 € nicht automatisch. Haben wir den Termin verschoben, melden Sie sich bitte bei uns.',
  ],
  [
    'a withdrawal long after the payment',
    'cancelled',
    longAgo,
    late,
    'Haben Sie als Verbraucher ein Widerrufsrecht',
  ],
  [
    'a cancellation of what is not paid',
    'cancelled',
    owed,
    byCustomer,
    'zahlen Sie sie bitte erst, wenn das geklärt ist. Haben Sie schon gezahlt,',
  ],
  ['one by the team', 'cancelled', owed, kept, 'zahlen Sie sie bitte nicht; wir stornieren sie.'],
  [
    'an invoice of what is paid by hand',
    'confirmed',
    byHand,
    {},
    'Die Rechnung senden wir Ihnen gesondert, falls Sie sie noch nicht haben.',
  ],
  [
    'the rights of a reservation',
    'payment-processing',
    owed,
    {},
    'danach erhalten Sie kein Geld zurück. Ihre gesetzlichen Rechte,',
  ],
  [
    'a debit that is collected',
    'payment-processing',
    owed,
    {},
    /sorgen Sie nur für ausreichende Deckung .* Bitte geben Sie die Lastschrift nicht bei Ihrer Bank zurück\./,
  ],
  [
    'a debit, in English',
    'payment-processing',
    { ...owed, ...english },
    {},
    'Please do not ask your bank to return the debit.',
  ],
  ['late money', 'payment-late', {}, {}, / gutgeschrieben\. Sie müssen nichts weiter tun\./],
  ['late money, in English', 'payment-late', english, {}, 'arrived after your reservation had ended.'],
  [
    'a deadline at midnight',
    'reminder',
    midnight,
    {},
    /am Sonntag, 15\. März 2026, 24:00 Uhr \(MEZ\) abgelaufen\. .* nicht automatisch\. Haben wir den Termin verschoben, sprechen Sie uns bitte vorher an\./,
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

const silent = { email: null };
const paypal = { paymentMethod: 'paypal' };

test.each<[string, Occasion, object, object, string | RegExp]>([
  ['an invoice that is announced', 'confirmed', {}, {}, 'Dem Kunden ist eine Rechnung angekündigt.'],
  [
    'one that may be made',
    'confirmed',
    byHand,
    {},
    'Bitte stellen Sie sie ihm, falls das noch nicht geschehen ist.',
  ],
  [
    'one to pay by',
    'confirmed',
    owed,
    {},
    'Der Kunde wurde gebeten, auf Ihre Rechnung hin zu zahlen. Bitte stellen Sie sie ihm, falls',
  ],
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
    'angekündigt, dass Sie sich wegen der Erstattung bei ihm melden und eine schon gestellte Rechnung berichtigen, falls nötig.',
  ],
  [
    'money by hand that the customer may leave',
    'cancelled',
    byHand,
    byCustomer,
    'bei ihm melden, ihm mitteilen, wie Sie einen einbehaltenen Betrag abrechnen, und',
  ],
  ['a withdrawal', 'cancelled', longAgo, late, 'Die Absage kann ein Widerruf sein.'],
  [
    'an unpaid appointment',
    'cancelled',
    owed,
    byCustomer,
    'Bitte klären Sie das mit ihm. Ist schon eine Rechnung gestellt, berichtigen oder stornieren Sie sie danach, falls nötig.',
  ],
  [
    'one of a customer without an address',
    'cancelled',
    { ...owed, ...silent },
    byCustomer,
    'Bitte klären Sie mit dem Kunden, ob etwas zu zahlen ist. Ist',
  ],
  [
    'an appointment that has become free',
    'refunded',
    { refundedCents: 8910, paymentStatus: 'REFUNDED' },
    {},
    'für ihn nichts zu zahlen ist. Soll er nicht stattfinden, sagen Sie ihn bitte ab.',
  ],
  [
    'a planner who must not go',
    'cancellation-refused',
    { location: 'PHONE' },
    byCustomer,
    /Bitte sagen Sie Lena Vogt Bescheid, dass der Termin nicht wahrgenommen werden soll\. .* Eingeteilt: Lena Vogt/,
  ],
  [
    'money that comes late',
    'payment-failed',
    {},
    {},
    'Geht der Betrag doch noch ein, wird er dem Kunden erstattet.',
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
  [
    'a disputed appointment',
    'dispute-opened',
    {},
    {},
    /von Ihrem Konto .* Der Termin bleibt bestehen\. Bitte klären Sie mit dem Kunden, ob er stattfindet\./,
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

test('a planner who gets the mails of the company reads of a refused cancellation not to go', async () => {
  const stored = kysely.updateTable('company').where('companyId', '=', company.id);
  await stored.set({ email: null }).execute();
  const mails = await mailsOf('cancellation-refused', paid, { by: 'customer' });
  await stored.set({ email: office }).execute();
  const { address, text = '' } = mails.get('team-booking-cancellation-refused') ?? {};
  expect(address).toBe(planner);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'rechnet aber nicht mehr mit ihm. Bitte nehmen Sie ihn nicht wahr.',
  );
});
