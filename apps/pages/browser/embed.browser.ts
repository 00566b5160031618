import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { checkLook, visit } from './support/browser.ts';

const { url, addPaidCompany, setClock, database } = await openTestApi({}, { payments: true });
// The browser has the real time.
setClock(new Date().toISOString());

const example = readFileSync(new URL('../examples/website.html', import.meta.url), 'utf8');
let website = '';

/** The website of a company, at another port of this machine. */
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end(website);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Opens the page of the guide on the website of a company. */
async function openWebsite(embedOrigins: string[]) {
  const company = await addPaidCompany({ name: 'Vor-Ort-Termin' });
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '09:00', '12:00'] as const);
  await company.stored.hours(company.lena, everyDay);
  const { slug } = await company.stored.type([company.lena], {
    sources: ['BOOKING_PAGE'],
    location: 'VIDEO',
  });
  await database.kysely
    .updateTable('company')
    .set({ embedOrigins })
    .where('companyId', '=', company.id)
    .execute();
  website = example
    .replaceAll('https://pv.example.com', url)
    .replaceAll('sonnendach-1', company.handle)
    .replace('"beratung"', `"${slug}"`);
  const visited = await visit(`${origin}/`);
  // The website asks the service.
  visited.expectErrors(new RegExp(`^asked ${new URL(url).host}$|favicon`));
  return { company, ...visited };
}

const heightOf = async (page: Page, title: string) =>
  (await page.locator(`iframe[title="${title}"]`).boundingBox())?.height ?? 0;

test('a website shows the pages of its company in frames that follow their content', async () => {
  const { page, company } = await openWebsite([origin]);
  const booking = page.frameLocator('iframe[title="Termin vereinbaren"]');
  const request = page.frameLocator('iframe[title="Angebot anfragen"]');
  await booking.locator('.times button').first().waitFor();
  await page.locator('iframe').nth(1).scrollIntoViewIfNeeded();
  await request.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  await checkLook(page, 'embed');

  const before = await heightOf(page, 'Angebot anfragen');
  await request.getByRole('radio', { name: 'Flachdach' }).press('Space');
  // A flat roof has no direction: less is asked.
  await expect.poll(() => heightOf(page, 'Angebot anfragen')).toBeLessThan(before - 200);
  const inner = () => request.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight);
  await expect.poll(inner).toBeLessThanOrEqual(0);

  await booking.locator('.times button').first().press('Enter');
  for (const [label, value] of [
    ['Vorname', 'Erika'],
    ['Nachname', 'Sommer'],
    ['E‑Mail', 'erika@example.org'],
  ] as const)
    await booking.getByLabel(label, { exact: true }).fill(value);
  await booking.getByLabel('E‑Mail').press('Enter');
  // The appointment opens in the whole window: no frame shows what a link opens.
  await page.waitForURL(`${url}/b/**`);
  await page.getByText('Kommt etwas dazwischen?').waitFor();
  const { status } = await company.newest();
  expect(status).toBe('CONFIRMED');
});

test('a website that the company does not list shows links instead', async () => {
  const { page, expectErrors } = await openWebsite(['https://www.sonnendach.example']);
  expectErrors(/frame-ancestors/);
  const link = page.getByRole('link', { name: 'Termin vereinbaren' });
  await link.waitFor();
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/');
  await checkLook(page, 'embed-refused');
  const opened = page.waitForEvent('popup');
  await link.press('Enter');
  await (await opened).locator('.times button').first().waitFor();
});
