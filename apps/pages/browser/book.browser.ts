import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { checkLook, heading, tabTo, visit } from './support/browser.ts';

const { url, addPaidCompany, addCompany, standIn, setClock, database, visitor } = await openTestApi(
  {},
  { payments: true },
);
const now = () => setClock(new Date().toISOString());
// The browser has the real time.
now();
const company = await addPaidCompany({ name: 'Vor-Ort-Termin', requiresAddress: true });
const { stored, handle, lena } = company;
await database.kysely
  .updateTable('company')
  .set({ phone: '0351 555 0100', email: 'info@dachwerk.example', brandColor: '#e8b500' })
  .where('companyId', '=', company.id)
  .execute();
await database.kysely
  .insertInto('companyTexts')
  .values({ companyId: company.id, version: 1, withdrawal: 'DELIVERY', termsAndConditions: 'Bedingungen' })
  .execute();
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '09:00', '12:00'] as const);
await stored.hours(lena, everyDay);
const jonas = await stored.member({ firstName: 'Jonas', lastName: 'Brandt' });
const farDay = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
await stored.hours(jonas, [], { [farDay]: [['10:00', '12:00']] });
const open = { sources: ['BOOKING_PAGE'], minNoticeMinutes: 60, location: 'VIDEO' };
const free = await stored.type([lena], {
  ...open,
  name: 'Beratung per Video',
  description: 'Wir klären Ihre Fragen zu Anlage, Speicher und Förderung.',
});
const choice = await stored.type([lena, jonas], {
  ...open,
  name: 'Beratung mit Wunschperson',
  assignment: 'CUSTOMER_CHOICE',
  maxAdvanceDays: 120,
});
const never = await stored.member({ firstName: 'Nie', lastName: 'Da' });
await stored.hours(never, []);
const nothing = await stored.type([never], { ...open, name: 'Wartung' });

const pageOf = (slug: string) => `${url}/c/${handle}/${slug}`;
const day = (page: Page) => page.locator('.month [tabindex="0"]');
const time = (page: Page) => page.locator('.times button');

async function chosen(page: Page): Promise<void> {
  await time(page).first().press('Enter');
  await heading(page, 'Ihre Angaben');
}

async function fill(page: Page, email = 'erika@example.org'): Promise<void> {
  await page.getByLabel('Vorname').fill('Erika');
  await page.getByLabel('Nachname').fill('Sommer');
  await page.getByLabel('E‑Mail').fill(email);
}

const bookings = async () => (await company.api.call('listBookings', { query: { limit: 200 } })).body.data;

