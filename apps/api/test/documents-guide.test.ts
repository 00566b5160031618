import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectricalContractor, GridOperator } from '@pv-planning/contract';
import { createTestDatabase } from '@pv-planning/database/testing';
import { afterAll, expect, test } from 'vitest';
import { testLog } from '../../../scripts/test-log.ts';
import { readSettings } from '../src/kernel/settings/settings.ts';
import { createDemoCompany } from '../src/programs/demo/demo-company.ts';
import { startService } from '../src/server/service.ts';
import { httpCaller } from './processes/crash/http-caller.ts';
import { contract } from './support/contract-document.ts';

interface GuideFunctions {
  printOffer(offerId: string): Promise<Map<string, Buffer>>;
  applicationForms(
    offerId: string,
    electronicsFirmId: string,
  ): Promise<{
    files: Map<string, Buffer>;
    missing: { code: string; label: string; required: boolean; source: { resource: string } | null }[];
  }>;
}

const database = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'pv-documents-guide-'));
const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'test' });
const service = await startService(settings, testLog('error').logger);
afterAll(async () => {
  await service.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});
const demo = await createDemoCompany(service);
const call = httpCaller(String(service.url), String(demo?.apiKey));

const guide = contract.tags.find(({ name }) => name === 'Documents')?.description ?? '';
const code = Array.from(guide.matchAll(/^```ts\n(.*?)^```$/gms), ([, part]) => part).join('');
const source = `export default (baseUrl, headers) => {${code}return { printOffer, applicationForms }; };`;
const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
const { printOffer, applicationForms }: GuideFunctions = module.default(service.url, {
  Authorization: `Bearer ${demo?.apiKey}`,
});

const areFiles = (files: Map<string, Buffer>) =>
  [...files.values()].every((file) => file.subarray(0, 5).toString() === '%PDF-');

test("the guide's code prints an offer and its string plan", async () => {
  const files = await printOffer('1');
  expect([...files.keys()].map((name) => name.replace(/-\d{4}-/, '-'))).toEqual([
    'Angebot-AN-00001.pdf',
    'Stringplan-AN-00001.pdf',
  ]);
  expect(areFiles(files)).toBe(true);
  expect(await printOffer('1')).toEqual(files);
});

/** Returns the first record of a list. */
async function firstOf<T>(path: string): Promise<T> {
  const { data } = (await call('GET', `/v1/${path}`)).body as { data: T[] };
  return data[0] as T;
}

test("the guide's code fills the forms of an application, and names what is missing until it is entered", async () => {
  const operator = await firstOf<GridOperator>('grid-operators?sort=name.desc');
  const contractor = await firstOf<ElectricalContractor>('electrical-contractors');
  await call('PATCH', '/v1/projects/1', { networkCarrierId: operator.id });
  const { files, missing } = await applicationForms('1', contractor.id);
  expect([...files.keys()].map((name) => name.split('-')[0])).toEqual(['E1', 'E2', 'E3', 'UESB']);
  expect(areFiles(files)).toBe(true);
  const ofProject = missing.filter(({ source }) => source?.resource === 'projects');
  expect(ofProject.map(({ code, label }) => `${code} ${label}`)).toContain('E1 Marktlokation');
  await call('PATCH', '/v1/projects/1', { marketLocationId: '12345678901' });
  const completed = await applicationForms('1', contractor.id);
  expect(completed.missing).toHaveLength(missing.length - 1);
});
