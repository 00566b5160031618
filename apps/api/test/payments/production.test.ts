import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const publicUrl = 'https://sonnendach.example';

/** A free and a paid type of a company in production, on the pages and in the API. */
async function typesInProduction(
  { addCompany, database, visitor }: TestApi,
  { isLive }: { isLive: boolean },
) {
  const company = await addCompany();
  const { stored, handle, id: companyId } = company;
  const now = new Date().toISOString();
  await database.kysely
    .insertInto('paymentAccount')
    .values({
      ...{ companyId, id: uuidv7(), createdAt: now, updatedAt: now },
      ...{ apiKey: 'sealed', apiKeyEnd: '1234', isLive, webhookSecret: 'sealed' },
    })
    .execute();
  const lena = await stored.member();
  const open = { sources: ['BOOKING_PAGE'], minNoticeMinutes: 60 };
  const { slug } = await stored.type([lena], { ...open, slug: 'paid', priceCents: 9900, taxRate: 19 });
  await stored.type([lena], { ...open, slug: 'free' });
  const asShown = (types: readonly { slug: string; bookable: boolean }[]) =>
    Object.fromEntries(types.map((type) => [type.slug, type.bookable]));
  return {
    book: () =>
      visitor()('createPageBooking', { handle, slug }, { headers: { 'Idempotency-Key': randomUUID() } }),
    page: asShown((await company.page()).body.bookingTypes),
    list: asShown((await company.api.call('listBookingTypes')).body.data),
    paid: [
      (await visitor()<{ bookable: boolean }>('getBookingPage', { handle, slug })).body.bookable,
      (await company.api.call('getBookingType', { params: { slug } })).body.bookable,
    ],
  };
}

const onlyFree = { free: true, paid: false };

test('without PUBLIC_URL, appointments with a price cannot be booked, and the service says so', async () => {
  const pages = await openTestApi({ production: true });
  const shown = await typesInProduction(pages, { isLive: true });
  expect(shown).toMatchObject({ page: onlyFree, list: onlyFree, paid: [false, false] });
});

test('with an account in test mode, such as that of the demo, appointments with a price cannot be booked', async () => {
  const pages = await openTestApi({ production: true, publicUrl });
  const shown = await typesInProduction(pages, { isLive: false });
  expect(shown).toMatchObject({ page: onlyFree, list: onlyFree, paid: [false, false] });
  expect(await shown.book()).toMatchObject({ status: 409, error: 'payment_not_available' });
});

test('with an account that moves money, they can be booked', async () => {
  const pages = await openTestApi({ production: true, publicUrl });
  const all = { free: true, paid: true };
  expect(await typesInProduction(pages, { isLive: true })).toMatchObject({
    ...{ page: all, list: all, paid: [true, true] },
  });
});
