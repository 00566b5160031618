import type { PriceListResult } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { moduleData } from '../support/module-data.ts';
import { codes, csv, type Import, misc, outcome, statuses } from '../support/price-list-company.ts';
import { processorMsSince } from '../support/processor-time.ts';
import { openTestApi } from '../support/test-api.ts';

const { newPriceListCompany } = await openTestApi();

describe('a new product', async () => {
  const company = await newPriceListCompany();

  test('needs a name, a material type, and a manufacturer unless it is misc', async () => {
    expect(codes((await outcome(company, { articleNumber: 'N-0' })).errors)).toEqual([
      ['missing_material_type', 'materialType'],
      ['missing_name', 'name'],
    ]);
    const wallbox = { articleNumber: 'N-1', name: 'WB', materialType: 'wallbox' };
    const data = { chargingPower: 11_000, phases: 3 };
    expect(codes((await outcome(company, { ...wallbox, data })).errors)).toEqual([
      ['missing_manufacturer', 'manufacturer'],
    ]);
    const made = await outcome(company, { ...wallbox, data, manufacturer: 'Nordkabel' });
    expect(made).toMatchObject({ status: 'CREATED', materialType: 'wallbox' });
    expect(await company.read(String(made.materialId))).toMatchObject({ vatRate: 19, ...data });
    expect(
      codes((await outcome(company, { ...wallbox, articleNumber: 'N-2', materialType: 'auto' })).errors),
    ).toEqual([['invalid_material_type', 'materialType']]);
  });

  test('fails if its data is contradictory or belongs to another kind of product', async () => {
    const row = { articleNumber: 'N-3', name: 'SK', materialType: 'pv_module', manufacturer: 'Nordkabel' };
    expect(codes((await outcome(company, { ...row, data: { ...moduleData, voc: 33 } })).errors)).toEqual([
      ['contradiction', 'voc'],
    ]);
    expect(
      codes((await outcome(company, { ...row, data: { ...moduleData, voc: 'x', acPower: 1 } })).errors),
    ).toEqual(
      expect.arrayContaining([
        ['invalid_data', 'acPower'],
        ['invalid_data', 'voc'],
      ]),
    );
  });

  test('reports the first problem of each field of its data with a helpful message', async () => {
    const { errors } = await outcome(company, {
      articleNumber: 'N-9',
      name: 'WR',
      materialType: 'inverter',
      manufacturer: 'Nordkabel',
      data: { acPower: 'x', phases: 3, mppTrackers: Array.from({ length: 50 }, () => ({})), constructor: 1 },
    });
    expect(codes(errors).toSorted()).toEqual([
      ['invalid_data', 'acPower'],
      ['invalid_data', 'constructor'],
      ['missing_data', 'maxDcVoltage'],
      ['missing_data', 'mppTrackers/0/inputCount'],
    ]);
    const rail = {
      articleNumber: 'N-9',
      name: 'US',
      materialType: 'subconstruction',
      manufacturer: 'Nordkabel',
    };
    const { errors: ofRail } = await outcome(company, { ...rail, data: { mountingType: 'ROOF' } });
    expect(ofRail).toMatchObject([
      { field: 'mountingType', message: expect.stringContaining('ON_ROOF, IN_ROOF') },
    ]);
    const fine = { articleNumber: 'N-9', name: 'Kabel', data: { defaultQuantity: 1.23456 } };
    expect((await outcome(company, fine, misc)).errors).toMatchObject([
      { field: 'defaultQuantity', message: 'must have at most three decimal places' },
    ]);
  });

  test('reports a limited number of its conflicts', async () => {
    const tracker = {
      inputCount: 1,
      mppVoltageMin: 900,
      mppVoltageMax: 800,
      maxInputCurrent: 20,
      maxInputCurrentPerInput: 30,
      maxShortCircuitCurrent: 10,
      maxPower: 1,
    };
    const { errors } = await outcome(company, {
      articleNumber: 'N-10',
      name: 'WR',
      materialType: 'inverter',
      manufacturer: 'Nordkabel',
      data: {
        acPower: 5000,
        phases: 3,
        maxDcVoltage: 700,
        mppTrackers: Array.from({ length: 50 }, () => tracker),
      },
    });
    expect(new Set(codes(errors).map(([code]) => code))).toEqual(new Set(['contradiction', 'more_errors']));
    expect(errors).toHaveLength(30);
  });

  test.each([
    ['mppTrackers', 'inverter', Array.from({ length: 20_000 }, () => ({}))],
    ['coverings', 'subconstruction', Array.from({ length: 20_000 }, (_, index) => `c${index}`)],
    ['roofTypes', 'subconstruction', Array.from({ length: 20_000 }, (_, index) => `c${index}`)],
  ])('with far too many %s fails quickly', async (field, materialType, values) => {
    const row = { articleNumber: 'N-11', name: 'x', materialType, manufacturer: 'Nordkabel' };
    const began = process.cpuUsage();
    const { errors } = await outcome(company, { ...row, data: { [field]: values } });
    expect(processorMsSince(began)).toBeLessThan(10_000);
    expect(codes(errors)).toContainEqual(['invalid_data', field]);
    expect(errors.length).toBeLessThan(5);
  });

  test('with very long lists in its data fails just as quickly', async () => {
    const cell = `a${' '.repeat(990)}b`;
    const files = csv('Nr;Name;C', ...Array.from({ length: 4_000 }, (_, index) => `S${index};x;${cell}`));
    const csvFormat = { columns: { articleNumber: 'Nr', name: 'Name', coverings: 'C' } };
    const body: Import = { defaultMaterialType: 'subconstruction', files, csv: csvFormat };
    const began = process.cpuUsage();
    const { summary } = await company.import(body);
    expect([summary.failed, processorMsSince(began) < 10_000]).toEqual([4_000, true]);
  });

  test('of an unknown manufacturer creates the manufacturer once, or fails', async () => {
    const rows = ['Neuwerk', 'NEUWERK'].map((manufacturer, index) => ({
      articleNumber: `N-${4 + index}`,
      name: 'x',
      manufacturer,
    }));
    const refused = await company.import({ ...misc, rows, createManufacturers: false });
    expect(refused.results.map(({ errors }) => codes(errors))).toEqual(
      rows.map(() => [['unknown_manufacturer', 'manufacturer']]),
    );
    const { manufacturers, results } = await company.import({ ...misc, rows });
    expect(statuses({ results } as PriceListResult)).toEqual(['CREATED', 'CREATED']);
    expect(manufacturers).toEqual([{ id: expect.any(String), name: 'Neuwerk' }]);
    const { body } = await company.api.call('listManufacturers', { query: { q: 'Neuwerk' } });
    expect(body.data).toMatchObject([{ materialCount: 2 }]);
  });

  test('of a manufacturer that the list creates does not change known products, even when the list is repeated', async () => {
    const known = await company.add({ articleNumber: 'N-7' });
    const manufacturer = 'Neuwerk Zwei';
    const rows = [
      { articleNumber: 'N-7', manufacturer },
      { articleNumber: 'N-8', name: 'x', manufacturer },
    ];
    expect(statuses(await company.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'CREATED']);
    const again = await company.raisedBy(async () => {
      expect(statuses(await company.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'UNCHANGED']);
    });
    expect(again).toEqual([]);
    expect(await company.read(known)).toMatchObject({ manufacturerId: null });
  });

  test('without a price has the price 0 and no purchasePriceUpdatedAt', async () => {
    const { materialId } = await outcome(company, { articleNumber: 'N-6', name: 'x' }, misc);
    expect(await company.read(String(materialId))).toMatchObject({
      purchasePrice: 0,
      purchasePriceUpdatedAt: null,
    });
  });

  test('is reported with the fields and prices of its row', async () => {
    const row = {
      articleNumber: 'N-7',
      name: 'Kabel',
      unit: '100 m',
      purchasePrice: 45,
      gtin: '4006381333931',
    };
    const siteId = await company.newSite();
    const options = { ...misc, supplier: 'Harz', markup: [{ siteId, percent: 20 }] };
    for (const dryRun of [true, false]) {
      const { changes } = await outcome(company, row, { ...options, dryRun });
      const given = {
        articleNumber: 'N-7',
        supplier: 'Harz',
        name: 'Kabel',
        unit: 'METER',
        gtin: '4006381333931',
        purchasePrice: 0.45,
        [`sellingPrices/${siteId}`]: 0.54,
      };
      expect(changes).toEqual(Object.entries(given).map(([field, to]) => ({ field, from: null, to })));
    }
  });

  test('with the GTIN of an earlier row has a warning', async () => {
    const row = { name: 'x', gtin: '4012345678901', purchasePrice: 1 };
    const rows = ['G-1', 'G-2', 'G-3'].map((articleNumber) => ({ ...row, articleNumber }));
    const { results } = await company.import({ ...misc, rows });
    expect(results.map(({ status, warnings }) => [status, ...codes(warnings)])).toEqual([
      ['CREATED'],
      ['CREATED', ['repeated_gtin', 'gtin']],
      ['CREATED', ['repeated_gtin', 'gtin']],
    ]);
    expect(results[2]?.warnings[0]?.message).toBe(
      'is also the GTIN of line 1: the list may have a wrong GTIN, or the product twice',
    );
  });

  test('is created once for two rows without a number that match each other', async () => {
    const row = { gtin: '4260555010015', name: 'x' };
    expect(statuses(await company.import({ ...misc, rows: [row, row] }))).toEqual(['CREATED', 'FAILED']);
    expect(statuses(await company.import({ ...misc, rows: [row] }))).toEqual(['UNCHANGED']);
  });
});
