import { openDatabase } from '@pv-planning/database';
import { createTestDatabase } from '@pv-planning/database/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { createDemoCompany } from '../src/demo/demo-company.ts';
import { materialTypes } from '../src/materials/material-kinds.ts';
import { listedMaterials } from '../src/materials/material-lists.ts';
import { requireCoherent } from '../src/materials/material-records.ts';
import { groupNames } from '../src/offers/model/line-groups.ts';
import { readOffer } from '../src/offers/records/offer-records.ts';

const testDatabase = await createTestDatabase();
const database = await openDatabase({ url: testDatabase.url, migrate: false });
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

const demo = await createDemoCompany(database);
const db = database.forCompany(String(demo?.companyId));
const sort = { field: 'name', direction: 'asc', nullable: false } as const;
const page = { limit: 200, offset: 0, after: undefined, sort };
const { data: products } = (await listedMaterials(db, {}, page)).body;

test('the demo catalog has products of every kind, each said to be a demo', () => {
  expect(new Set(products.map(({ materialType }) => materialType))).toEqual(new Set(materialTypes));
  expect(products.filter(({ name }) => !name.startsWith('Demo '))).toEqual([]);
});

test('a demo company is made once', async () => {
  expect(await createDemoCompany(database)).toBeUndefined();
});

describe.each(products.map((product) => [product.name, product] as const))('%s', (_name, product) => {
  test('does not contradict itself and has a price at each site', () => {
    expect(() => requireCoherent(product.materialType, product)).not.toThrow();
    expect(product.sellingPrices).toHaveLength(2);
    expect(product.sellingPrices.every(({ net }) => net > product.purchasePrice)).toBe(true);
  });
});

test('no measure has more decimals than a data sheet', () => {
  const measures = products.map(({ purchasePrice: _, ...others }) => others);
  expect(JSON.stringify(measures)).not.toMatch(/\d\.\d{4}/);
});

test('batteries on the side of the modules go with hybrid inverters', () => {
  const ids = products.flatMap((product) =>
    product.materialType === 'inverter' && product.hybrid ? [product.id] : [],
  );
  const batteries = products.filter((product) => product.materialType === 'battery');
  for (const { coupling, compatibleInverterIds } of batteries) {
    expect(compatibleInverterIds.toSorted()).toEqual(coupling === 'DC' ? ids.toSorted() : []);
  }
});

test('the demo company has a published offer with all kinds of lines', async () => {
  const [listed] = await db.selectFrom('offer').select('id').execute();
  const offer = await readOffer(db, String(listed?.id));
  expect(offer).toMatchObject({ state: 'PUBLISHED', systemPowerKwp: 10.56, moduleCount: 24, priceHints: [] });
  expect(groupNames.filter((group) => offer[group].length === 0)).toEqual([]);
  expect(offer.miscMaterials.map(({ autoAdded, quantity }) => [autoAdded, quantity > 0])).toEqual(
    Array(3).fill([true, true]),
  );
});
