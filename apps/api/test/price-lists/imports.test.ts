import { gzipSync } from 'node:zlib';
import type { PriceListResult } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { rowProblemTexts } from '../../src/catalog/price-lists/plan/row-problems.ts';
import {
  bodyExamplesOf,
  bodySchemaOf,
  contract,
  describedOperation,
  responseExamplesOf,
} from '../support/contract-document.ts';
import { moduleData } from '../support/module-data.ts';
import { base64, codes, csv, type Import, misc, statuses } from '../support/price-list-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newPriceListCompany, exampleCompany } = await openTestApi();

const guide = contract.tags.find(({ name }) => name === 'Price lists')?.description ?? '';

describe('a price list of every kind of row', async () => {
  const company = await newPriceListCompany();
  const priced = await company.add({ articleNumber: 'A-1', purchasePrice: 10 });
  const renamed = await company.add({ articleNumber: 'A-2', name: 'Alt', purchasePrice: 1 });
  const archived = await company.add({ articleNumber: 'A-3', archived: true, purchasePrice: 5 });
  const same = await company.add({ articleNumber: 'A-4', purchasePrice: 2.5 });
  const list: Import = {
    defaultMaterialType: 'misc',
    markup: [{ siteId: company.siteId, percent: 25 }],
    rows: [
      { articleNumber: 'a-1', purchasePrice: 11 },
      { articleNumber: 'A-2', name: 'Neu' },
      { articleNumber: 'A-3', purchasePrice: 5.5 },
      { articleNumber: 'A-4' },
      {
        articleNumber: 'A-5',
        name: 'Klemme',
        purchasePrice: 120,
        priceQuantity: 1000,
        manufacturer: 'Klemmwerk',
      },
      { articleNumber: 'A-1', purchasePrice: 12 },
      { articleNumber: 'A-6', purchasePrice: -1 },
      { articleNumber: 'A-7', name: 'Modul', materialType: 'pv_module', manufacturer: 'nordkabel' },
      {
        articleNumber: 'A-8',
        name: 'SK',
        materialType: 'pv_module',
        manufacturer: 'Nordkabel',
        data: moduleData,
      },
    ],
  };
  const before = (await company.api.call('listMaterials')).text;
  let dry = {} as PriceListResult;
  const dryEvents = await company.raisedBy(async () => {
    dry = await company.import({ ...list, dryRun: true });
  });
  const afterDry = (await company.api.call('listMaterials')).text;
  let real = {} as PriceListResult;
  const events = await company.raisedBy(async () => {
    real = await company.import(list);
  });

  test('returns a result for each row, in order', () => {
    expect(statuses(real)).toEqual([
      'UPDATED',
      'UPDATED',
      'UPDATED',
      'UNCHANGED',
      'CREATED',
      'FAILED',
      'FAILED',
      'FAILED',
      'CREATED',
    ]);
    expect(real.results.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(real.summary).toEqual({ rows: 9, created: 2, updated: 3, unchanged: 1, skipped: 0, failed: 3 });
    expect(real.applied).toBe(true);
    expect(real.results.slice(0, 4).map(({ materialId }) => materialId)).toEqual([
      priced,
      renamed,
      archived,
      same,
    ]);
  });

  test('reports the problems of each row', () => {
    const [, , ofArchived, , , duplicate, negative, bare] = real.results;
    expect(codes(ofArchived?.warnings ?? [])).toEqual([['archived_product', null]]);
    expect(codes(duplicate?.errors ?? [])).toEqual([['duplicate_row', 'articleNumber']]);
    expect(duplicate?.errors[0]?.message).toContain('line 1');
    expect(codes(negative?.errors ?? [])).toEqual([['invalid_price', 'purchasePrice']]);
    expect(new Set(codes(bare?.errors ?? []).map(([code]) => code))).toEqual(new Set(['missing_data']));
    expect(bare?.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(Object.keys(moduleData)));
  });

  test('stores prices per unit, marked-up selling prices and archived products', async () => {
    const changed = await company.read(priced);
    expect(changed).toMatchObject({
      purchasePrice: 11,
      sellingPrices: [{ siteId: company.siteId, net: 13.75, vatRate: 0, gross: 13.75 }],
    });
    expect(changed.purchasePriceUpdatedAt).toBe(changed.updatedAt);
    expect(await company.read(archived)).toMatchObject({ purchasePrice: 5.5, archived: true });
    const created = await company.read(String(real.results[4]?.materialId));
    expect(created).toMatchObject({
      name: 'Klemme',
      materialType: 'misc',
      purchasePrice: 0.12,
      autoAdd: false,
      sellingPrices: [{ net: 0.15 }],
    });
    expect(created.purchasePriceUpdatedAt).toBe(created.createdAt);
    expect(real.manufacturers).toEqual([{ id: created.manufacturerId, name: 'Klemmwerk' }]);
    expect(await company.read(String(real.results[8]?.materialId))).toMatchObject({
      ...moduleData,
      materialType: 'pv_module',
      manufacturerId: company.manufacturerId,
      cellTechnology: null,
    });
  });

  test('has the same result in a dry run, except for ids of new records, and changes nothing', () => {
    const withoutIds = ({ results, manufacturers, ...rest }: PriceListResult) => ({
      ...rest,
      applied: undefined,
      manufacturers: manufacturers.map(({ name }) => name),
      results: results.map(({ materialId, ...row }) => ({
        ...row,
        id: row.status === 'CREATED' || materialId,
      })),
    });
    expect(withoutIds(dry)).toEqual(withoutIds(real));
    expect([dry.applied, dry.results[4]?.materialId, dry.manufacturers[0]?.id]).toEqual([false, null, null]);
    expect(afterDry).toBe(before);
    expect(dryEvents).toEqual([]);
  });

  test('raises one event for each new and renamed product, and none for prices', () => {
    const told = events.map(({ type, data }) => [type, data.id]);
    expect(told.toSorted()).toEqual(
      [
        ['material.updated', renamed],
        ['material.created', real.results[4]?.materialId],
        ['material.created', real.results[8]?.materialId],
      ].toSorted(),
    );
    expect(events.find(({ type }) => type === 'material.updated')?.data).toEqual({
      id: renamed,
      materialType: 'misc',
      name: 'Neu',
      archived: false,
      manufacturerId: null,
    });
  });

  test('changes nothing when it is repeated', async () => {
    const again = await company.raisedBy(async () => {
      const { summary, results } = await company.import(list);
      expect(summary).toEqual({ rows: 9, created: 0, updated: 0, unchanged: 6, skipped: 0, failed: 3 });
      expect(results.flatMap(({ changes }) => changes)).toEqual([]);
    });
    expect(again).toEqual([]);
  });
});

test('with allOrNothing a failed row prevents all changes, and the response has the same results as without allOrNothing', async () => {
  const company = await newPriceListCompany();
  const id = await company.add({ articleNumber: 'A', purchasePrice: 1 });
  const rows = [{ articleNumber: 'A', purchasePrice: 1.1 }, { articleNumber: 'B' }];
  const refused = await company.import({ allOrNothing: true, rows });
  expect([refused.applied, statuses(refused)]).toEqual([false, ['UPDATED', 'FAILED']]);
  expect(await company.read(id)).toMatchObject({ purchasePrice: 1 });
  const done = await company.import({ allOrNothing: true, rows: rows.slice(0, 1) });
  expect([done.applied, statuses(done)]).toEqual([true, ['UPDATED']]);
});

test('with allOrNothing a file that cannot be read completely prevents all changes', async () => {
  const company = await newPriceListCompany();
  const lines = Array.from(
    { length: 9_000 },
    (_, index) => `G-${index};Kabel ${(index * 7919) % 104_729};1,50`,
  );
  const packed = gzipSync(['Artikelnr;Name;EK', ...lines].join('\n'));
  const files = [{ name: 'preise.csv.gz', content: base64(packed.subarray(0, packed.length - 2_000)) }];
  const refused = await company.import({ ...misc, allOrNothing: true, files });
  expect(refused.summary.created).toBeGreaterThan(0);
  expect(refused.summary.failed).toBe(0);
  expect([refused.applied, refused.unreadable]).toMatchObject([false, [{ code: 'invalid_gzip' }]]);
  expect(await company.find('G-0')).toEqual([]);
  expect((await company.import({ ...misc, files })).applied).toBe(true);
});

describe('an invalid price list', async () => {
  const company = await newPriceListCompany();
  const refused = async (body: Import) => {
    const { status, error, details } = await company.api.call('importPriceList', { body });
    return { status, error, path: details?.[0]?.path };
  };
  const rows = [{ articleNumber: 'A' }];

  test('has neither files nor rows, or both', async () => {
    const expected = { status: 400, error: 'invalid_request', path: '' };
    expect(await refused({})).toEqual(expected);
    const both = { rows, files: csv('Artikelnr;EK', 'A;1') };
    expect(await refused(both)).toEqual({ ...expected, path: '/rows' });
  });

  test('has a file that is not in base64', async () => {
    expect(await refused({ files: [{ name: 'a.csv', content: 'Artikelnr;EK' }] })).toEqual({
      status: 400,
      error: 'invalid_request',
      path: '/files/0/content',
    });
  });

  test('has markups for unknown sites, or two for one site', async () => {
    const markup = [{ siteId: '987654321', percent: 10 }];
    expect(await refused({ rows, markup })).toEqual({
      status: 400,
      error: 'unknown_reference',
      path: '/markup/0/siteId',
    });
    const twice = [10, 20].map((percent) => ({ siteId: company.siteId, percent }));
    expect(await refused({ rows, markup: twice })).toMatchObject({ path: '/markup/1/siteId' });
  });

  test('has more than 10,000 rows', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => ({ articleNumber: `${index}` }));
    const expected = { status: 400, error: 'too_many_rows' };
    expect(await refused({ rows: many })).toEqual({ ...expected, path: '/rows' });
    const lines = many.map(({ articleNumber }) => `${articleNumber};1,00`);
    const files = csv('Artikelnr;EK', ...lines);
    expect(await refused({ files })).toEqual({ ...expected, path: '/files' });
  });
});

