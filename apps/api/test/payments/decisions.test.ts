import { randomUUID } from 'node:crypto';
import type { CalendarFile } from '@pv-planning/contract/pages';
import { beforeEach, describe, expect, test } from 'vitest';
import { monday } from '../support/payments.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, visitor, database } = await openTestApi({}, { payments: true });

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
});

const later = (minutes: number) => new Date(Date.parse(startOfExamples) + minutes * 60_000).toISOString();
const session = (id: string) => standIn.events(company.account).filter(({ data }) => data.object.id === id);

const reserved = ['booking-payment-processing', 'team-booking-payment-processing'];

describe('a SEPA debit', () => {
  const isProcessing = async (token: string) => (await company.checkoutOf(token)).state === 'PROCESSING';

  async function startDebit() {
    const held = await company.hold();
    standIn.pay(held.sessionId, { method: 'sepa_debit' });
    await company.wake(held.bookingId);
    await expect.poll(() => isProcessing(held.token)).toBe(true);
    return held;
  }

  test('names the amount that is collected, which a promotion code lowers', async () => {
    standIn.createPromotionCode(company.account, { code: 'ZEHN', amountOff: 1000 });
    const { bookingId, sessionId } = await company.hold();
    standIn.pay(sessionId, { method: 'sepa_debit', promotionCode: 'ZEHN' });
    await company.wake(bookingId);
    const mails = (kind: string) => company.mailTexts(bookingId, `booking-payment-${kind}`);
    await expect
      .poll(() => mails('processing'))
      .toEqual([
        expect.stringMatching(
          /längstens bis Montag, 30\. März 2026, .* Preis: 99,00 € Rabatt \(Aktionscode\): −10,00 € Einzug per SEPA-Lastschrift: 89,00 € inkl\. 19 % USt\. \(14,21 €\) Nach der Terminbestätigung können Sie bis \S+, \d+\. April .* kostenlos absagen;/,
        ),
      ]);
    standIn.finishDebit(sessionId, 'failed');
    await company.decided(bookingId);
    const failed = await mails('failed');
    expect(failed).toEqual([
      expect.stringMatching(/^Termin entfällt, .*Einzug von 89,00 € per SEPA-Lastschrift ist nicht zustande/),
    ]);
    expect(failed.join()).not.toContain('99,00');
  });

  test.each(['free', 'gone', 'past'])(
    'that comes after its hold has ended goes back, and the slot that is %s stays as it is',
    async (slot) => {
      const { bookingId, sessionId } = await startDebit();
      setClock(later(15 * 24 * 60));
      expect(await company.decided(bookingId)).toMatchObject({ status: 'EXPIRED' });
      if (slot === 'gone') expect((await company.book()).status).toBe(200);
      if (slot === 'past') setClock('2026-04-21T08:00:00.000Z');
      const events = await company.raisedBy(async () => {
        standIn.finishDebit(sessionId, 'succeeded');
        await company.decided(bookingId, ({ paymentStatus }) => paymentStatus !== 'UNPAID');
      });
      expect(events).toEqual([]);
      expect(await company.read(bookingId)).toMatchObject({ status: 'EXPIRED', amountPaidCents: 9900 });
      const refunds = await database.kysely
        .selectFrom('refund')
        .select(['cause', 'amountCents'])
        .where('bookingId', '=', bookingId)
        .execute();
      expect(refunds).toEqual([{ cause: 'late_payment', amountCents: 9900 }]);
      expect(await company.mails(bookingId)).toEqual([
        ...reserved,
        ...['booking-payment-overdue', 'team-booking-payment-overdue'],
        ...['booking-payment-late', 'team-booking-payment-late'],
      ]);
    },
  );

  describe('of a removed account whose key is refused', () => {
    async function loseAccount(bookingId: string) {
      await company.removeAccount();
      standIn.rollApiKey(company.account);
      await company.wake(bookingId);
      await expect.poll(async () => (await company.checkout(bookingId)).status).toBe('done');
    }

    test('may come when its hold ends: the customer is not told that it has failed', async () => {
      const { bookingId, sessionId } = await startDebit();
      await company.removeAccount();
      standIn.rollApiKey(company.account);
      setClock(later(15 * 24 * 60));
      expect(await company.decided(bookingId)).toMatchObject({ status: 'EXPIRED' });
      const [mail, ...others] = await company.mailTexts(bookingId, 'booking-payment-overdue');
      expect(others).toEqual([]);
      expect(mail).toContain('Falls Ihr Konto belastet wurde oder noch belastet wird, erstatten wir');
      const [toTeam] = await company.mailTexts(bookingId, 'team-booking-checkout-unknown');
      expect(toTeam).toMatch(/^Termin entfallen, .*Der Kunde wurde darüber benachrichtigt\./);
      expect(toTeam).toContain(`Zahlung beim Anbieter: ${sessionId}`);
      expect(await company.mails(bookingId)).not.toContain('booking-payment-failed');
    });

    test('may come after its hold has ended: the team is told once to look for it', async () => {
      const { bookingId } = await startDebit();
      setClock(later(15 * 24 * 60));
      await company.decided(bookingId);
      const kind = 'team-booking-checkout-unknown';
      expect(await company.mails(bookingId)).not.toContain(kind);
      for (const _ of [1, 2]) await loseAccount(bookingId);
      expect(await company.mailTexts(bookingId, kind)).toEqual([
        expect.stringContaining('ob der Kunde bezahlt hat oder eine Lastschrift läuft'),
      ]);
    });
  });

  test('is not offered for an appointment within 14 days', async () => {
    const soon = await company.hold({ startsAt: '2026-03-23T09:00:00.000Z' });
    expect(() => standIn.pay(soon.sessionId, { method: 'sepa_debit' })).toThrow('does not offer');
  });
});

