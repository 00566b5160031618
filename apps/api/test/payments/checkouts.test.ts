import type { CustomerBooking } from '@pv-planning/contract/pages';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, visitor } = await openTestApi({}, { payments: true });

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
});

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('a slot with a price', () => {
  test('is held until its customer has paid, and nobody is told before', async () => {
    const events = await company.raisedBy(async () => {
      const { bookingId, token, checkoutUrl, holdUntil } = await company.hold();
      expect(holdUntil).toMatch(/^2026-03-16T08:31:/);
      expect(await company.checkoutOf(token)).toEqual({
        state: 'OPEN',
        booking: null,
        checkoutUrl,
        holdUntil,
      });
      const held = await company.read(bookingId);
      expect(held).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus: 'UNPAID', priceCents: 9900 });
      expect(await company.book()).toMatchObject({ status: 409, error: 'slot_unavailable' });
      expect(await company.mails(bookingId)).toEqual([]);
    });
    expect(events).toEqual([]);
  });

  test.each([
    [
      'de',
      'Montag, 20. April 2026, 10:00–11:00 Uhr (MESZ) · bei Ihnen vor Ort, Lindenweg 12a · ',
      'Kostenlos absagen bis Sonntag, 19. April 2026, 10:00 Uhr (MESZ)',
    ],
    [
      'en',
      'Monday, 20 April 2026, 10:00–11:00 (CEST) · at your address, Lindenweg 12a · ',
      'Cancel free of charge by Sunday, 19 April 2026, 10:00 (CEST)',
    ],
  ] as const)('is sold in %s with time, place, company and deadline', async (language, expected, free) => {
    const { sessionId, checkoutUrl } = await company.hold({ language, address: 'Lindenweg 12a' });
    const { name } = (await company.api.call('getCompany')).body;
    const page = await (await fetch(checkoutUrl ?? '')).text();
    expect(page).toContain(`<h1>Vor-Ort-Termin</h1>\n<p>${expected}${name} · ${free}</p>`);
    const session = await company.provider.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ locale: language, submit_type: 'pay' });
  });
});

test('a copy of the bookings gets to know that a checkout has begun', async () => {
  standIn.disturb('checkout.sessions.create', { lateMs: 300 });
  const booking = company.hold();
  await expect.poll(() => standIn.disturbancesLeft('checkout.sessions.create')).toBe(0);
  const { createdAt } = await company.newest();
  const { bookingId } = await booking;
  const updatedFrom = new Date(Date.parse(createdAt) + 1).toISOString();
  const { data } = (
    await company.api.call('listBookings', { query: { status: 'PENDING_PAYMENT', updatedFrom } })
  ).body;
  expect(data).toMatchObject([{ id: bookingId, stripe: { customerId: null } }]);
});

describe('a payment makes the booking real', () => {
  test('and the customer can correct a slip for 15 minutes', async () => {
    const { bookingId, sessionId, token } = await company.hold({ startsAt: '2026-03-16T12:00:00.000Z' });
    setClock('2026-03-16T08:20:00.000Z');
    standIn.pay(sessionId);
    await company.decided(bookingId);
    const { booking } = await company.checkoutOf(token);
    expect(booking?.cancelUntil).toMatch(/^2026-03-16T08:3[5-6]:/);
    expect(booking?.refundUntil).toBe(booking?.cancelUntil);
    setClock('2026-03-16T08:34:00.000Z');
    const cancelled = await visitor()('cancelByLink', { token }, { body: {} });
    expect(cancelled).toMatchObject({ status: 200, body: { paymentStatus: 'REFUNDED' } });
  });

  test.each([
    [
      undefined,
      'Bezahlt am 16. März 2026 mit Karte: 99,00 € inkl. 19 % USt. (15,81 €) Falls',
      { discountCents: 0, taxCents: 1_581 },
    ],
    [
      'ZEHN',
      'Preis: 99,00 € Rabatt (Aktionscode): −9,90 € Bezahlt am 16. März 2026 mit Karte: 89,10 € inkl. 19 % USt. (14,23 €) Falls',
      { amountPaidCents: 8_910, discountCents: 990, taxCents: 1_423 },
    ],
    [
      'GRATIS',
      'Preis: 99,00 € Rabatt (Aktionscode): −99,00 € Kosten: keine Falls',
      { amountPaidCents: null, discountCents: 9_900, taxCents: 0 },
    ],
  ])('with the promotion code %s: mail and page say what was paid', async (promotionCode, paid, money) => {
    standIn.createPromotionCode(company.account, { code: 'ZEHN', percentOff: 10 });
    standIn.createPromotionCode(company.account, { code: 'GRATIS', percentOff: 100 });
    const { bookingId, sessionId, token } = await company.hold();
    const session = standIn.pay(sessionId, promotionCode === undefined ? {} : { promotionCode });
    await company.decided(bookingId);
    const { body } = await visitor()<CustomerBooking>('getBookingByLink', { token });
    expect(body).toMatchObject({ ...money, priceCents: 9_900, taxRate: 19, invoiceIssuer: 'COMPANY' });
    expect(session.total_details).toMatchObject({
      amount_discount: money.discountCents,
      amount_tax: money.taxCents,
    });
    const [mail = ''] = await company.mailTexts(bookingId, 'booking-confirmed');
    expect(mail).toContain(paid);
    const isInvoiced = mail.includes('Diese E-Mail ist keine Rechnung.');
    expect(isInvoiced).toBe(promotionCode !== 'GRATIS');
  });

  test.each(['card', 'paypal'] as const)('at once by %s', async (method) => {
    const { bookingId, sessionId, token } = await company.hold();
    const events = await company.raisedBy(async () => {
      standIn.pay(sessionId, { method, name: 'Erika Muster-Vogel' });
      const booking = await company.decided(bookingId);
      expect(booking).toMatchObject({
        ...{ status: 'CONFIRMED', paymentStatus: 'PAID', amountPaidCents: 9900, paymentMethod: method },
        customer: {
          billingName: 'Erika Muster-Vogel',
          billingAddress: { line1: 'Musterstraße 1', line2: null, city: 'Nordhausen', country: 'DE' },
        },
        stripe: {
          customerId: expect.stringMatching(/^cus_/),
          paymentIntentId: expect.stringMatching(/^pi_/),
          invoiceId: null,
        },
      });
    });
    expect(types(events)).toEqual(['booking.created', 'booking.payment_paid']);
    const booking = await company.read(bookingId);
    expect(events[1]?.data).toMatchObject({ id: bookingId, paymentMethod: method, paidAt: booking.paidAt });
    expect(await company.mails(bookingId)).toEqual(['booking-confirmed', 'team-booking-confirmed']);
    expect(await company.checkoutOf(token)).toMatchObject({
      state: 'BOOKED',
      booking: { status: 'CONFIRMED' },
    });
  });
});
