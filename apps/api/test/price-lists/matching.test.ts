import { describe, expect, test } from 'vitest';
import { codes, gtinOf, type Import, misc, outcome, statuses } from '../support/price-list-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newPriceListCompany, emptyCompany: other } = await openTestApi();

describe('a row matches the product', async () => {
  const company = await newPriceListCompany();
  const own = await company.add({
    articleNumber: '0815',
    supplier: 'Harz Großhandel',
    gtin: '4006381333931',
    manufacturerId: company.manufacturerId,
    manufacturerArticleNumber: 'NK-6',
    purchasePrice: 1,
  });

  test('with its full article number, case-insensitively and with leading zeros', async () => {
    expect(await outcome(company, { articleNumber: ' 0815 ' })).toMatchObject({ materialId: own });
    for (const articleNumber of ['815', '08150', '0815-1']) {
      expect(codes((await outcome(company, { articleNumber, name: 'x' })).errors)).toEqual([
        ['missing_material_type', 'materialType'],
      ]);
    }
  });

  test('only of its supplier, if one is given', async () => {
    const supplier = 'HARZ GROßHANDEL';
    expect(await outcome(company, { articleNumber: '0815' }, { supplier })).toMatchObject({
      materialId: own,
    });
    const elsewhere = await outcome(company, { articleNumber: '0815', name: 'x' }, { supplier: 'Anderer' });
    expect(elsewhere).toMatchObject({ status: 'FAILED', materialId: null });
  });

  test("with its manufacturer, by either name, and the manufacturer's article number", async () => {
    for (const manufacturer of ['nordkabel gmbh', 'NORDKABEL']) {
      const found = await outcome(company, { manufacturer, manufacturerArticleNumber: 'nk-6' });
      expect(found).toMatchObject({ status: 'UNCHANGED', materialId: own });
    }
    const stranger = await outcome(company, { manufacturer: 'Anderer', manufacturerArticleNumber: 'NK-6' });
    expect(stranger.status).toBe('FAILED');
  });

  test('with its GTIN, and updates only the price if the article numbers differ', async () => {
    const row = { articleNumber: 'X-1', gtin: '4006381333931', name: 'Anders', purchasePrice: 1.2 };
    const { status, changes, warnings } = await outcome(company, row, { supplier: 'Harz Großhandel' });
    expect({ status, changes }).toEqual({
      status: 'UPDATED',
      changes: [{ field: 'purchasePrice', from: 1, to: 1.2 }],
    });
    expect(codes(warnings)).toEqual([['other_article', 'articleNumber']]);
    expect(await company.read(own)).toMatchObject({
      articleNumber: '0815',
      name: 'Kabel',
      purchasePrice: 1.2,
    });
  });

  test('of another supplier by GTIN, and updates only the price', async () => {
    const row = { name: 'Anders', purchasePrice: 11 };
    const price = [{ field: 'purchasePrice', from: 10, to: 11 }];
    const [bare, numbered] = [gtinOf(9_000_002), gtinOf(9_000_003)];
    const ids = [
      await company.add({ gtin: bare, supplier: 'Ost', purchasePrice: 10 }),
      await company.add({ gtin: numbered, supplier: 'Ost', articleNumber: 'O-1', purchasePrice: 10 }),
    ];
    const body: Import = {
      supplier: 'West',
      rows: [
        { ...row, articleNumber: 'W-1', gtin: bare },
        { ...row, gtin: numbered },
      ],
    };
    const { results } = await company.import(body);
    expect(results).toMatchObject(ids.map((materialId) => ({ materialId, changes: price })));
    for (const { warnings } of results) expect(codes(warnings)).toEqual([['other_supplier', null]]);
    for (const id of ids) expect(await company.read(id)).toMatchObject({ name: 'Kabel', supplier: 'Ost' });
    expect(statuses(await company.import(body))).toEqual(['UNCHANGED', 'UNCHANGED']);
    const own = await company.import({ ...body, supplier: 'OST' });
    expect(own.results.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(await company.read(String(ids[0]))).toMatchObject({ name: 'Anders', articleNumber: 'W-1' });
  });

  test('without an article number and sets it', async () => {
    const bare = await company.add({ gtin: '96385074' });
    const { changes } = await outcome(
      company,
      { articleNumber: 'N-1', gtin: '96385074' },
      { supplier: 'Harz' },
    );
    expect(changes.map(({ field }) => field)).toEqual(['articleNumber', 'supplier']);
    expect(await company.read(bare)).toMatchObject({ articleNumber: 'N-1', supplier: 'Harz' });
    expect(await outcome(company, { articleNumber: 'n-1' }, { supplier: 'Harz' })).toMatchObject({
      materialId: bare,
      status: 'UNCHANGED',
    });
  });

  test('unless several products match', async () => {
    const two = await Promise.all(
      ['Ost', 'West'].map((supplier) => company.add({ articleNumber: 'T-1', supplier })),
    );
    const { status, errors } = await outcome(company, { articleNumber: 'T-1', purchasePrice: 1 });
    expect([status, codes(errors)]).toEqual(['FAILED', [['ambiguous_product', null]]]);
    for (const id of two) expect(errors[0]?.message).toContain(id);
    expect((await outcome(company, { articleNumber: 'T-1' }, { supplier: 'West' })).materialId).toBe(two[1]);
  });

  test('unless very many products match; the message lists the first ones', async () => {
    const gtin = gtinOf(9_000_004);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await company.add({ gtin }));
    const { errors } = await outcome(company, { gtin });
    expect(errors.map(({ message }) => message)).toEqual([
      `matches several products: ${ids.slice(0, 10).join(', ')} and 2 more`,
    ]);
  });

  test('only of the same company', async () => {
    await other.api.call('createMiscMaterial', { body: { name: 'Fremd', articleNumber: 'FOREIGN-1' } });
    expect(await outcome(company, { articleNumber: 'FOREIGN-1', purchasePrice: 9 })).toMatchObject({
      status: 'FAILED',
      materialId: null,
    });
  });

  test('with the same article number in preference to other matches, regardless of the order of rows', async () => {
    const gtin = gtinOf(9_000_001);
    const id = await company.add({ articleNumber: 'Z-1', gtin });
    const rows = [
      { gtin, purchasePrice: 2 },
      { articleNumber: 'Z-2', gtin, name: 'Anders' },
      { articleNumber: 'Z-1', gtin, purchasePrice: 3 },
    ];
    const { results } = await company.import({ ...misc, rows });
    expect(results.map(({ status, materialId }) => [status, materialId])).toEqual([
      ['FAILED', null],
      ['CREATED', expect.not.stringMatching(id)],
      ['UPDATED', id],
    ]);
    expect(codes(results[0]?.errors ?? [])).toEqual([['duplicate_row', null]]);
    expect(statuses(await company.import({ ...misc, rows }))).toEqual(['FAILED', 'UNCHANGED', 'UNCHANGED']);
  });

  test('only once per list, even if rows match it in different ways', async () => {
    const { results } = await company.import({
      rows: [{ articleNumber: '0815' }, { gtin: '4006381333931' }, { articleNumber: '0815' }],
    });
    expect(results.map(({ status }) => status)).toEqual(['UNCHANGED', 'FAILED', 'FAILED']);
    expect(codes(results[1]?.errors ?? [])).toEqual([['duplicate_row', null]]);
  });

  test('once in a list that creates it', async () => {
    const gtin = gtinOf(9_000_005);
    const { results } = await company.import({
      ...misc,
      rows: [
        { articleNumber: 'Y-1', gtin, name: 'Neu' },
        { articleNumber: 'y-1', name: 'Neu' },
        { gtin, name: 'Neu' },
      ],
    });
    expect(results.map(({ status, errors }) => [status, ...codes(errors)])).toEqual([
      ['CREATED'],
      ['FAILED', ['duplicate_row', 'articleNumber']],
      ['FAILED', ['duplicate_row', null]],
    ]);
  });
});

