import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mailContents } from '../../api/src/kernel/mails/mail-contents.ts';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { secretKey } from '../../api/test/support/test-company.ts';
import { checkLook, heading, tabTo, visit } from './support/browser.ts';

const { url, addCompany, setClock, visitor, database } = await openTestApi({ confirmBookings: true });
// The browser has the real time.
setClock(new Date().toISOString());
const { stored, handle } = await addCompany();
const lena = await stored.member();
await stored.hours(
  lena,
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '09:00', '17:00'] as const),
);
const { slug } = await stored.type([lena], {
  sources: ['BOOKING_PAGE'],
  name: 'Beratung per Video',
  location: 'VIDEO',
  minNoticeMinutes: 60,
  maxAdvanceDays: 3,
});
const contents = mailContents({ secretKey });
const inDays = (days: number, hour: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00.000Z`;

// Strangers have made as many bookings as the company gets at once.
beforeAll(async () => {
  for (let index = 0; index < 10; index += 1)
    await stored.booking('', inDays(1, '11'), {
      source: 'BOOKING_PAGE',
      createdAt: new Date().toISOString(),
      email: `${randomUUID()}@example.org`,
    });
});

/** Opens the page, fills in the form, and books the first time of the last day. */
async function book(email: string): Promise<Page> {
  const { page, expectErrors } = await visit(`${url}/c/${handle}/${slug}`);
  expectErrors(/status of 4(09|29)/);
  await page.locator('.month [tabindex="0"]').press('ArrowDown');
  await page.locator('.times button').first().press('Enter');
  await heading(page, 'Ihre Angaben');
  await page.getByLabel('Vorname').fill('Erika');
  await page.getByLabel('Nachname').fill('Sommer');
  await page.getByLabel('E‑Mail').fill(email);
  await page.getByRole('button', { name: 'Termin buchen' }).press('Enter');
  return page;
}

async function linkFor(email: string): Promise<string> {
  const row = await database.kysely
    .selectFrom('mail')
    .select(['id', 'companyId', 'content'])
    .where('kind', '=', 'slot-kept')
    .where('toAddress', '=', email)
    .executeTakeFirstOrThrow();
  const [link = ''] = /\S+\/c\/[\w.-]+/.exec(contents.open(row.content ?? '', row).text) ?? [];
  return link;
}

test('beyond what a company gets from strangers, a mailed link books the appointment', async () => {
  const email = 'unbekannt@example.org';
  const page = await book(email);
  await heading(page, 'Bitte bestätigen Sie den Termin');
  await page.getByText(`Wir haben eine E‑Mail an ${email} geschickt.`).waitFor();
  await page.getByText('Wir halten die Zeit für Sie frei bis').waitFor();
  await checkLook(page, 'book-sent');
  await page.reload();
  await heading(page, 'Bitte bestätigen Sie den Termin');
  await page.goto(await linkFor(email));
  await tabTo(page, page.getByRole('button', { name: 'Termin bestätigen' }));
  await page.keyboard.press('Enter');
  await page.getByText('Kommt etwas dazwischen?').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/b\//);
});

test('an address that has got enough links learns when it gets the next one', async () => {
  const email = 'oft@example.org';
  for (const hour of ['09', '10', '11'])
    await visitor()(
      'createPageBooking',
      { handle, slug },
      {
        body: { forename: 'Erika', surname: 'Sommer', email, startsAt: inDays(2, hour) },
        headers: { 'Idempotency-Key': randomUUID() },
      },
    );
  const page = await book(email);
  await heading(page, 'Wir haben Ihnen schon mehrere E‑Mails geschickt');
  await page.getByText(/^Ab .*Uhr, können Sie es hier noch einmal versuchen\.$/).waitFor();
  await checkLook(page, 'book-many-mails');
  await page.getByRole('button', { name: 'Zurück zu Ihren Angaben' }).press('Enter');
  await heading(page, 'Ihre Angaben');
  expect(await page.getByLabel('E‑Mail').inputValue()).toBe(email);
});

test('a customer with several appointments is led to the company', async () => {
  const email = 'stammkunde@example.org';
  for (const hour of ['09', '10', '11'])
    await stored.booking('', inDays(2, hour), {
      source: 'BOOKING_PAGE',
      email,
      emailProof: 'link',
    });
  const page = await book(email);
  await heading(page, 'Sie haben schon mehrere Termine bei uns');
  await checkLook(page, 'book-many-appointments');
});