test('a customer books a free appointment by keyboard alone', async () => {
  const { page, expectErrors } = await visit(`${url}/c/${handle}`);
  expectErrors(/status of 400/);
  await heading(page, 'Termin vereinbaren');
  await page.getByText('99,00 € inkl. 19 % USt.').waitFor();
  await checkLook(page, 'company');
  expect(await page.getByRole('link', { name: 'Angebot anfragen' }).getAttribute('href')).toBe(
    `${url}/c/${handle}/request`,
  );
  await tabTo(page, page.getByRole('link', { name: 'Beratung per Video' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Beratung per Video');
  await tabTo(page, day(page));
  await checkLook(page, 'book-time');
  const first = await day(page).getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  expect(await day(page).getAttribute('aria-label')).not.toBe(first);
  expect(await day(page).evaluate((one) => one === document.activeElement)).toBe(true);
  await tabTo(page, time(page).first());
  await page.keyboard.press('Enter');

  await heading(page, 'Ihre Angaben');
  await checkLook(page, 'book-form');
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await tabTo(page, page.getByRole('button', { name: 'Termin buchen' }));
  await page.keyboard.press('Enter');
  await page.getByText('Bitte prüfen Sie 3 Angaben.').waitFor();
  expect(await focused()).toBe('forename');
  await checkLook(page, 'book-form-errors');
  await page.keyboard.type('Erika');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sommer');
  await page.keyboard.press('Tab');
  // What the contract refuses, the page shows at the field.
  await page.keyboard.type('erika@nirgends');
  await page.keyboard.press('Enter');
  await page.getByText('Bitte prüfen Sie eine Angabe.').waitFor();
  expect(await focused()).toBe('email');

  // Neither a reload nor "back" loses anything.
  await page.reload();
  await heading(page, 'Ihre Angaben');
  await page.goBack();
  await heading(page, 'Beratung per Video');
  await page.goForward();
  await heading(page, 'Ihre Angaben');
  expect(await page.getByLabel('Nachname').inputValue()).toBe('Sommer');
  expect(page.url()).not.toMatch(/erika|sommer/i);
  await tabTo(page, page.getByLabel('E‑Mail'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('erika.frei@example.org');
  await page.keyboard.press('Enter');
  await heading(page, 'Ihr Termin ist bestätigt');
  await page.getByRole('link', { name: 'In den Kalender eintragen' }).waitFor();
  await checkLook(page, 'booked');
  expect(await bookings()).toContainEqual(
    expect.objectContaining({ status: 'CONFIRMED', source: 'BOOKING_PAGE', typeName: 'Beratung per Video' }),
  );
});

test('a customer books and pays by keyboard alone', async () => {
  const leadsTo = `${standIn.host}:${standIn.port}`;
  const { page } = await visit(pageOf(company.slug), { leadsTo });
  await heading(page, 'Vor-Ort-Termin');
  await tabTo(page, time(page).first());
  await page.keyboard.press('Enter');
  await heading(page, 'Ihre Angaben');
  await tabTo(page, page.getByLabel('Vorname'));
  for (const text of ['Erika', 'Sommer', 'erika@example.org', 'Lindenweg 12a, 01234 Musterstadt']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, page.getByRole('link', { name: 'Widerrufsbelehrung' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Widerrufsbelehrung');
  await tabTo(page, page.getByRole('link', { name: 'Zurück zu Ihren Angaben' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Ihre Angaben');
  const order = page.getByRole('button', { name: 'Zahlungspflichtig buchen', exact: true });
  // Nothing stands between the price and the button.
  expect(await order.evaluate((one) => one.parentElement?.previousElementSibling?.textContent)).toMatch(
    /99,00\u00A0€$/,
  );
  await tabTo(page, order);
  await page.keyboard.press('Enter');
  await page.getByText('Bitte bestätigen Sie das').waitFor();
  await checkLook(page, 'book-pay-early');
  await page.keyboard.press('Space');
  await checkLook(page, 'book-pay');
  await tabTo(page, order);
  await page.keyboard.press('Enter');
  await heading(page, 'Jetzt bezahlen, dann steht der Termin');
  await page.getByText('Ihre Zeit ist reserviert bis').waitFor();
  await tabTo(page, page.getByRole('link', { name: '99,00 € bezahlen' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/pay\//);
  await tabTo(page, page.getByRole('button', { name: /^Pay|bezahlen/i }).first());
  await page.keyboard.press('Enter');
  await heading(page, 'Ihr Termin ist bestätigt');
  await page.getByText('Online bezahlt').waitFor();
  await checkLook(page, 'booked-paid');
});

test('a reservation that ran out leads back to the free times, with all that was typed', async () => {
  const { page } = await visit(pageOf(company.slug));
  await day(page).press('ArrowDown');
  await chosen(page);
  await fill(page, 'spaet@example.org');
  await page.getByLabel('Adresse', { exact: true }).fill('Lindenweg 12a, 01234 Musterstadt');
  await page.getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).press('Enter');
  await page.getByText('Ihre Zeit ist reserviert bis').waitFor();
  const { id, checkoutSessionId } = await company.newest();
  standIn.expire(checkoutSessionId ?? expect.fail());
  await company.decided(id);
  await heading(page, 'Die Reservierung ist beendet');
  await checkLook(page, 'booking-ran-out');
  await page.getByRole('link', { name: 'Andere Zeit wählen' }).press('Enter');
  await heading(page, 'Vor-Ort-Termin');
  await chosen(page);
  expect(await page.getByLabel('E‑Mail').inputValue()).toBe('spaet@example.org');
});

test('a slot that was just taken leads to the next three, with all that was typed', async () => {
  const { page, expectErrors } = await visit(pageOf(free.slug));
  expectErrors(/status of 409/);
  await day(page).press('ArrowDown');
  await chosen(page);
  await fill(page, 'langsam@example.org');
  const startsAt = await page.locator('time').getAttribute('datetime');
  const faster = { forename: 'Kim', surname: 'Weber', email: 'kim@example.org', startsAt };
  await visitor()(
    'createPageBooking',
    { handle, slug: free.slug },
    {
      body: faster,
      headers: { 'Idempotency-Key': 'faster' },
    },
  );
  await page.getByRole('button', { name: 'Termin buchen' }).press('Enter');
  await heading(page, 'Die nächsten freien Zeiten');
  await page.getByText('ist gerade vergeben worden').waitFor();
  await page.locator('.next3 button').first().waitFor();
  expect(await page.locator('.next3 button').count()).toBe(3);
  await checkLook(page, 'book-taken');
  await page.locator('.next3 button').first().press('Enter');
  await heading(page, 'Ihre Angaben');
  expect(await page.getByLabel('E‑Mail').inputValue()).toBe('langsam@example.org');
  await page.getByRole('button', { name: 'Termin buchen' }).press('Enter');
  await heading(page, 'Ihr Termin ist bestätigt');
});

test('a customer chooses a person, whose next free time may be months ahead', async () => {
  const { page } = await visit(pageOf(choice.slug));
  await page.getByText('Wer soll kommen?').waitFor();
  await time(page).first().waitFor();
  const month = () => page.locator('#month').textContent();
  const before = await month();
  await page.getByRole('button', { name: 'Späterer Monat' }).press('Enter');
  await expect.poll(month).not.toBe(before);
  await page.getByLabel('Jonas Brandt').press('Space');
  const next = page.getByRole('button', { name: /^Nächste freie Zeit/ });
  await next.waitFor();
  await checkLook(page, 'book-nobody-in-month');
  await next.press('Enter');
  await time(page).first().waitFor();
  await checkLook(page, 'book-person');
  await chosen(page);
  await page.getByText('Jonas Brandt').waitFor();
});

test('when nobody is free at all, the customer can call', async () => {
  const { page } = await visit(pageOf(nothing.slug));
  await page.getByText('Online ist zurzeit keine Zeit frei').waitFor();
  await page.getByText('Rufen Sie uns gern an').waitFor();
  await checkLook(page, 'book-nothing');
});

test('in the night when summer time ends, both hours have the name of their time', async () => {
  const autumn = '2027-10-20T10:00:00.000Z';
  setClock(autumn);
  onTestFinished(now);
  const owl = await stored.member({ firstName: 'Eule', lastName: 'Nacht' });
  await stored.hours(owl, [], { '2027-10-31': [['01:00', '04:00']] });
  const { slug } = await stored.type([owl], { ...open, name: 'Nachtdienst', durationMinutes: 30 });
  const { page } = await visit(pageOf(slug), { time: autumn });
  await time(page).first().waitFor();
  const shown = (await time(page).allTextContents()).map((text) => text.replaceAll('\u00A0', ' '));
  expect(shown).toEqual(['01:00 Uhr', '02:00 MESZ', '02:00 MEZ', '03:00 Uhr']);
});

test('a type that cannot be paid, an unknown one and an unknown company say so', async () => {
  const poor = await addPaidCompany({ name: 'Vor-Ort-Termin' });
  const { page, expectErrors } = await visit(`${url}/c/${poor.handle}/${poor.slug}`);
  expectErrors(/status of 40[49]/);
  await chosen(page);
  await fill(page);
  await poor.removeAccount();
  await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).press('Enter');
  await heading(page, 'Dieser Termin lässt sich gerade nicht online buchen');
  await checkLook(page, 'book-not-payable');
  await page.goto(`${url}/c/${poor.handle}`);
  await page.getByText('zurzeit nur telefonisch').waitFor();
  await checkLook(page, 'company-not-bookable');
  await page.goto(`${url}/c/${poor.handle}/gibt-es-nicht`);
  await heading(page, 'Diesen Termin gibt es nicht');
  await checkLook(page, 'book-unknown');
  await page.goto(`${url}/c/${(await addCompany()).handle}`);
  await page.getByText('Online gibt es zurzeit keine Termine').waitFor();
  await page.goto(`${url}/c/niemand-987654321`);
  await heading(page, 'Dieser Link gilt nicht mehr');
});

test('while the service is away or the device is offline, what was typed stays, and a retry books once', async () => {
  const { page, context, expectErrors } = await visit(pageOf(free.slug));
  expectErrors(/ERR_INTERNET_DISCONNECTED|status of 50\d/);
  await day(page).press('ArrowDown');
  await chosen(page);
  await fill(page, 'ausfall@example.org');
  await sql`alter table booking rename to booking_away`.execute(database.kysely);
  try {
    await page.getByRole('button', { name: 'Termin buchen' }).press('Enter');
    await heading(page, 'Das hat gerade nicht geklappt');
    await page.getByText('Ihre Eingaben sind noch da.').waitFor();
    await checkLook(page, 'book-away');
  } finally {
    await sql`alter table booking_away rename to booking`.execute(database.kysely);
  }
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Erneut versuchen' }).press('Enter');
  await heading(page, 'Sie sind offline');
  await checkLook(page, 'book-offline');
  await context.setOffline(false);
  await heading(page, 'Ihr Termin ist bestätigt');
  const made = (await bookings()).filter(({ customer }) => customer?.email === 'ausfall@example.org');
  expect(made).toHaveLength(1);
});

test('while a company is asked by too many at a time, the page repeats the request, and books once', async () => {
  const { page, expectErrors } = await visit(pageOf(free.slug));
  expectErrors(/status of 429/);
  await day(page).press('ArrowUp');
  await chosen(page);
  await fill(page, 'gedraenge@example.org');
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const locking = database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table booking_type`.execute(transaction);
    locked();
    await isOver;
  });
  onTestFinished(() => end());
  await isLocked;
  const reads = Array.from({ length: 8 }, () => visitor()('getCompanyPage', { handle }, { mayFail: true }));
  const isRefused = page.waitForResponse((response) => response.status() === 429);
  await page.getByRole('button', { name: 'Termin buchen' }).press('Enter');
  expect(await (await isRefused).json()).toMatchObject({ error: 'too_many_concurrent' });
  end();
  await Promise.all([locking, ...reads]);
  await heading(page, 'Ihr Termin ist bestätigt');
  expect(
    (await bookings()).filter(({ customer }) => customer?.email === 'gedraenge@example.org'),
  ).toHaveLength(1);
});

test('limits of reservations and of a network say when the customer can go on, and keep the form', async () => {
  const email = 'vielbucher@example.org';
  const address = 'Lindenweg 12a, 01234 Musterstadt';
  const inDays = (days: number) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00:00.000Z`;
  for (const days of [20, 21])
    await company.hold({ email, address, startsAt: inDays(days), startBeforeWithdrawalEnds: true });
  const { page, network, expectErrors } = await visit(pageOf(company.slug));
  expectErrors(/status of 429/);
  await chosen(page);
  await fill(page, email);
  await page.getByLabel('Adresse', { exact: true }).fill(address);
  await page.getByRole('checkbox').press('Space');
  const order = page.getByRole('button', { name: 'Zahlungspflichtig buchen' });
  await order.press('Enter');
  await heading(page, 'Für Sie sind schon mehrere Zeiten reserviert');
  await page.getByText('können Sie es hier noch einmal versuchen').waitFor();
  await checkLook(page, 'book-many-holds');
  await page.getByRole('button', { name: 'Zurück zu Ihren Angaben' }).press('Enter');
  for (const days of [22, 23, 24, 25, 26])
    await visitor(network)(
      'createPageBooking',
      { handle, slug: free.slug },
      {
        body: { forename: 'Erika', surname: 'Sommer', email: `n${days}@example.org`, startsAt: inDays(days) },
        headers: { 'Idempotency-Key': `n${days}` },
      },
    );
  await order.press('Enter');
  await heading(page, 'Bitte warten Sie einen Moment');
  await page.getByText('Ihre Eingaben sind noch da.').waitFor();
  await checkLook(page, 'book-rate-limited');
});

test('an English reader books in English', async () => {
  const { page } = await visit(`${pageOf(free.slug)}?lang=en`);
  await page.getByRole('link', { name: 'All appointments' }).waitFor();
  await time(page).first().press('Enter');
  await heading(page, 'Your details');
  expect(page.url()).toContain('lang=en');
});