test('a row sets the number and supplier of a product without a supplier if more than the number matches', async () => {
  const company = await newPriceListCompany();
  const id = await company.add({ articleNumber: 'S-1', gtin: gtinOf(21) });
  const rows = [{ articleNumber: 's-1', gtin: gtinOf(21), name: 'Neu', purchasePrice: 1 }];
  const [taken] = (await company.import({ ...misc, supplier: 'Harz', rows })).results;
  expect(taken).toMatchObject({
    materialId: id,
    changes: [
      { field: 'supplier', from: null, to: 'Harz' },
      { field: 'name', from: 'Kabel', to: 'Neu' },
      { field: 'purchasePrice', from: 0, to: 1 },
    ],
    warnings: [],
  });
  const bare = await company.add({ articleNumber: 'S-2' });
  const [added] = (
    await company.import({
      ...misc,
      supplier: 'Harz',
      rows: [{ articleNumber: 'S-2', name: 'Neu', purchasePrice: 1 }],
    })
  ).results;
  expect(added).toMatchObject({ status: 'CREATED', materialId: expect.not.stringMatching(bare) });
  expect(codes(added?.warnings ?? [])).toEqual([['number_without_supplier', 'articleNumber']]);
  expect(added?.warnings[0]?.message).toContain(bare);
});