test('a list with very many errors reports the first errors of each row', async () => {
  const company = await newPriceListCompany();
  const data = Object.fromEntries(Array.from({ length: 38 }, (_, index) => [`field${index}`, index]));
  const rows = Array.from({ length: 600 }, (_, index) => ({ articleNumber: `${index}`, name: 'x', data }));
  const { results } = await company.import({ ...misc, rows, dryRun: true });
  const errors = results.map((result) => result.errors);
  expect(errors[0]).toHaveLength(30);
  expect(errors.at(-1)).toHaveLength(2);
  expect([errors[0], errors.at(-1)].map((ofRow) => ofRow?.at(-1)?.code)).toEqual([
    'more_errors',
    'more_errors',
  ]);
  expect(errors.flat().length).toBeLessThan(11_000);
});

test('the examples of the contract have the results that the contract shows', async () => {
  const answers = [];
  for (const body of bodyExamplesOf('importPriceList') as Import[])
    answers.push((await exampleCompany.api.call('importPriceList', { body })).body);
  expect(answers).toEqual(responseExamplesOf('importPriceList', 200));
});

test('the contract states the maximum number of rows consistently', async () => {
  const rows = Array.from({ length: 10_001 }, (_, index) => ({ articleNumber: `${index}` }));
  const { text } = await exampleCompany.api.call('importPriceList', { body: { rows } });
  const [, max = 'no number'] = text.match(/([\d,]+) rows/) ?? [];
  const { description } = describedOperation('importPriceList');
  const schema = bodySchemaOf('importPriceList')?.properties?.rows;
  expect([description, guide, schema?.description]).toEqual([
    expect.stringContaining(`up to ${max} rows`),
    expect.stringContaining(`up to ${max} rows`),
    expect.stringContaining(`up to ${max}`),
  ]);
});

test('the guide lists every code for problems in rows', () => {
  const [, table = ''] = guide.split('| Code | Reported in |');
  const told = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);
  expect(told).toEqual(expect.arrayContaining(Object.keys(rowProblemTexts)));
});
