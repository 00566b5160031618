import { randomUUID } from 'node:crypto';
import type { Confirmation, PageBookingCreated, PageRequestCreated } from '@pv-planning/contract/pages';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { monday } from '../support/payments.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { addPaidCompany, standIn, setClock, visitor, database, url } = await openTestApi(
  { confirmBookings: true },
  { payments: true },
);
const contents = mailContents({ secretKey });

const at = (hour: number) => `${monday}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const email = 'erika.muster@example.org';

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
});

async function tokenFor(address: string): Promise<string> {
  const row = await database.kysely
    .selectFrom('mail')
    .select(['id', 'companyId', 'content'])
    .where('companyId', '=', company.id)
    .where('toAddress', '=', address)
    .where('kind', '=', 'slot-kept')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { text } = contents.open(row.content ?? '', row);
  expect(text).toContain('Er ist erst gebucht, wenn Sie ihn bestätigen und danach online bezahlen.');
  expect(text).toMatch(/Nach der Terminbestätigung können Sie bis .* kostenlos absagen;/);
  const [token = expect.fail()] = /(?<=\/c\/)[\w.-]+/.exec(text) ?? [];
  return token;
}

const confirm = (token: string) =>
  visitor()<PageBookingCreated>('confirmBooking', { token }, { mayFail: true });

const read = async (token: string) => (await visitor()<Confirmation>('getConfirmation', { token })).body;

/** Holds two slots, beyond which the customer must confirm. */
async function keep(startsAt = at(8)): Promise<string> {
  for (const hour of [14, 15])
    expect((await company.book({ email, startsAt: at(hour) })).body.checkoutUrl).toMatch(/^http/);
  const declared = { startBeforeWithdrawalEnds: true };
  const response = await company.book({ email: 'Erika.Muster+2@example.org', startsAt, ...declared });
  expect(response.body).toMatchObject({ token: null, checkoutUrl: null, holdUntil: null });
  expect(response.body.confirmUntil).not.toBeNull();
  return tokenFor('Erika.Muster+2@example.org');
}

const states = async () => {
  const rows = await database.kysely
    .selectFrom('booking')
    .select(['status', 'emailProof'])
    .where('companyId', '=', company.id)
    .where('startsAt', '=', at(8))
    .orderBy('createdAt')
    .execute();
  return rows;
};

describe('an appointment with a price that must be confirmed', () => {
  test('begins its checkout then, once, and is real when it is paid', async () => {
    const token = await keep();
    expect(await states()).toEqual([]);
    const { body } = await confirm(token);
    expect(await company.newest()).toMatchObject({ startBeforeWithdrawalEnds: true });
    expect(body).toMatchObject({
      booking: null,
      confirmUntil: null,
      checkoutUrl: expect.stringMatching(/^http/),
    });
    expect((await confirm(token)).body).toEqual(body);
    expect(await states()).toEqual([{ status: 'PENDING_PAYMENT', emailProof: 'link' }]);
    const { id, checkoutSessionId } = await database.kysely
      .selectFrom('booking')
      .select(['id', 'checkoutSessionId'])
      .where('companyId', '=', company.id)
      .where('startsAt', '=', at(8))
      .executeTakeFirstOrThrow();
    standIn.pay(checkoutSessionId ?? '');
    await company.decided(id);
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { token: body.token, booking: { status: 'CONFIRMED', paymentStatus: 'PAID' }, checkoutUrl: null },
    });
    const [text = ''] = await company.mailTexts(id, 'booking-confirmed');
    expect(text).toContain('Guten Tag,');
  });

  test('leads every click on the button to the same checkout, however soon after the first', async () => {
    const token = await keep();
    const [first = expect.fail(), ...others] = await Promise.all(
      Array.from({ length: 4 }, () => confirm(token)),
    );
    expect(first).toMatchObject({ status: 200, body: { checkoutUrl: expect.stringMatching(/^http/) } });
    for (const { status, body } of others) expect([status, body]).toEqual([200, first.body]);
    expect(await states()).toEqual([{ status: 'PENDING_PAYMENT', emailProof: 'link' }]);
  });

  test('leads a browser to the checkout', async () => {
    const token = await keep();
    const headers = { Accept: 'text/html', 'X-Forwarded-For': '198.51.100.9' };
    const page = await fetch(`${url}/c/${token}`, { headers });
    expect(await page.text()).toContain('Bestätigen und bezahlen');
    const { origin } = new URL((await company.hold({ startsAt: at(10) })).checkoutUrl ?? '');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' https: ${origin}`);
    const confirmed = await fetch(`${url}/c/${token}`, { method: 'POST', headers, redirect: 'manual' });
    expect([confirmed.status, new URL(confirmed.headers.get('location') ?? '').origin]).toEqual([
      303,
      origin,
    ]);
  });

  test.each(['rate-limit', '500', 'refuse', 'drop'] as const)(
    'holds the slot again by the same link after the provider has failed (%s)',
    async (kind) => {
      const token = await keep();
      // The SDK tries a lost request once more.
      standIn.disturb('checkout.sessions.create', ...(kind === 'drop' ? [kind, kind] : [kind]));
      expect(await confirm(token)).toMatchObject({ status: 502, error: 'payment_provider_error' });
      await company.decided((await company.newest()).id);
      expect((await read(token)).state).toBe('OPEN');
      const again = await confirm(token);
      expect(again).toMatchObject({ status: 200, body: { checkoutUrl: expect.stringMatching(/^http/) } });
      expect((await confirm(token)).body).toEqual(again.body);
      expect(await states()).toEqual([
        { status: 'EXPIRED', emailProof: 'link' },
        { status: 'PENDING_PAYMENT', emailProof: 'link' },
      ]);
    },
  );

  test('is confirmed again after its customer has left the checkout, until the time for it is over', async () => {
    const token = await keep();
    const leave = async () => {
      const { body } = await confirm(token);
      const { id } = await company.newest();
      await visitor()('deleteHold', { token: body.token ?? '' });
      await company.decided(id);
    };
    await leave();
    expect((await read(token)).state).toBe('OPEN');
    await leave();
    expect((await states()).map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED']);
    setClock(new Date(Date.parse(startOfExamples) + 16 * 60_000).toISOString());
    expect(await read(token)).toMatchObject({ state: 'EXPIRED', startsAt: null });
    expect(await confirm(token)).toMatchObject({ status: 409, error: 'confirmation_expired' });
  });

  test('is not called confirmed before it is paid, or after it was cancelled', async () => {
    const token = await keep();
    const page = async () => (await fetch(`${url}/c/${token}`, { headers: { Accept: 'text/html' } })).text();
    const { body } = await confirm(token);
    expect(await read(token)).toMatchObject({
      state: 'PENDING_PAYMENT',
      startsAt: at(8),
      confirmUntil: null,
    });
    expect(await page()).toContain('noch nicht bezahlt');
    const { id, checkoutSessionId } = await company.newest();
    standIn.pay(checkoutSessionId ?? '');
    await company.decided(id);
    expect((await read(token)).state).toBe('CONFIRMED');
    expect(await page()).toContain('Sie haben diesen Termin bestätigt.');
    await visitor()('cancelByLink', { token: body.token ?? '' }, { body: {} });
    expect((await read(token)).state).toBe('CANCELLED');
    expect(await page()).toContain('wurde abgesagt');
  });

  test('is shown by its mail no longer than by the link of the booking', async () => {
    const token = await keep();
    const { body } = await confirm(token);
    const { id } = await company.newest();
    await database.kysely.updateTable('link').set({ version: 2 }).where('bookingId', '=', id).execute();
    expect((await visitor()('getBookingByLink', { token: body.token ?? '' }, { mayFail: true })).status).toBe(
      404,
    );
    expect(await confirm(token)).toMatchObject({ status: 409, error: 'confirmation_expired' });
    expect(await read(token)).toMatchObject({ state: 'EXPIRED', startsAt: null });
    expect(await states()).toMatchObject([{ status: 'PENDING_PAYMENT' }]);
  });

  test('is not kept if it cannot be paid', async () => {
    for (const hour of [14, 15]) await company.book({ email, startsAt: at(hour) });
    await company.removeAccount();
    expect(await company.book({ email })).toMatchObject({ status: 409, error: 'payment_not_available' });
    expect(
      await database.kysely.selectFrom('keptSlot').selectAll().where('companyId', '=', company.id).execute(),
    ).toEqual([]);
  });
});

