import { gzipSync } from 'node:zlib';
import type { Body, PriceListResult, RowResult } from '@pv-planning/contract';
import fc from 'fast-check';
import { DefaultQueryExecutor, sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rowProblemTexts } from '../src/price-lists/row-problems.ts';
import { contract, namedExample } from './support/contract-document.ts';
import { openTestApi, type TestCompany } from './support/test-api.ts';

const { database, story, other, addCompany } = await openTestApi();

type Import = Body<'importPriceList'>;

const misc: Import = { defaultMaterialType: 'misc' };

const guide = contract.tags.find(({ name }) => name === 'Price lists')?.description ?? '';

/** A company with a site and, by article number, some products of its own. */
interface Shop extends TestCompany {
  siteId: string;
  manufacturerId: string;
  /** Adds a product of no particular kind; returns its id. */
  add(body: Partial<Body<'createMiscMaterial'>>): Promise<string>;
  import(body: Import): Promise<PriceListResult>;
  read(id: string): Promise<Record<string, unknown>>;
  find(articleNumber: string): Promise<Record<string, unknown>[]>;
}

async function newShop(): Promise<Shop> {
  const company = await addCompany();
  const { call } = company.api;
  const { body: manufacturer } = await call('createManufacturer', {
    body: { name: 'Nordkabel GmbH', shortName: 'Nordkabel' },
  });
  return {
    ...company,
    siteId: await company.newSite(),
    manufacturerId: manufacturer.id,
    async add(body) {
      const answer = await call('createMiscMaterial', { body: { name: 'Kabel', ...body } });
      expect(answer.status).toBe(201);
      return answer.body.id;
    },
    async import(body) {
      const answer = await call('importPriceList', { body });
      expect({ status: answer.status, text: answer.status === 200 || answer.text }).toEqual({
        status: 200,
        text: true,
      });
      return answer.body;
    },
    async read(id) {
      const { body } = await call('listMaterials', { query: { limit: 200 } });
      return body.data.find((product) => product.id === id) ?? {};
    },
    async find(articleNumber) {
      return (await call('listMaterials', { query: { articleNumber } })).body.data as never;
    },
  };
}

const statuses = ({ results }: PriceListResult) => results.map(({ status }) => status);
const codes = (problems: RowResult['errors']) => problems.map(({ code, field }) => [code, field]);
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

function csv(...lines: string[]) {
  return [{ name: 'preise.csv', content: base64(lines.join('\r\n')) }];
}

/** One row's outcome. */
async function outcome(shop: Shop, row: NonNullable<Import['rows']>[number], options: Import = {}) {
  const { results } = await shop.import({ rows: [row], ...options });
  return results[0] as RowResult;
}

const module = {
  power: 440,
  vmpp: 33.12,
  impp: 13.29,
  voc: 39.62,
  isc: 14.02,
  tempCoefficientVoc: -0.25,
  tempCoefficientPmpp: -0.29,
  length: 1762,
  width: 1134,
  maxSystemVoltage: 1500,
};

