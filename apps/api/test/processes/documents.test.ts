import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, Offer } from '@pv-planning/contract';
import { createTestDatabase } from '@pv-planning/database/testing';
import { isAlive, renderersOf } from '@pv-planning/documents/testing';
import { afterAll, expect, test } from 'vitest';
import { administration } from '../../src/company/administration.ts';
import { apiKeys } from '../../src/company/authentication/api-key.ts';
import { type Caller, httpCaller } from './crash/http-caller.ts';
import { startServiceProcess } from './crash/service-process.ts';

const database = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'pv-documents-'));
const secretKey = Buffer.alloc(32, 7);
const environment = { DATABASE_URL: database.url, SECRET_KEY: secretKey.toString('base64') };
const service = await startServiceProcess({ dataDir, environment });
const servicePid = Number(service.process.pid);
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.exited;
  await database.close();
  await rm(dataDir, { recursive: true });
});

interface Printer {
  offerId: string;
  call: Caller;
}

/** A company with an offer of 30 lines. */
async function newPrinter(number: number): Promise<Printer> {
  const admin = administration(database.kysely, apiKeys({ secretKey }));
  const { id: companyId } = await admin.createCompany({ name: `Company ${number}` });
  const { key } = await admin.createKey({ companyId, name: 'Test', grant: ['*'] });
  const call = httpCaller(service.url, key);
  const create = async <T>(path: string, body: object): Promise<T> => {
    const created = await call('POST', `/v1/${path}`, body);
    expect(created.status).toBe(201);
    return created.body as T;
  };
  const { id: customerId } = await create<{ id: string }>('customers', { lastName: 'Schneider' });
  const { id: projectId } = await create<{ id: string }>('projects', { customerId });
  const additionalCosts = Array.from({ length: 30 }, (_, line) => ({ name: `Line ${line}`, price: number }));
  const { id: offerId } = await create<Offer>('offers', { projectId, additionalCosts });
  return { offerId, call };
}

const printers = await Promise.all(Array.from({ length: 10 }, (_, index) => newPrinter(index + 1)));

async function print({ call, offerId }: Printer): Promise<string> {
  const { status, body } = await call('POST', `/v1/offers/${offerId}/document`);
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  return (body as Document).content;
}

/** Peak memory of a process in MiB (Linux only). */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

test('50 documents at once of ten companies take a bounded number of processes and bounded memory', async () => {
  await print(printers[0] as Printer);
  const before = await peakMemory(servicePid);
  const contents = await Promise.all(
    printers.flatMap((each) => Array.from({ length: 5 }, () => print(each))),
  );
  expect(new Set(contents).size).toBe(printers.length);
  const renderers = await renderersOf(servicePid);
  expect(renderers.length).toBeLessThanOrEqual(Math.max(1, Math.floor(availableParallelism() / 2)));
  for (const pid of renderers) expect(await peakMemory(pid)).toBeLessThan(400);
  expect((await peakMemory(servicePid)) - before).toBeLessThan(100);
});

test('a company that prints much delays another by the document that is being printed', async () => {
  const [busy, other] = printers as [Printer, Printer];
  const order: string[] = [];
  const printAs = (name: string, printer: Printer) => print(printer).then(() => order.push(name));
  const flood = Array.from({ length: 10 }, () => printAs('busy', busy));
  await Promise.race(flood);
  await printAs('other', other);
  expect(order.indexOf('other')).toBeLessThan(6);
  await Promise.all(flood);
});

test('after SIGTERM, the service completes the document that is being printed, and no child is left', async () => {
  const requested = printers.map(print);
  await Promise.race(requested);
  const renderers = await renderersOf(servicePid);
  expect(renderers.length).toBeGreaterThan(0);
  service.process.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  const outcomes = (await Promise.allSettled(requested)).map(({ status }) => status);
  expect(outcomes.filter((status) => status === 'fulfilled').length).toBeGreaterThan(1);
  await expect.poll(() => renderers.filter(isAlive)).toEqual([]);
});
