import { describe, expect, test } from 'vitest';
import { namedExample } from '../support/contract-document.ts';
import { inverter, pvModule } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { exampleCompany, addCompany } = await openTestApi();

describe('products can be found', async () => {
  const { api: own } = await addCompany();
  const { body: manufacturer } = await own.call('createManufacturer', { body: { name: 'Sonnkraft' } });
  const { body: other } = await own.call('createManufacturer', { body: { name: 'Strombach' } });
  await own.call('createPvModule', {
    body: {
      ...pvModule,
      manufacturerId: manufacturer.id,
      articleNumber: 'Äx-1',
      gtin: '4006381333931',
      externalId: 'E-1',
    },
  });
  await own.call('createInverter', {
    body: {
      ...inverter,
      manufacturerId: other.id,
      supplier: 'Harz',
      articleNumber: 'sb-h10',
      manufacturerArticleNumber: 'äX-1',
    },
  });
  await own.call('createMiscMaterial', { body: { name: 'Kabel_6 100%', archived: true } });

  test.each([
    [
      'a number of the supplier or the manufacturer, in any case',
      { articleNumber: 'ÄX-1' },
      ['Hybrid 10', 'SK 440'],
    ],
    ['the whole of it', { articleNumber: 'Äx' }, []],
    ['a number whoever the supplier is', { articleNumber: 'SB-H10' }, ['Hybrid 10']],
    ['no part of it', { gtin: '4006381' }, []],
    ['a part of the name', { q: 'brid' }, ['Hybrid 10']],
    ['a part of any number', { q: 'Äx-' }, ['Hybrid 10', 'SK 440']],
    ['a part of the GTIN', { q: '81333' }, ['SK 440']],
    ['the beginning of the GTIN', { q: '400638' }, ['SK 440']],
    ['letters as they are', { q: 'l_6 100%' }, ['Kabel_6 100%']],
    ['several of these', { q: 'Äx', archived: false, manufacturerId: other.id }, ['Hybrid 10']],
  ] as const)('by %s', async (_what, query, names) => {
    const { body } = await own.call('listMaterials', { query: { ...query, sort: 'name.asc' } });
    expect(body.data.map(({ name }) => name)).toEqual(names);
    expect(body.total).toBe(names.length);
  });

  test('only in the collection of their kind', async () => {
    const { body } = await own.call('listPvModules', { query: { articleNumber: 'äx-1' } });
    expect(body.data.map(({ name }) => name)).toEqual(['SK 440']);
    expect((await own.call('listBatteries')).body.total).toBe(0);
    expect((await own.call('listMaterials')).body.total).toBe(3);
  });
});

test('the list of all kinds contains complete products', async () => {
  const { body } = await exampleCompany.api.call('listMaterials', { query: { q: 'Sonnkraft SK 440' } });
  expect(body.data).toEqual([namedExample('PvModule')]);
});