describe('debits of a network address, whatever mailboxes it has', () => {
  /** Requests of an address are limited. */
  let address = '';
  let addresses = 0;
  beforeEach(() => {
    addresses += 1;
    address = `203.0.113.${addresses}`;
  });
  const mailbox = (index: number) => `box-${index}@catch-all.example`;
  const book = (index: number) =>
    company.book({ email: mailbox(index), startsAt: at(8 + index) }, { address });
  const confirmHere = (token: string) =>
    visitor(address)<PageBookingCreated>('confirmBooking', { token }, { mayFail: true });
  const setMethods = (paymentMethods: ('card' | 'sepa_debit')[]) =>
    database.kysely
      .updateTable('bookingType')
      .set({ paymentMethods })
      .where('slug', '=', company.slug)
      .where('companyId', '=', company.id)
      .execute();

  /** Two mailboxes pay by debit. */
  async function debitTwo(): Promise<void> {
    for (const index of [0, 1]) {
      expect((await book(index)).body.checkoutUrl).toMatch(/^http/);
      const { id, checkoutSessionId } = await company.newest();
      standIn.pay(checkoutSessionId ?? '', { method: 'sepa_debit' });
      await company.wake(id);
      await expect.poll(async () => (await company.checkout(id)).isProcessing).toBe(true);
    }
  }

  test('hold two slots; a third checkout offers the other methods', async () => {
    await debitTwo();
    await book(2);
    expect((await confirmHere(await tokenFor(mailbox(2)))).body.checkoutUrl).toMatch(/^http/);
    const { id, checkoutSessionId } = await company.newest();
    const { payment_method_types } = await company.provider.checkout.sessions.retrieve(
      checkoutSessionId ?? '',
    );
    expect(payment_method_types).toEqual(['card', 'paypal']);
    standIn.pay(checkoutSessionId ?? '');
    expect((await company.decided(id)).status).toBe('CONFIRMED');
  });

  test('leave no third checkout of a type that is paid by debit only', async () => {
    await setMethods(['sepa_debit']);
    await debitTwo();
    const refused = await book(2);
    expect(refused).toMatchObject({ status: 429, error: 'too_many_holds' });
    expect(refused.body).toMatchObject({ message: expect.stringContaining('Pay or leave one of') });
    expect(refused.headers.get('retry-after')).toBe('86400');
    await setMethods(['card', 'sepa_debit']);
    expect(await book(2)).toMatchObject({ status: 200 });
    await setMethods(['sepa_debit']);
    expect((await confirmHere(await tokenFor(mailbox(2)))).headers.get('retry-after')).toBe('86400');
  });
});