describe('a slot is free again', () => {
  test('after its hold, without any report of the provider', async () => {
    standIn.holdWebhooks();
    const { bookingId, token } = await company.hold();
    setClock(later(30));
    expect(await company.checkoutOf(token)).toMatchObject({ state: 'OPEN' });
    setClock(later(37));
    const events = await company.raisedBy(async () => {
      await expect.poll(async () => (await company.checkoutOf(token)).state).toBe('EXPIRED');
    });
    expect(events).toEqual([]);
    expect(await company.mails(bookingId)).toEqual([]);
    expect((await company.book()).status).toBe(200);
    standIn.releaseWebhooks();
  });

  test('within seconds when the customer leaves the checkout, who cannot pay any more', async () => {
    const { sessionId, token } = await company.hold();
    const inCalendar = async () => {
      const { body } = await visitor()<CalendarFile>('getCalendarByLink', { token });
      return /^STATUS:(\w+)/m.exec(Buffer.from(body.content, 'base64').toString())?.[1];
    };
    expect(await inCalendar()).toBe('TENTATIVE');
    for (const _ of [1, 2]) expect((await visitor()('deleteHold', { token })).status).toBe(204);
    await expect.poll(async () => (await company.checkoutOf(token)).state).toBe('EXPIRED');
    expect(await inCalendar()).toBe('CANCELLED');
    expect((await visitor()('deleteHold', { token })).status).toBe(204);
    expect(() => standIn.pay(sessionId)).toThrow();
    expect((await company.book()).status).toBe(200);
  });

  test('unless the customer has paid before leaving', async () => {
    const { bookingId, sessionId, token } = await company.hold();
    standIn.holdWebhooks();
    standIn.pay(sessionId);
    expect(await visitor()('deleteHold', { token })).toMatchObject({ status: 409, error: 'checkout_closed' });
    standIn.releaseWebhooks();
    expect(await company.decided(bookingId)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
    expect(await visitor()('deleteHold', { token })).toMatchObject({ status: 409, error: 'checkout_closed' });
  });

  test('nor if the provider does not say whether the customer has paid', async () => {
    const { bookingId, sessionId, token } = await company.hold();
    const { holdUntil } = await company.newest();
    standIn.disturb('checkout.sessions.retrieve', '500');
    expect(await visitor()('deleteHold', { token }, { mayFail: true })).toMatchObject({
      ...{ status: 502, error: 'payment_provider_error' },
    });
    expect((await company.newest()).holdUntil).toBe(holdUntil);
    standIn.pay(sessionId);
    expect(await company.decided(bookingId)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
  });

  test('while the provider is down, it stays taken, and the team is told after an hour', async () => {
    const { bookingId, sessionId } = await company.hold();
    standIn.disturb('checkout.sessions.retrieve', '500', '500', '500', '500');
    setClock(later(37));
    await company.wake(bookingId);
    await expect.poll(async () => (await company.checkout(bookingId)).lastError).not.toBeNull();
    expect(await company.book()).toMatchObject({ status: 409, error: 'slot_unavailable' });
    expect(await company.mails(bookingId)).toEqual([]);
    setClock(later(37 + 61));
    standIn.disturb('checkout.sessions.retrieve', '500', '500', '500', '500');
    await company.wake(bookingId);
    await expect.poll(() => company.mails(bookingId)).toEqual(['team-booking-payment-problem']);
    expect(await company.mailTexts(bookingId, 'team-booking-payment-problem')).toEqual([
      expect.stringContaining(`Zahlung beim Anbieter: ${sessionId}`),
    ]);
    standIn.disturb('checkout.sessions.retrieve');
    expect(await company.decided(bookingId)).toMatchObject({ status: 'EXPIRED' });
    expect(session(sessionId).at(-1)?.type).toBe('checkout.session.expired');
  });
});

describe('a checkout that the provider does not find', () => {
  test('holds the slot until its end, and then the team is told', async () => {
    const { bookingId, token } = await company.hold();
    await database.kysely
      .updateTable('booking')
      .set({ checkoutSessionId: 'cs_test_deleted' })
      .where('id', '=', bookingId)
      .execute();
    const { dueAt } = await company.checkout(bookingId);
    await company.wake(bookingId);
    await expect.poll(async () => (await company.checkout(bookingId)).dueAt > dueAt).toBe(true);
    expect(await company.checkoutOf(token)).toMatchObject({ state: 'OPEN' });
    expect(await company.mails(bookingId)).toEqual([]);
    setClock(later(37));
    const events = await company.raisedBy(async () => {
      expect(await company.decided(bookingId)).toMatchObject({ status: 'EXPIRED', paymentStatus: 'UNPAID' });
    });
    expect(events).toEqual([]);
    expect(await company.mails(bookingId)).toEqual(['team-booking-checkout-unknown']);
    expect((await company.book()).status).toBe(200);
  });
});

test('a checkout of a removed account whose key is refused: its slot is free an hour after it could be paid, and the team is told', async () => {
  const { bookingId } = await company.hold();
  await company.removeAccount();
  standIn.rollApiKey(company.account);
  setClock(later(90));
  await company.wake(bookingId);
  await expect.poll(async () => (await company.checkout(bookingId)).lastError).toMatch('Invalid API Key');
  expect(await company.read(bookingId)).toMatchObject({ status: 'PENDING_PAYMENT' });
  expect(await company.mails(bookingId)).toEqual([]);
  setClock(later(92));
  const events = await company.raisedBy(async () => {
    expect(await company.decided(bookingId)).toMatchObject({ status: 'EXPIRED', paymentStatus: 'UNPAID' });
  });
  expect(events).toEqual([]);
  expect(await company.mails(bookingId)).toEqual(['team-booking-checkout-unknown']);
});

describe('a provider that fails when the checkout begins', () => {
  test.each(['refuse', '500', '500-after', 'rate-limit'] as const)(
    'with %s: the slot is free at once, and the same request tries again',
    async (disturbance) => {
      const key = randomUUID();
      const body = { startsAt: `${monday}T08:00:00.000Z`, email: 'erika@example.org' };
      standIn.disturb('checkout.sessions.create', disturbance);
      expect(await company.book(body, { key })).toMatchObject({
        status: 502,
        error: 'payment_provider_error',
      });
      expect((await company.newest()).status).toBe('EXPIRED');
      expect(await company.book(body, { key })).toMatchObject({ status: 200, body: { booking: null } });
    },
  );

  test('without a response: the same request continues, or the slot is free soon', async () => {
    const key = randomUUID();
    const body = { startsAt: `${monday}T08:00:00.000Z`, email: 'erika@example.org' };
    standIn.disturb('checkout.sessions.create', 'drop', 'drop');
    expect(await company.book(body, { key })).toMatchObject({ status: 502 });
    await expect.poll(async () => (await company.newest()).status).toBe('EXPIRED');
    const { checkoutSessionId } = await company.newest();
    expect(session(checkoutSessionId ?? '').at(-1)?.type).toBe('checkout.session.expired');
    expect((await company.book(body, { key })).status).toBe(200);
  });

  test('without a response: nobody can read the link of the customer in the request that is kept', async () => {
    standIn.disturb('checkout.sessions.create', ...Array.from({ length: 8 }, () => 'drop' as const));
    expect(await company.book()).toMatchObject({ status: 502 });
    const { id } = await company.newest();
    expect((await company.checkout(id)).request).toEqual({ sealed: expect.stringMatching(/^[\w+/=.-]+$/) });
    standIn.disturb('checkout.sessions.create');
    expect(await company.decided(id)).toMatchObject({ status: 'EXPIRED' });
  });

  test('without a response: a repeat of the request keeps the slot while dispatchers are about to free it', async () => {
    const key = randomUUID();
    const body = { email: 'erika@example.org' };
    // The request, which the SDK repeats, then the dispatcher.
    standIn.disturb('taxRates.create', 'drop', 'drop', { lateMs: 1_500 });
    standIn.disturb('checkout.sessions.create', 'none', 'none');
    expect(await company.book(body, { key })).toMatchObject({ status: 502 });
    await expect.poll(() => standIn.disturbancesLeft('taxRates.create')).toBe(0);
    const again = await company.book(body, { key });
    expect(again.status).toBe(200);
    const { id, checkoutSessionId } = await company.newest();
    await expect.poll(() => standIn.disturbancesLeft('checkout.sessions.create')).toBe(0);
    await company.wake(id);
    await expect.poll(async () => (await company.checkout(id)).dueAt > startOfExamples).toBe(true);
    expect(await company.checkoutOf(again.body.token)).toMatchObject({ state: 'OPEN' });
    standIn.pay(checkoutSessionId ?? '');
    expect(await company.decided(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
  });

  test('without a response: a repeat of the request does not delay the end of the hold once that has begun', async () => {
    const key = randomUUID();
    const body = { email: 'erika@example.org' };
    standIn.disturb('checkout.sessions.create', 'drop', 'drop');
    standIn.disturb('checkout.sessions.retrieve', ...Array.from({ length: 100 }, () => '500' as const));
    expect(await company.book(body, { key })).toMatchObject({ status: 502 });
    await expect.poll(async () => (await company.newest()).checkoutSessionId).not.toBeNull();
    expect(await company.book(body, { key })).toMatchObject({ status: 502, error: 'payment_provider_error' });
    standIn.disturb('checkout.sessions.retrieve');
    const { id } = await company.newest();
    expect(await company.decided(id)).toMatchObject({ status: 'EXPIRED' });
    expect(await company.book(body, { key })).toMatchObject({ status: 200 });
  });

  test('without a response, and then with a refusal of the key: the slot is free, and the team is told', async () => {
    standIn.disturb(
      'taxRates.create',
      'drop',
      'drop',
      ...Array.from({ length: 100 }, () => 'rate-limit' as const),
    );
    expect(await company.book()).toMatchObject({ status: 502 });
    const { id } = await company.newest();
    await expect.poll(async () => (await company.checkout(id)).lastError).not.toBeNull();
    standIn.disturb('taxRates.create');
    standIn.rollApiKey(company.account);
    expect(await company.decided(id)).toMatchObject({ status: 'EXPIRED' });
    expect(await company.mails(id)).toEqual(['team-booking-key-refused']);
  });

  test('with 500: a stranger with the same key gets a slot of their own', async () => {
    const key = randomUUID();
    const body = { email: 'erika@example.org' };
    standIn.disturb('checkout.sessions.create', '500');
    expect(await company.book(body, { key })).toMatchObject({ status: 502 });
    const { id } = await company.newest();
    const theirs = await company.book({ startsAt: `${monday}T09:00:00.000Z` }, { key });
    expect(theirs).toMatchObject({ status: 200 });
    expect((await company.newest()).id).not.toBe(id);
    const { status, body: held } = await company.book(body, { key });
    expect([status, held.token === theirs.body.token]).toEqual([200, false]);
    expect((await company.read(id)).startsAt).toBe(`${monday}T08:00:00.000Z`);
  });

  test('without a response, and then with another account: the same request does not mix them', async () => {
    const key = randomUUID();
    const body = { email: 'erika@example.org' };
    standIn.disturb('checkout.sessions.create', ...Array.from({ length: 8 }, () => 'drop' as const));
    expect(await company.book(body, { key })).toMatchObject({ status: 502 });
    const { id } = await company.newest();
    await expect.poll(async () => (await company.checkout(id)).lastError).not.toBeNull();
    standIn.disturb('checkout.sessions.create');
    await company.replaceAccount();
    expect(await company.book(body, { key })).toMatchObject({ status: 409, error: 'payment_not_available' });
    expect(await company.newest()).toMatchObject({ id, status: 'PENDING_PAYMENT' });
  });

  test('without a response: the repeated request for the checkout has the known tax rate', async () => {
    const { taxRates } = company.provider;
    const rate = { display_name: 'MwSt.', percentage: 19, inclusive: true, country: 'DE' };
    const { id: providerId } = await taxRates.create(rate);
    await database.kysely
      .insertInto('paymentTaxRate')
      .values({
        companyId: company.id,
        accountId: company.accountId,
        percentage: 19,
        providerId,
      })
      .execute();
    standIn.disturb('checkout.sessions.create', 'drop', 'drop');
    expect(await company.book()).toMatchObject({ status: 502 });
    await expect.poll(async () => (await company.newest()).checkoutSessionId).not.toBeNull();
    expect((await taxRates.list()).data).toHaveLength(1);
  });
});

describe('limits', () => {
  test('two slots at a time for an e-mail address, and for a network address', async () => {
    const at = (hour: number) => `${monday}T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const email = 'erika@example.org';
    for (const hour of [7, 8]) expect((await company.book({ startsAt: at(hour), email })).status).toBe(200);
    const third = await company.book({ startsAt: at(9), email: 'Erika@Example.org' });
    expect(third).toMatchObject({ status: 429, error: 'too_many_holds' });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(60);
    const from = { address: '2001:db8:c:1::1' };
    for (const hour of [9, 10]) expect((await company.book({ startsAt: at(hour) }, from)).status).toBe(200);
    const other = { address: '2001:db8:c:1::2' };
    expect((await company.book({ startsAt: at(11) }, other)).status).toBe(429);
  });

  test('a domain with umlauts is the same mailbox in Punycode', async () => {
    const at = (hour: number) => `${monday}T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const [typed, punycode] = ['erika@müller-solar.de', 'erika@xn--mller-solar-thb.de'];
    for (const [hour, email] of [
      [7, typed],
      [8, punycode],
    ] as const)
      expect((await company.book({ startsAt: at(hour), email })).status).toBe(200);
    for (const email of [typed, punycode])
      expect((await company.book({ startsAt: at(9), email })).status).toBe(429);
  });

  test('a debit under way holds its slot, for the e-mail address and the network address', async () => {
    const at = (hour: number) => `${monday}T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const email = 'erika@example.org';
    const from = { address: '2001:db8:d:1::1' };
    for (const hour of [7, 8]) {
      expect((await company.book({ startsAt: at(hour), email }, from)).status).toBe(200);
      const { id, checkoutSessionId } = await company.newest();
      standIn.pay(checkoutSessionId ?? '', { method: 'sepa_debit' });
      await company.wake(id);
      await expect.poll(async () => (await company.checkout(id)).isProcessing).toBe(true);
    }
    expect(await company.book({ startsAt: at(9), email })).toMatchObject({ status: 429 });
    expect(await company.book({ startsAt: at(9) }, from)).toMatchObject({ status: 429 });
    expect((await company.book({ startsAt: at(9) })).status).toBe(200);
  });
});
