import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { companyStorage } from '../src/server/storage/company-storage.ts';
import { measureCompany, measuredTables } from '../src/server/storage/measure-company.ts';
import { startCompanyStorage } from '../src/server/storage/start-company-storage.ts';
import { openTestApi } from './support/test-api.ts';
import type { TestCompany } from './support/test-company.ts';

const companyStorageMib = 1;
const { database, url, addCompany, addExampleCompany, visitor, setClock } = await openTestApi({
  companyStorageMib,
});

/** A body of about 10 KB that does not compress. */
const customer = () => ({ lastName: 'Vogel', notes: randomBytes(7_400).toString('base64') });

const create = ({ api }: TestCompany, key?: string) =>
  api.call('createCustomer', {
    body: customer(),
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });

test('rejects all writes except deletions with 409 once a company has used up its storage', async () => {
  const [full, other] = [await addCompany(), await addCompany()];
  const body = customer();
  const headers = { 'Idempotency-Key': 'first' };
  const first = await full.api.call('createCustomer', { body, headers });
  const params = { id: first.body.id };
  const statuses: number[] = [];
  while (statuses.length < 120 && !statuses.includes(409)) statuses.push((await create(full)).status);
  expect(new Set(statuses)).toEqual(new Set([201, 409]));

  const { status, error, body: response } = await create(full, 'another');
  expect({ status, error }).toEqual({ status: 409, error: 'storage_full' });
  expect(response).toMatchObject({
    message:
      'Your company has used its storage of 1 MiB. Delete records that you no longer need and try again after a minute, or ask the operator for more storage. Events are removed after 30 days, stored responses after 24 hours.',
  });
  expect(await full.api.call('updateCustomer', { params, body: { lastName: 'Amsel' } })).toMatchObject({
    status: 409,
    error: 'storage_full',
  });
  const rows = [{ articleNumber: 'A', name: 'Kabel', purchasePrice: 1 }];
  const list = { defaultMaterialType: 'misc', rows } as const;
  expect(await full.api.call('importPriceList', { body: list })).toMatchObject({ error: 'storage_full' });
  const upsert = { data: [{ externalId: 'A', lastName: 'Amsel' }] };
  expect(await full.api.call('upsertCustomers', { body: upsert })).toMatchObject({ error: 'storage_full' });
  const repeated = await full.api.call('createCustomer', { body, headers });
  expect([repeated.status, repeated.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
  expect((await full.api.call('getCustomer', { params })).status).toBe(200);
  expect((await full.api.call('deleteCustomer', { params })).status).toBe(204);
  expect((await create(other)).status).toBe(201);
});

test('customers can decide although the company has used up its storage', async () => {
  const full = await addExampleCompany();
  const { body } = await full.api.sample('createOfferLink');
  const token = (body as { url: string }).url.replace(/^.*\//, '');
  let last: string | undefined;
  for (let count = 0; count < 120 && last !== 'storage_full'; count += 1) last = (await create(full)).error;
  expect(last).toBe('storage_full');
  const page = `${url}/pages/v1/offers/${token}`;
  const { termsVersion } = (await (await fetch(page)).json()) as { termsVersion: string };
  const decide = (action: string, declaration: object) =>
    fetch(`${page}/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(declaration),
    });
  expect((await decide('accept', { name: 'Maria Schneider', termsVersion })).status).toBe(200);
  expect((await decide('withdrawal', {})).status).toBe(200);
  expect((await create(full)).error).toBe('storage_full');
});

test('requests of configurators, which anybody sends, leave a fifth of the storage to bookings and keys', async () => {
  setClock('2026-03-16T08:00:00.000Z');
  const company = await addCompany();
  const lena = await company.stored.member();
  await company.stored.hours(null, [[1, '09:00', '12:00']]);
  const { slug } = await company.stored.type([lena], { sources: ['BOOKING_PAGE'] });
  const { handle } = company;
  const headers = () => ({ 'Idempotency-Key': randomUUID() });
  const message = randomBytes(7_000).toString('base64');
  const submit = async () => {
    const body = { contact: { lastName: 'Vogel' }, message };
    return (await visitor()('submitRequest', { handle }, { body, headers: headers() })).error;
  };
  let last: string | undefined;
  for (let count = 0; count < 120 && last === undefined; count += 1) last = await submit();
  expect(last).toBe('storage_full');
  expect((await create(company)).status).toBe(201);
  const body = {
    forename: 'Kim',
    surname: 'Vogel',
    email: 'kim@example.org',
    startsAt: '2026-03-23T08:00:00.000Z',
  };
  const booked = await visitor()('createPageBooking', { handle, slug }, { body, headers: headers() });
  expect(booked.status).toBe(200);
  expect(await submit()).toBe('storage_full');
});

test('measures what a company stores, including stored responses', async () => {
  const company = await addCompany();
  const tables = await measuredTables(database.kysely);
  const measured = () => measureCompany(database.kysely, company.id, tables);
  const before = await measured();
  expect(before).toBeLessThan(2_000);
  await create(company);
  const withoutKey = (await measured()) - before;
  expect(withoutKey).toBeGreaterThan(9_800);
  expect(withoutKey).toBeLessThan(12_000);
  await create(company, 'stored');
  const withKey = (await measured()) - before - withoutKey;
  expect(withKey).toBeGreaterThan(15_000);
  expect(withKey).toBeLessThan(24_000);
});

test('a full company can write again once a measurement finds space', async () => {
  const company = await addCompany();
  const storage = companyStorage(database.kysely, companyStorageMib);
  const sizeOf = () => new Map(storage.sizes()).get(company.id);
  await storage.measure();
  const measured = sizeOf() ?? 0;
  storage.add(company.id, 2 * 1024 * 1024);
  expect(() => storage.requireSpace(company.id, 1)).toThrow(
    expect.objectContaining({ code: 'storage_full' }),
  );
  await expect.poll(() => storage.measure().then(sizeOf)).toBe(measured);
  expect(() => storage.requireSpace(company.id, 1)).not.toThrow();
});

test('a company is measured again only when it has added a tenth of its size', async () => {
  const company = await addCompany();
  await create(company);
  const storage = companyStorage(database.kysely, undefined);
  const sizeOf = () => new Map(storage.sizes()).get(company.id);
  await storage.measure();
  const measured = sizeOf() ?? 0;
  storage.add(company.id, 100);
  await storage.measure();
  expect(sizeOf()).toBe(measured + 100);
  storage.add(company.id, measured);
  await expect.poll(() => storage.measure().then(sizeOf)).toBe(measured);
});

test('a company that cannot be measured does not stop the others', async () => {
  await addCompany();
  let statements = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      // The second one is the first company's: the tables are read before.
      if (node.kind === 'RawNode' && ++statements === 2) throw new Error('planted');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const storage = companyStorage(kysely, undefined);
  await expect(storage.measure()).rejects.toThrow('Some companies could not be measured.');
  const sizes = storage.sizes().map(([, bytes]) => bytes);
  expect(sizes.filter((bytes) => bytes === 0)).toHaveLength(1);
  await storage.measure();
  expect(storage.sizes().map(([, bytes]) => bytes)).not.toContain(0);
});

test('reports the size of each company on /metrics', async () => {
  const company = await addCompany();
  await create(company);
  const registry = new Registry();
  const settings = { companyStorageMib: undefined, metricsPort: 9464 };
  const logger = pino({ level: 'silent' });
  const { stop } = startCompanyStorage({ settings, database, registry, logger });
  onTestFinished(stop);
  const reported = async () => {
    const [, bytes] =
      new RegExp(`company_storage_bytes{company="${company.id}"} (\\d+)`).exec(await registry.metrics()) ??
      [];
    return Number(bytes);
  };
  await expect.poll(reported).toBeGreaterThan(9_800);
});