test('customers of a type without planners who must confirm, and who need not, wait for each other without a deadlock', async () => {
  const { stored, handle, api } = company;
  const { slug: typeSlug } = await stored.type([], {
    ...{ sources: ['BUILDER'], minNoticeMinutes: 60, capacity: 9, priceCents: 9900, taxRate: 19 },
  });
  for (let count = 0; count < 3; count += 1)
    await stored.booking('', at(12), {
      ...{ source: 'BOOKING_PAGE', email: `${randomUUID()}@example.org` },
      ...{ clientNetwork: '203.0.113.0/24', createdAt: startOfExamples },
    });
  const submit = (address: string) =>
    visitor(address)<PageRequestCreated>(
      'submitRequest',
      { handle },
      {
        body: {
          contact: { lastName: 'Muster', email: `${randomUUID()}@example.org` },
          appointment: { typeSlug, startsAt: at(8) },
        },
        headers: { 'Idempotency-Key': randomUUID() },
      },
    );
  await api.call('createOfferRequest', { body: { contact: { lastName: 'Muster' } } });
  const deadlocks = async () => {
    const { rows } =
      await sql`select deadlocks from pg_stat_database where datname = current_database()`.execute(
        database.kysely,
      );
    return rows;
  };
  const before = await deadlocks();
  const waiting = await database.kysely.transaction().execute(async (transaction) => {
    // Both need a number.
    await transaction
      .selectFrom('recordCounter')
      .select('lastNumber')
      .where('companyId', '=', company.id)
      .forUpdate()
      .execute();
    const paying = submit('198.51.100.9');
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
    const confirming = submit('203.0.113.9');
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
    return { paying, confirming };
  });
  expect((await waiting.paying).body.checkoutUrl).toMatch(/^http/);
  expect((await waiting.confirming).body.confirmUntil).not.toBeNull();
  expect(await deadlocks()).toEqual(before);
});

