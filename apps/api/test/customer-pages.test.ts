import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from '@pv-planning/database/testing';
import { admission } from '@pv-planning/server-kit';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { companyLookup } from '../src/company/authentication/company-lookup.ts';
import { createLookUp } from '../src/company/authentication/look-up.ts';
import { customerLinks } from '../src/server/http/customer-links.ts';
import { pageAssets } from '../src/server/http/sites/page-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'customer-pages-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'assets/offer-1A2B.js'), 'export {};');
for (const name of ['offer', 'booking', 'company', 'request'])
  writeFileSync(path.join(folder, `${name}.html`), `${name} {root}/pages/assets/offer-1A2B.js {token}`);

writeFileSync(path.join(folder, 'embed.js'), 'embed();');

const database = await createTestDatabase();
const findCompany = companyLookup({ database, lookUp: createLookUp(), handlePauseMs: 10 });
const shared = { admission: admission(4), findCompany };
const app = express().set('trust proxy', 1).use(pageAssets(folder));
for (const opened of ['company', 'confirmation', 'offer', 'booking'] as const)
  app.use(customerLinks(shared, opened, folder).handler);
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

afterAll(async () => {
  server.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function fetched(target: string, accept: string) {
  const [response] = (await once(get({ port, path: target, headers: { accept } }), 'response')) as [
    IncomingMessage,
  ];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test.each([
  ['/o/1.2.1.x', 'offer', '..', '../pages/v1/offers/1.2.1.x'],
  ['/o/1.2.1.x/', 'offer', '../..', '../../pages/v1/offers/1.2.1.x'],
  ['/b/1.2.1.x', 'booking', '..', '../pages/v1/bookings/1.2.1.x'],
  ['/c/dach-1', 'company', '..', '../pages/v1/companies/dach-1'],
  ['/c/dach-1/request', 'request', '../..', '../../pages/v1/companies/dach-1'],
  ['/c/dach-1/vor-ort', 'company', '../..', '../../pages/v1/companies/dach-1/booking-types/vor-ort'],
])('%s is a page for browsers, and leads others to the record', async (target, name, root, record) => {
  const page = await fetched(target, browser);
  const opened = decodeURIComponent(target.split('/')[2] ?? '');
  expect(page).toMatchObject({ status: 200, body: `${name} ${root}/pages/assets/offer-1A2B.js ${opened}` });
  expect(page.headers['content-security-policy']).toContain(
    "require-trusted-types-for 'script'; trusted-types 'none'",
  );
  const other = await fetched(target, '*/*');
  expect([other.status, other.headers.location]).toEqual([302, record]);
  for (const { headers } of [page, other]) expect(headers.vary).toContain('Accept');
});

test("only the company's own page can be shown in a frame, by its websites", async () => {
  const embedOrigins = [
    'https://www.dach.example',
    'http://localhost:8080',
    "https://x; script-src 'unsafe-inline'",
  ];
  const company = { companyId: '1', name: 'Dach', slug: 'dach', embedOrigins };
  await database.kysely.insertInto('company').values(company).execute();
  const ancestors = async (target: string) =>
    /frame-ancestors ([^;]*)/.exec(
      String((await fetched(target, browser)).headers['content-security-policy']),
    )?.[1];
  const allowed = 'https://www.dach.example http://localhost:8080';
  const framed = ['/c/dach-1', '/c/dach-1/vor-ort', '/c/dach-1/request'];
  expect(await Promise.all(framed.map(ancestors))).toEqual(framed.map(() => allowed));
  for (const target of ['/c/fach-1', '/c/dach-2', '/o/1.2.1.x', '/b/1.2.1.x', '/o/dach-1'])
    expect(await ancestors(target)).toBe("'none'");
});

test('a token is no HTML', async () => {
  expect((await fetched('/o/1.%22%3E%3Cb%3E', browser)).body).toContain('1.%22%3E%3Cb%3E');
});

test('browsers cache the script that embeds pages for ten minutes', async () => {
  const { status, headers, body } = await fetched('/embed.js', '*/*');
  expect([status, body, headers['cache-control']]).toEqual([200, 'embed();', 'public, max-age=600']);
  expect(headers['content-type']).toContain('javascript');
});

test('browsers cache the assets of pages forever', async () => {
  const { status, headers } = await fetched('/pages/assets/offer-1A2B.js', '*/*');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(headers['content-type']).toContain('javascript');
  expect((await fetched('/pages/assets/other.js', '*/*')).status).toBe(404);
});