describe('a price list of every kind of row', async () => {
  const shop = await newShop();
  const priced = await shop.add({ articleNumber: 'A-1', purchasePrice: 10 });
  const renamed = await shop.add({ articleNumber: 'A-2', name: 'Alt', purchasePrice: 1 });
  const archived = await shop.add({ articleNumber: 'A-3', archived: true, purchasePrice: 5 });
  const same = await shop.add({ articleNumber: 'A-4', purchasePrice: 2.5 });
  const list: Import = {
    defaultMaterialType: 'misc',
    markup: [{ siteId: shop.siteId, percent: 25 }],
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
        data: module,
      },
    ],
  };
  const before = (await shop.api.call('listMaterials')).text;
  let dry = {} as PriceListResult;
  const dryEvents = await shop.raisedBy(async () => {
    dry = await shop.import({ ...list, dryRun: true });
  });
  const afterDry = (await shop.api.call('listMaterials')).text;
  let real = {} as PriceListResult;
  const events = await shop.raisedBy(async () => {
    real = await shop.import(list);
  });

  test('becomes what its rows say, in their order', () => {
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

  test('names what is wrong with a row', () => {
    const [, , ofArchived, , , duplicate, negative, bare] = real.results;
    expect(codes(ofArchived?.warnings ?? [])).toEqual([['archived_product', null]]);
    expect(codes(duplicate?.errors ?? [])).toEqual([['duplicate_row', 'articleNumber']]);
    expect(duplicate?.errors[0]?.message).toContain('line 1');
    expect(codes(negative?.errors ?? [])).toEqual([['invalid_price', 'purchasePrice']]);
    expect(new Set(codes(bare?.errors ?? []).map(([code]) => code))).toEqual(new Set(['missing_data']));
    expect(bare?.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(Object.keys(module)));
  });

  test('is stored: prices for one, selling prices by the mark-up, archived ones archived', async () => {
    expect(await shop.read(priced)).toMatchObject({
      purchasePrice: 11,
      sellingPrices: [{ siteId: shop.siteId, net: 13.75, vatRate: 0, gross: 13.75 }],
    });
    expect(await shop.read(archived)).toMatchObject({ purchasePrice: 5.5, archived: true });
    const created = await shop.read(String(real.results[4]?.materialId));
    expect(created).toMatchObject({
      name: 'Klemme',
      materialType: 'misc',
      purchasePrice: 0.12,
      autoAdd: false,
      sellingPrices: [{ net: 0.15 }],
    });
    expect(created.purchasePriceUpdatedAt).toBe(created.createdAt);
    expect(real.manufacturers).toEqual([{ id: created.manufacturerId, name: 'Klemmwerk' }]);
    expect(await shop.read(String(real.results[8]?.materialId))).toMatchObject({
      ...module,
      materialType: 'pv_module',
      manufacturerId: shop.manufacturerId,
      cellTechnology: null,
    });
  });

  test('does in a dry run the same, but for the ids of what is new, and changes nothing', () => {
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

  test('raises one event for each new and each renamed product, and none for a price', () => {
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

  test('leaves all as it is the second time', async () => {
    const again = await shop.raisedBy(async () => {
      const { summary, results } = await shop.import(list);
      expect(summary).toEqual({ rows: 9, created: 0, updated: 0, unchanged: 6, skipped: 0, failed: 3 });
      expect(results.flatMap(({ changes }) => changes)).toEqual([]);
    });
    expect(again).toEqual([]);
  });
});

describe('a row means the product', async () => {
  const shop = await newShop();
  const own = await shop.add({
    articleNumber: '0815',
    supplier: 'Harz Großhandel',
    gtin: '4006381333931',
    manufacturerId: shop.manufacturerId,
    manufacturerArticleNumber: 'NK-6',
    purchasePrice: 1,
  });

  test('with its article number, whole, with leading zeros, upper and lower case alike', async () => {
    expect(await outcome(shop, { articleNumber: ' 0815 ' })).toMatchObject({ materialId: own });
    for (const articleNumber of ['815', '08150', '0815-1']) {
      expect(codes((await outcome(shop, { articleNumber, name: 'x' })).errors)).toEqual([
        ['missing_material_type', 'materialType'],
      ]);
    }
  });

  test('of the supplier alone, when one is named', async () => {
    const supplier = 'HARZ GROßHANDEL';
    expect(await outcome(shop, { articleNumber: '0815' }, { supplier })).toMatchObject({ materialId: own });
    const elsewhere = await outcome(shop, { articleNumber: '0815', name: 'x' }, { supplier: 'Anderer' });
    expect(elsewhere).toMatchObject({ status: 'FAILED', materialId: null });
  });

  test('with its manufacturer, by either name, and the number there', async () => {
    for (const manufacturer of ['nordkabel gmbh', 'NORDKABEL']) {
      const found = await outcome(shop, { manufacturer, manufacturerArticleNumber: 'nk-6' });
      expect(found).toMatchObject({ status: 'UNCHANGED', materialId: own });
    }
    const stranger = await outcome(shop, { manufacturer: 'Anderer', manufacturerArticleNumber: 'NK-6' });
    expect(stranger.status).toBe('FAILED');
  });

  test('with its GTIN, and takes the price only when it is another article', async () => {
    const row = { articleNumber: 'X-1', gtin: '4006381333931', name: 'Anders', purchasePrice: 1.2 };
    const { status, changes, warnings } = await outcome(shop, row, { supplier: 'Anderer' });
    expect({ status, changes }).toEqual({
      status: 'UPDATED',
      changes: [{ field: 'purchasePrice', from: 1, to: 1.2 }],
    });
    expect(codes(warnings)).toEqual([['other_article', 'articleNumber']]);
    expect(await shop.read(own)).toMatchObject({ articleNumber: '0815', name: 'Kabel', purchasePrice: 1.2 });
  });

  test('of another supplier, and takes the price only, whatever numbers the two have', async () => {
    const row = { name: 'Anders', purchasePrice: 11 };
    const price = [{ field: 'purchasePrice', from: 10, to: 11 }];
    const [bare, numbered] = [gtinOf(9_000_002), gtinOf(9_000_003)];
    const ids = [
      await shop.add({ gtin: bare, supplier: 'Ost', purchasePrice: 10 }),
      await shop.add({ gtin: numbered, supplier: 'Ost', articleNumber: 'O-1', purchasePrice: 10 }),
    ];
    const body: Import = {
      supplier: 'West',
      rows: [
        { ...row, articleNumber: 'W-1', gtin: bare },
        { ...row, gtin: numbered },
      ],
    };
    const { results } = await shop.import(body);
    expect(results).toMatchObject(ids.map((materialId) => ({ materialId, changes: price })));
    for (const { warnings } of results) expect(codes(warnings)).toEqual([['other_supplier', null]]);
    for (const id of ids) expect(await shop.read(id)).toMatchObject({ name: 'Kabel', supplier: 'Ost' });
    expect(statuses(await shop.import(body))).toEqual(['UNCHANGED', 'UNCHANGED']);
    const own = await shop.import({ ...body, supplier: 'OST' });
    expect(own.results.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(await shop.read(String(ids[0]))).toMatchObject({ name: 'Anders', articleNumber: 'W-1' });
  });

  test('and gives a product without a number its own', async () => {
    const bare = await shop.add({ gtin: '96385074' });
    const { changes } = await outcome(shop, { articleNumber: 'N-1', gtin: '96385074' }, { supplier: 'Harz' });
    expect(changes.map(({ field }) => field)).toEqual(['articleNumber', 'supplier']);
    expect(await shop.read(bare)).toMatchObject({ articleNumber: 'N-1', supplier: 'Harz' });
    expect(await outcome(shop, { articleNumber: 'n-1' }, { supplier: 'Harz' })).toMatchObject({
      materialId: bare,
      status: 'UNCHANGED',
    });
  });

  test('unless several could be meant', async () => {
    const two = await Promise.all(
      ['Ost', 'West'].map((supplier) => shop.add({ articleNumber: 'T-1', supplier })),
    );
    const { status, errors } = await outcome(shop, { articleNumber: 'T-1', purchasePrice: 1 });
    expect([status, codes(errors)]).toEqual(['FAILED', [['ambiguous_product', null]]]);
    for (const id of two) expect(errors[0]?.message).toContain(id);
    expect((await outcome(shop, { articleNumber: 'T-1' }, { supplier: 'West' })).materialId).toBe(two[1]);
  });

  test('unless very many could be meant, of which the first are named whole', async () => {
    const gtin = gtinOf(9_000_004);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await shop.add({ gtin }));
    const { errors } = await outcome(shop, { gtin });
    expect(errors.map(({ message }) => message)).toEqual([
      `could mean the products ${ids.slice(0, 10).join(', ')} and 2 more`,
    ]);
  });

  test('of the own company, and no other', async () => {
    await other.api.call('createMiscMaterial', { body: { name: 'Fremd', articleNumber: 'FOREIGN-1' } });
    expect(await outcome(shop, { articleNumber: 'FOREIGN-1', purchasePrice: 9 })).toMatchObject({
      status: 'FAILED',
      materialId: null,
    });
  });

  test('whose number it has, rather than one that shares the rest, wherever it stands in the list', async () => {
    const gtin = gtinOf(9_000_001);
    const id = await shop.add({ articleNumber: 'Z-1', gtin });
    const rows = [
      { gtin, purchasePrice: 2 },
      { articleNumber: 'Z-2', gtin, name: 'Anders' },
      { articleNumber: 'Z-1', gtin, purchasePrice: 3 },
    ];
    const { results } = await shop.import({ ...misc, rows });
    expect(results.map(({ status, materialId }) => [status, materialId])).toEqual([
      ['FAILED', null],
      ['CREATED', expect.not.stringMatching(id)],
      ['UPDATED', id],
    ]);
    expect(codes(results[0]?.errors ?? [])).toEqual([['duplicate_row', null]]);
    expect(statuses(await shop.import({ ...misc, rows }))).toEqual(['FAILED', 'UNCHANGED', 'UNCHANGED']);
  });

  test('once in a list, whatever it is named by', async () => {
    const { results } = await shop.import({
      rows: [{ articleNumber: '0815' }, { gtin: '4006381333931' }, { articleNumber: '0815' }],
    });
    expect(results.map(({ status }) => status)).toEqual(['UNCHANGED', 'FAILED', 'FAILED']);
    expect(codes(results[1]?.errors ?? [])).toEqual([['duplicate_row', null]]);
  });
});

describe('a new product', async () => {
  const shop = await newShop();

  test('needs a name and a kind, and a manufacturer unless it is misc', async () => {
    expect(codes((await outcome(shop, { articleNumber: 'N-0' })).errors)).toEqual([
      ['missing_material_type', 'materialType'],
      ['missing_name', 'name'],
    ]);
    const wallbox = { articleNumber: 'N-1', name: 'WB', materialType: 'wallbox' };
    const data = { chargingPower: 11_000, phases: 3 };
    expect(codes((await outcome(shop, { ...wallbox, data })).errors)).toEqual([
      ['missing_manufacturer', 'manufacturer'],
    ]);
    const made = await outcome(shop, { ...wallbox, data, manufacturer: 'Nordkabel' });
    expect(made).toMatchObject({ status: 'CREATED', materialType: 'wallbox' });
    expect(await shop.read(String(made.materialId))).toMatchObject({ vatRate: 19, ...data });
    expect(
      codes((await outcome(shop, { ...wallbox, articleNumber: 'N-2', materialType: 'auto' })).errors),
    ).toEqual([['invalid_material_type', 'materialType']]);
  });

  test('whose data contradicts itself or is none of its kind fails', async () => {
    const row = { articleNumber: 'N-3', name: 'SK', materialType: 'pv_module', manufacturer: 'Nordkabel' };
    expect(codes((await outcome(shop, { ...row, data: { ...module, voc: 33 } })).errors)).toEqual([
      ['contradiction', 'voc'],
    ]);
    expect(
      codes((await outcome(shop, { ...row, data: { ...module, voc: 'x', acPower: 1 } })).errors),
    ).toEqual(
      expect.arrayContaining([
        ['invalid_data', 'acPower'],
        ['invalid_data', 'voc'],
      ]),
    );
  });

  test('whose data is not of its kind hears of each field the first that is wrong, in words that help', async () => {
    const { errors } = await outcome(shop, {
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
    const { errors: ofRail } = await outcome(shop, { ...rail, data: { mountingType: 'ROOF' } });
    expect(ofRail).toMatchObject([
      { field: 'mountingType', message: expect.stringContaining('ON_ROOF, IN_ROOF') },
    ]);
  });

  test('that contradicts itself in hundreds of places hears of as many as an answer holds', async () => {
    const tracker = {
      inputCount: 1,
      mppVoltageMin: 900,
      mppVoltageMax: 800,
      maxInputCurrent: 20,
      maxInputCurrentPerInput: 30,
      maxShortCircuitCurrent: 10,
      maxPower: 1,
    };
    const { errors } = await outcome(shop, {
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
    expect(new Set(codes(errors).map(([code]) => code))).toEqual(new Set(['contradiction']));
    expect(errors).toHaveLength(30);
  });

  test.each([
    ['mppTrackers', 'inverter', Array.from({ length: 300_000 }, () => ({}))],
    ['coverings', 'subconstruction', Array.from({ length: 40_000 }, (_, index) => `c${index}`)],
    ['roofTypes', 'subconstruction', Array.from({ length: 40_000 }, (_, index) => `c${index}`)],
  ])('of far too many %s fails at once', async (field, materialType, values) => {
    const row = { articleNumber: 'N-11', name: 'x', materialType, manufacturer: 'Nordkabel' };
    const began = performance.now();
    const { errors } = await outcome(shop, { ...row, data: { [field]: values } });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(codes(errors)).toContainEqual(['invalid_data', field]);
    expect(errors.length).toBeLessThan(5);
  });

  test('is refused for wide cells of lists as fast as for others', async () => {
    const cell = `a${' '.repeat(990)}b`;
    const files = csv('Nr;Name;C', ...Array.from({ length: 4_000 }, (_, index) => `S${index};x;${cell}`));
    const csvFormat = { columns: { articleNumber: 'Nr', name: 'Name', coverings: 'C' } };
    const body: Import = { defaultMaterialType: 'subconstruction', files, csv: csvFormat };
    const began = performance.now();
    const { summary } = await shop.import(body);
    expect([summary.failed, performance.now() - began < 10_000]).toEqual([4_000, true]);
  });

  test('of a manufacturer that is not known adds it, once, or fails', async () => {
    const rows = ['N-4', 'N-5'].map((articleNumber) => ({
      articleNumber,
      name: 'x',
      manufacturer: 'Neuwerk',
    }));
    const refused = await shop.import({ ...misc, rows, createManufacturers: false });
    expect(refused.results.map(({ errors }) => codes(errors))).toEqual(
      rows.map(() => [['unknown_manufacturer', 'manufacturer']]),
    );
    const { manufacturers, results } = await shop.import({ ...misc, rows });
    expect(statuses({ results } as PriceListResult)).toEqual(['CREATED', 'CREATED']);
    expect(manufacturers).toEqual([{ id: expect.any(String), name: 'Neuwerk' }]);
    const { body } = await shop.api.call('listManufacturers', { query: { q: 'Neuwerk' } });
    expect(body.data).toMatchObject([{ materialCount: 2 }]);
  });

  test('of a manufacturer that the list adds leaves known products without it, also the second time', async () => {
    const known = await shop.add({ articleNumber: 'N-7' });
    const manufacturer = 'Neuwerk Zwei';
    const rows = [
      { articleNumber: 'N-7', manufacturer },
      { articleNumber: 'N-8', name: 'x', manufacturer },
    ];
    expect(statuses(await shop.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'CREATED']);
    const again = await shop.raisedBy(async () => {
      expect(statuses(await shop.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'UNCHANGED']);
    });
    expect(again).toEqual([]);
    expect(await shop.read(known)).toMatchObject({ manufacturerId: null });
  });

  test('without a price costs nothing, and has no time of its price', async () => {
    const { materialId } = await outcome(shop, { articleNumber: 'N-6', name: 'x' }, misc);
    expect(await shop.read(String(materialId))).toMatchObject({
      purchasePrice: 0,
      purchasePriceUpdatedAt: null,
    });
  });

  test('of two rows that mean the same without a number is one', async () => {
    const row = { gtin: '4260555010015', name: 'x' };
    expect(statuses(await shop.import({ ...misc, rows: [row, row] }))).toEqual(['CREATED', 'FAILED']);
    expect(statuses(await shop.import({ ...misc, rows: [row] }))).toEqual(['UNCHANGED']);
  });
});

describe('a known product', async () => {
  const shop = await newShop();

  test('takes what the row says, and keeps the rest', async () => {
    const id = await shop.add({
      articleNumber: 'K-1',
      description: 'bleibt',
      warrantyYears: 5,
      externalId: 'E',
    });
    const { changes } = await outcome(shop, {
      articleNumber: 'K-1',
      manufacturerArticleNumber: 'M-1',
      gtin: '4006381333931',
      unit: 'm',
      manufacturer: 'Nordkabel',
    });
    expect(changes.map(({ field }) => field)).toEqual(['unit', 'manufacturerArticleNumber', 'gtin']);
    expect(await shop.read(id)).toMatchObject({
      description: 'bleibt',
      warrantyYears: 5,
      externalId: 'E',
      unit: 'METER',
      manufacturerId: null,
    });
  });

  test('keeps its kind', async () => {
    await shop.add({ articleNumber: 'K-2' });
    const row = { articleNumber: 'K-2', materialType: 'pv_module', purchasePrice: 1 };
    expect(codes((await outcome(shop, row)).errors)).toEqual([['type_mismatch', 'materialType']]);
    expect(await outcome(shop, { ...row, materialType: 'MISC' })).toMatchObject({ status: 'UPDATED' });
  });

  test.each([
    [10, 15, []],
    [10, 15.01, ['large_price_change']],
    [10, 4.99, ['large_price_change']],
    [0, 100, []],
  ])('that cost %d and costs %d has the warnings %j', async (from, to, expected) => {
    const articleNumber = `K-${from}-${to}`;
    await shop.add({ articleNumber, purchasePrice: from });
    const { warnings } = await outcome(shop, { articleNumber, purchasePrice: to });
    expect(warnings.map(({ code }) => code)).toEqual(expected);
  });

  test('keeps the VAT of a selling price that the mark-up changes', async () => {
    const sellingPrices = [{ siteId: shop.siteId, net: 1, vatRate: 19 as const }];
    const id = await shop.add({ articleNumber: 'K-3', sellingPrices });
    const markup = [{ siteId: shop.siteId, percent: 33.3 }];
    await outcome(shop, { articleNumber: 'K-3', purchasePrice: 0.54795 }, { markup });
    // 0.54795 × 1.333 = 0.73041735
    expect((await shop.read(id)).sellingPrices).toEqual([
      { siteId: shop.siteId, net: 0.73042, vatRate: 19, gross: 0.87 },
    ]);
  });
});

test('with allOrNothing one row that fails leaves all undone, and the answer says what would have been', async () => {
  const shop = await newShop();
  const id = await shop.add({ articleNumber: 'A', purchasePrice: 1 });
  const rows = [{ articleNumber: 'A', purchasePrice: 1.1 }, { articleNumber: 'B' }];
  const refused = await shop.import({ allOrNothing: true, rows });
  expect([refused.applied, statuses(refused)]).toEqual([false, ['UPDATED', 'FAILED']]);
  expect(await shop.read(id)).toMatchObject({ purchasePrice: 1 });
  const done = await shop.import({ allOrNothing: true, rows: rows.slice(0, 1) });
  expect([done.applied, statuses(done)]).toEqual([true, ['UPDATED']]);
});

test('with allOrNothing a file that cannot be read to its end leaves all undone', async () => {
  const shop = await newShop();
  const lines = Array.from(
    { length: 9_000 },
    (_, index) => `G-${index};Kabel ${(index * 7919) % 104_729};1,50`,
  );
  const packed = gzipSync(['Artikelnr;Name;EK', ...lines].join('\n'));
  const files = [{ name: 'preise.csv.gz', content: base64(packed.subarray(0, packed.length - 2_000)) }];
  const refused = await shop.import({ ...misc, allOrNothing: true, files });
  expect(refused.summary.created).toBeGreaterThan(0);
  expect(refused.summary.failed).toBe(0);
  expect([refused.applied, refused.unreadable]).toMatchObject([false, [{ code: 'invalid_gzip' }]]);
  expect(await shop.find('G-0')).toEqual([]);
  expect((await shop.import({ ...misc, files })).applied).toBe(true);
});

test('a price of nearly a billion is one, and one that rounds to it or is marked up to it is none', async () => {
  const shop = await newShop();
  const prices = [999_999_999.99999, 999_999_999.999999, 600_000_000];
  const rows = prices.map((purchasePrice, index) => ({
    articleNumber: `P-${index}`,
    name: 'x',
    purchasePrice,
  }));
  const body: Import = { ...misc, rows };
  expect(statuses(await shop.import({ ...body, dryRun: true }))).toEqual(['CREATED', 'FAILED', 'CREATED']);
  const { results } = await shop.import({ ...body, markup: [{ siteId: shop.siteId, percent: 70 }] });
  expect(results.map(({ errors }) => codes(errors))).toEqual([
    [['selling_price_too_high', 'purchasePrice']],
    [['invalid_price', 'purchasePrice']],
    [['selling_price_too_high', 'purchasePrice']],
  ]);
});

test('the guide has every code that an import can answer with beside those of reading', () => {
  const [, table = ''] = guide.split('| Code | Of |');
  const told = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);
  expect(told).toEqual(expect.arrayContaining(Object.keys(rowProblemTexts)));
});

describe('files', async () => {
  const shop = await newShop();
  const options: Import = { supplier: 'Harz', defaultMaterialType: 'misc' };

  test('of CSV are read, with lines as the file has them', async () => {
    const files = csv(
      'Artikelnr.;Bezeichnung;EK-Preis;PE',
      'C-1;Kabel "6 mm²";1.234,50;1000',
      ';;;',
      'C-2;x;abc;',
    );
    const { results } = await shop.import({ ...options, files });
    expect(results).toMatchObject([
      { file: 'preise.csv', line: 2, articleNumber: 'C-1', status: 'CREATED' },
      { file: 'preise.csv', line: 4, articleNumber: 'C-2', status: 'FAILED' },
    ]);
    expect(await shop.find('C-1')).toMatchObject([
      { name: 'Kabel "6 mm²"', purchasePrice: 1.2345, supplier: 'Harz' },
    ]);
  });

  test('name the file of a line that stands in another one', async () => {
    const [list] = csv('Artikelnr;Bezeichnung;EK', 'D-1;x;1', 'D-1;x;1');
    const { results } = await shop.import({
      ...options,
      files: [
        { name: 'preise.csv', content: String(list?.content) },
        { name: 'nachtrag.csv', content: String(list?.content) },
      ],
    });
    expect(results.map(({ errors }) => errors[0]?.message)).toEqual([
      undefined,
      'means the same product as line 2',
      'means the same product as line 2 of preise.csv',
      'means the same product as line 2 of preise.csv',
    ]);
  });

  test('of CSV can hold the data of new products, by a mapping of columns', async () => {
    const columns = {
      articleNumber: 'Nr',
      name: 'Text',
      manufacturer: 'Marke',
      materialType: 'Art',
      chargingPower: 'Watt',
      phases: 'Phasen',
      rfid: 'RFID',
      forMaterialTypes: 'Für',
    };
    const files = csv(
      'Nr;Text;Marke;Art;Watt;Phasen;RFID;Für',
      'C-3;WB;Nordkabel;wallbox;11.000,0;3;ja;',
      'C-4;SM;Nordkabel;equipment;;;;inverter, battery',
      'C-5;WB;Nordkabel;wallbox;elf;3;;',
    );
    const { results } = await shop.import({ ...options, files, csv: { columns } });
    expect(results.map(({ status }) => status)).toEqual(['CREATED', 'CREATED', 'FAILED']);
    expect(codes(results[2]?.errors ?? [])).toEqual([['invalid_data', 'chargingPower']]);
    expect(await shop.find('C-3')).toMatchObject([{ chargingPower: 11_000, phases: 3, rfid: true }]);
    expect(await shop.find('C-4')).toMatchObject([{ forMaterialTypes: ['inverter', 'battery'] }]);
  });

  test.each([
    ['a point, as given', '.', '99', '39.625', '1762', 'CREATED'],
    ['a comma, as given', ',', '99', '39,625', '1.762', 'CREATED'],
    ['a point, as the prices have it', undefined, '99.50', '39.625', '1762', 'CREATED'],
    ['a comma, as the prices have it', undefined, '99,50', '39,625', '1.762', 'CREATED'],
    ['what nothing tells', undefined, '99', '39.625', '1762', 'FAILED'],
  ] as const)(
    'of CSV have the decimal mark of the prices in all numbers: %s',
    async (_, decimalMark, ek, voc, length, status) => {
      const cells = {
        ...module,
        voc,
        length,
        impp: 13,
        vmpp: 33,
        isc: 14,
        tempCoefficientVoc: 0,
        tempCoefficientPmpp: 0,
      };
      const columns = { articleNumber: 'Nr', name: 'Name', manufacturer: 'Marke', purchasePrice: 'EK' };
      const files = csv(
        ['Nr', 'Name', 'Marke', 'EK', ...Object.keys(cells)].join(';'),
        ['SK', 'Modul', 'Nordkabel', ek, ...Object.values(cells)].join(';'),
      );
      const { results } = await shop.import({
        defaultMaterialType: 'pv_module',
        dryRun: true,
        files,
        csv: {
          columns: { ...columns, ...Object.fromEntries(Object.keys(cells).map((field) => [field, field])) },
          ...(decimalMark && { decimalMark }),
        },
      });
      expect([results[0]?.status, codes(results[0]?.errors ?? [])]).toEqual([
        status,
        status === 'FAILED' ? [['ambiguous_number', 'voc']] : [],
      ]);
    },
  );

  test('of DATANORM are joined: prices per 1000, discounts, articles no longer sold and renumbered ones', async () => {
    await shop.add({ articleNumber: 'ALT', supplier: 'Harz' });
    const gone = await shop.add({ articleNumber: 'WEG', supplier: 'Harz' });
    const articles = [
      `V 210326${' '.repeat(115)}04EUR`,
      'A;N;QBMK10208R;00;Brandmeldekabel rot;;1;3;M;228313;2AED; ; ;',
      'A;L;WEG;00;;;1;0;Stk;0;;;;',
      'A;X;ALT;NEU;',
      'A;L;NIE;00;;;1;0;Stk;0;;;;',
    ].join('\r\n');
    const prices = [`V 210326${' '.repeat(115)}04EUR`, 'P;A;QBMK10208R;1;228313;1;7600;;;;;'].join('\r\n');
    const files = [
      { name: 'DATANORM.001', content: base64(articles) },
      { name: 'DATPREIS.001', content: base64(gzipSync(prices)) },
    ];
    let result = {} as PriceListResult;
    const events = await shop.raisedBy(async () => {
      result = await shop.import({ ...options, files });
    });
    const outcomes = result.results.map(({ articleNumber, status }) => [articleNumber, status]);
    expect(outcomes.toSorted()).toEqual([
      ['ALT', 'UPDATED'],
      ['NIE', 'SKIPPED'],
      ['QBMK10208R', 'CREATED'],
      ['WEG', 'UPDATED'],
    ]);
    expect(await shop.find('QBMK10208R')).toMatchObject([{ purchasePrice: 0.54795, unit: 'METER' }]);
    expect(await shop.read(gone)).toMatchObject({ archived: true });
    expect((await shop.find('NEU')).length).toBe(1);
    expect(events.map(({ type }) => type).toSorted()).toEqual(['material.created', 'material.updated']);
    const { summary } = await shop.import({ ...options, files });
    expect(summary).toEqual({ rows: 4, created: 0, updated: 0, unchanged: 3, skipped: 1, failed: 0 });
  });

  test('of DATANORM give no number to two products', async () => {
    for (const articleNumber of ['R-1', 'R-2']) await shop.add({ articleNumber, supplier: 'Harz' });
    const articles = [
      `V 210326${' '.repeat(115)}04EUR`,
      'A;N;R-3;00;Neu;;1;0;Stk;100;;;;',
      'A;X;R-1;R-3;',
      'A;X;R-2;R-1;',
      'A;X;R-1;R-4;',
      'A;X;R-2;R-4;',
    ].join('\n');
    const { results } = await shop.import({
      ...options,
      files: [{ name: 'DATANORM.001', content: base64(articles) }],
    });
    const outcomes = results.map(({ articleNumber, status, errors }) => [
      articleNumber,
      status,
      errors[0]?.code,
    ]);
    expect(outcomes).toEqual([
      ['R-3', 'CREATED', undefined],
      ['R-1', 'FAILED', 'number_taken'],
      ['R-2', 'FAILED', 'number_taken'],
      ['R-1', 'FAILED', 'duplicate_row'],
      ['R-2', 'FAILED', 'duplicate_row'],
    ]);
  });

  test('that cannot be read are named, beside those that can', async () => {
    const broken = { name: 'kaputt.csv', content: base64('nichts davon\nist eine Spalte') };
    const { unreadable, results } = await shop.import({
      ...options,
      files: [broken, ...csv('Artikelnr;EK', 'C-1;1,00')],
    });
    expect(unreadable).toMatchObject([{ file: 'kaputt.csv', code: 'no_header' }]);
    expect(results).toHaveLength(1);
    const { status, error, details } = await shop.api.call('importPriceList', { body: { files: [broken] } });
    expect({ status, error, details }).toMatchObject({
      status: 400,
      error: 'unreadable_price_list',
      details: [{ in: 'body', path: '/files/0/content', code: 'no_header' }],
    });
  });

  test('of any bytes are answered, as rows or as unreadable', async () => {
    const name = fc.constantFrom('a.csv', 'DATANORM.001', 'DATPREIS.001', 'x');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ maxLength: 400 }).map((text) => Buffer.from(`Artikelnr;Name;EK\n${text}`)),
      fc
        .string({ maxLength: 400 })
        .map((text) => Buffer.from(`V 210326${' '.repeat(115)}04EUR\nA;N;${text}`)),
    );
    const isAnswered = fc.asyncProperty(name, bytes, async (file, content) => {
      const body = { ...options, dryRun: true, files: [{ name: file, content: base64(content) || 'AA==' }] };
      expect([200, 400]).toContain((await shop.api.call('importPriceList', { body })).status);
    });
    await fc.assert(isAnswered, { numRuns: 60, seed: 5 });
  });
});

test('lists and products that come at once find each other', async () => {
  const shop = await newShop();
  const rows = Array.from({ length: 300 }, (_, index) => ({
    articleNumber: `L-${index}`,
    name: 'Kabel',
    purchasePrice: 1,
  }));
  const list = () => shop.import({ ...misc, rows });
  const [one, other] = await Promise.all([
    list(),
    list(),
    shop.add({ articleNumber: 'L-150' }).catch(() => undefined),
  ]);
  const created = one.summary.created + other.summary.created;
  expect([299, 300]).toContain(created);
  expect(one.summary.failed + other.summary.failed).toBe(0);
  expect(await shop.find('L-150')).toHaveLength(1);
});

describe('what is no price list', async () => {
  const shop = await newShop();
  const refused = async (body: Import) => {
    const { status, error, details } = await shop.api.call('importPriceList', { body });
    return { status, error, path: details?.[0]?.path };
  };
  const rows = [{ articleNumber: 'A' }];

  test('has neither files nor rows, or both', async () => {
    const expected = { status: 400, error: 'invalid_request', path: '' };
    expect(await refused({})).toEqual(expected);
    expect(await refused({ rows, files: csv('Artikelnr;EK', 'A;1') })).toEqual(expected);
  });

  test('has a file that is not in base64', async () => {
    expect(await refused({ files: [{ name: 'a.csv', content: 'Artikelnr;EK' }] })).toEqual({
      status: 400,
      error: 'invalid_request',
      path: '/files/0/content',
    });
  });

  test('has mark-ups for sites that are not there, or twice for one', async () => {
    const markup = [{ siteId: '987654321', percent: 10 }];
    expect(await refused({ rows, markup })).toEqual({
      status: 400,
      error: 'unknown_reference',
      path: '/markup/0/siteId',
    });
    const twice = [10, 20].map((percent) => ({ siteId: shop.siteId, percent }));
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

/** A GTIN-8: seven digits and the one that checks them. */
function gtinOf(number: number): string {
  const digits = String(number).padStart(7, '0');
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

describe('a long list', () => {
  const rowsOf = (count: number, increase = 0) =>
    Array.from({ length: count }, (_, index) => ({
      articleNumber: `BIG-${index}`,
      manufacturerArticleNumber: `M-${index}`,
      manufacturer: `Großwerk ${index % 3}`,
      gtin: gtinOf(index),
      name: `Artikel ${index}`,
      purchasePrice: 1 + increase + index / 100,
    }));

  test('of 10,000 rows goes through in one call, also compressed, and a second time changes nothing', async () => {
    const shop = await newShop();
    // As when they are the first products of a company among others: its statistics tell the planner that there are none.
    await sql`analyze material, material_selling_price`.execute(database.kysely);
    const markup = [{ siteId: shop.siteId, percent: 25 }];
    const body: Import = { defaultMaterialType: 'misc', markup, rows: rowsOf(10_000) };
    const rawBody = new Uint8Array(gzipSync(JSON.stringify(body)));
    const events = await shop.raisedBy(async () => {
      const { status, body: result } = await shop.api.send('POST', '/v1/materials/price-list-import', {
        rawBody,
        headers: { 'Content-Encoding': 'gzip' },
      });
      expect({ status, summary: (result as PriceListResult).summary }).toMatchObject({
        status: 200,
        summary: { created: 10_000 },
      });
    });
    expect(events).toHaveLength(10_000);
    expect((await shop.import(body)).summary).toMatchObject({ unchanged: 10_000 });
  });

  test('takes as many statements as a short one', async () => {
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    onTestFinished(() => executed.mockRestore());
    /** Statements that name what price lists read and write: the service does other things too. */
    async function statementsFor(shop: Shop, body: Import) {
      executed.mockClear();
      await shop.import(body);
      const texts = executed.mock.calls.map(([{ sql: text }]) => text);
      return texts.filter((text) => /material|manufacturer|webhook_event/.test(text)).length;
    }
    async function statementsOfAll(count: number) {
      const shop = await newShop();
      const options: Import = {
        defaultMaterialType: 'misc',
        markup: [{ siteId: shop.siteId, percent: 25 }],
      };
      return {
        ofNew: await statementsFor(shop, { ...options, rows: rowsOf(count) }),
        ofUnchanged: await statementsFor(shop, { ...options, rows: rowsOf(count) }),
        ofPrices: await statementsFor(shop, { ...options, rows: rowsOf(count, 5) }),
      };
    }
    const ofFew = await statementsOfAll(10);
    expect(await statementsOfAll(1_000)).toEqual(ofFew);
    expect(ofFew).toEqual({ ofNew: 9, ofUnchanged: 4, ofPrices: 6 });
  });
});

test('the same list twice at once adds its products once', async () => {
  const shop = await newShop();
  const rows = Array.from({ length: 50 }, (_, index) => ({ articleNumber: `W-${index}`, name: 'x' }));
  const both = await Promise.all([0, 1].map(() => shop.import({ defaultMaterialType: 'misc', rows })));
  expect(both.map(({ summary }) => summary.created).toSorted((a, b) => a - b)).toEqual([0, 50]);
});

test('the first example of the contract does what the contract shows', async () => {
  const { body } = await story.api.sample('importPriceList');
  expect(body).toEqual(namedExample('PriceListResultRows'));
});
