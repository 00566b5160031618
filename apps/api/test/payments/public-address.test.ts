import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { openBookingPages } from '../support/booking-pages.ts';

const { addBookingCompany, database, visitor } = await openBookingPages({ production: true });

test('without PUBLIC_URL in production, appointments with a price cannot be booked, and the service says so', async () => {
  const company = await addBookingCompany();
  const { stored, handle } = company;
  const now = new Date().toISOString();
  await database.kysely
    .insertInto('paymentAccount')
    .values({
      ...{ companyId: company.id, id: uuidv7(), createdAt: now, updatedAt: now },
      ...{ apiKey: 'sealed', apiKeyEnd: '1234', isLive: true, webhookSecret: 'sealed' },
    })
    .execute();
  const lena = await stored.member();
  const open = { sources: ['BOOKING_PAGE'], minNoticeMinutes: 60 };
  const paid = await stored.type([lena], { ...open, slug: 'paid', priceCents: 9900, taxRate: 19 });
  await stored.type([lena], { ...open, slug: 'free' });
  const bookable = { free: true, paid: false };
  const asShown = (types: readonly { slug: string; bookable: boolean }[]) =>
    Object.fromEntries(types.map((type) => [type.slug, type.bookable]));
  expect(asShown((await company.page()).body.bookingTypes)).toEqual(bookable);
  expect(asShown((await company.api.call('listBookingTypes')).body.data)).toEqual(bookable);
  const { slug } = paid;
  expect((await visitor()('getBookingPage', { handle, slug })).body).toMatchObject({ bookable: false });
  expect((await company.api.call('getBookingType', { params: { slug } })).body.bookable).toBe(false);
});