test('a failed row leaves its product to other rows', async () => {
  const company = await newPriceListCompany();
  const rows = [
    { articleNumber: 'F-1', purchasePrice: 4 },
    { articleNumber: 'F-1', name: 'Neu', purchasePrice: 4 },
  ];
  const { results } = await company.import({ ...misc, rows });
  expect(results.map(({ status, errors }) => [status, ...codes(errors)])).toEqual([
    ['FAILED', ['missing_name', 'name']],
    ['CREATED'],
  ]);
  expect(statuses(await company.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'FAILED']);
});

test('both names of a manufacturer match', async () => {
  const company = await newPriceListCompany();
  const rows = ['Nordkabel GmbH', 'nordkabel'].map((manufacturer) => ({
    manufacturer,
    manufacturerArticleNumber: 'N-9',
    name: 'Kabel',
  }));
  const { results } = await company.import({ ...misc, rows });
  expect(results.map(({ status, errors }) => [status, ...codes(errors)])).toEqual([
    ['CREATED'],
    ['FAILED', ['duplicate_row', null]],
  ]);
  expect(statuses(await company.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'FAILED']);
});

test('leading zeros of a GTIN are ignored', async () => {
  const company = await newPriceListCompany();
  const id = await company.add({ gtin: '036000291452' });
  for (const gtin of ['0036000291452', '00036000291452', '036000291452']) {
    const { results } = await company.import({ rows: [{ gtin }] });
    expect(results).toMatchObject([{ status: 'UNCHANGED', materialId: id, changes: [] }]);
  }
  const long = await company.add({ gtin: '0096385074'.padStart(14, '0') });
  expect((await company.import({ rows: [{ gtin: '96385074' }] })).results).toMatchObject([
    { materialId: long },
  ]);
});

test('a number that a row replaced no longer matches the product, so that repeating the list changes nothing', async () => {
  const company = await newPriceListCompany();
  const [one, other] = [gtinOf(11), gtinOf(12)];
  await company.add({ articleNumber: 'L-1', gtin: one });
  const rows = [
    { gtin: one, name: 'Anderes' },
    { articleNumber: 'L-1', gtin: other },
  ];
  expect(statuses(await company.import({ ...misc, rows }))).toEqual(['CREATED', 'UPDATED']);
  expect(statuses(await company.import({ ...misc, rows }))).toEqual(['UNCHANGED', 'UNCHANGED']);
});