test('199 slots are not held by strangers, whatever networks they have', async () => {
  const lanes = await company.stored.type([], {
    ...{
      sources: ['BOOKING_PAGE'],
      minNoticeMinutes: 60,
      maxAdvanceDays: 40,
      capacity: 10,
      priceCents: 9900,
      taxRate: 19,
    },
  });
  const { handle } = company;
  let networks = 0;
  const hold = (startsAt: string) => {
    networks += 1;
    return visitor(`2001:db8:${(0x4000 + networks).toString(16)}::1`)<PageBookingCreated>(
      'createPageBooking',
      { handle, slug: lanes.slug },
      {
        body: { forename: 'E', surname: 'M', email: `${randomUUID()}@example.org`, startsAt },
        headers: { 'Idempotency-Key': randomUUID() },
        mayFail: true,
      },
    );
  };
  const responses: Awaited<ReturnType<typeof hold>>[] = [];
  const slots = (await company.slots(lanes.slug, { from: '2026-03-16', to: '2026-04-24' })).body.slots;
  for (let sent = 0; sent < 199; sent += 10)
    responses.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, index) => hold(slots[(sent + index) % slots.length]?.startsAt ?? '')),
      )),
    );
  const held = responses.filter(({ body }) => body.checkoutUrl != null);
  const waiting = responses.filter(({ body }) => body.confirmUntil != null);
  expect(held.length).toBeLessThanOrEqual(Math.floor(slots.length * 10 * 0.2));
  expect(held.length + waiting.length).toBe(responses.length);
  expect(waiting.length).toBeGreaterThan(50);
});

describe('a burst of requests that are decided at the same time', () => {
  const hours = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
  const held = (responses: { body: PageBookingCreated }[]) =>
    responses.filter(({ body }) => body.checkoutUrl != null).length;

  test('holds three slots for a network', async () => {
    const responses = await Promise.all(
      hours.map((hour) => company.book({ startsAt: at(hour) }, { address: `203.0.113.${hour}` })),
    );
    expect(held(responses)).toBe(3);
    expect(responses.filter(({ body }) => body.confirmUntil != null)).toHaveLength(7);
  });

  test('holds two slots for a mailbox', async () => {
    const responses = await Promise.all(
      hours.map((hour) =>
        company.book(
          { startsAt: at(hour), email: `erika.muster+${hour}@example.org` },
          { address: `2001:db8:${hour}::1` },
        ),
      ),
    );
    expect(held(responses)).toBe(2);
  });
});

test('mails about debits are some of the ten a day that strangers cause', async () => {
  const debits = [1, 2, 3, 4, 5, 6];
  const book = (debit: number) => company.book({ email }, { address: `2001:db8:${debit}::1` });
  for (const debit of debits.slice(0, 5)) {
    expect((await book(debit)).body.checkoutUrl).toMatch(/^http/);
    const { id, checkoutSessionId } = await company.newest();
    standIn.pay(checkoutSessionId ?? '', { method: 'sepa_debit' });
    await company.wake(id);
    await expect.poll(() => company.mails(id)).toContain('booking-payment-processing');
    standIn.finishDebit(checkoutSessionId ?? '', 'failed');
    await company.decided(id);
  }
  expect((await book(6)).body).toMatchObject({ checkoutUrl: null, confirmUntil: expect.any(String) });
});
