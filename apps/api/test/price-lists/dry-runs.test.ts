import type { Body, PriceListResult } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { openTestApi } from '../support/test-api.ts';

const { addCompany } = await openTestApi();

type Import = Body<'importPriceList'>;

const numRuns = process.env.SOAK ? 2_000 : 40;

/** Only a few different values, so that rows match each other and the products from earlier lists. */
const sound = {
  articleNumber: fc.constantFrom('A', 'a', 'B', 'C', 'D'),
  manufacturerArticleNumber: fc.constantFrom('M1', 'm1', 'M2'),
  manufacturer: fc.constantFrom('Nordkabel', 'NORDKABEL', 'Südkabel'),
  gtin: fc.constantFrom('96385074', '4006381333931'),
  materialType: fc.constant('misc'),
  name: fc.constantFrom('Kabel', 'Klemme'),
  purchasePrice: fc.constantFrom(1, 1.2, 400),
  priceQuantity: fc.constantFrom(1, 100),
  data: fc.constant({ autoAdd: true }),
};

const soundRow = fc
  .record(sound, { requiredKeys: ['name'] })
  .filter(({ articleNumber, gtin }) => (articleNumber ?? gtin) !== undefined);

/** A row in which some values may be wrong, missing or for another kind of product. */
const anyRow = fc.record(
  {
    ...sound,
    materialType: fc.constantFrom('misc', 'wallbox', 'toaster'),
    purchasePrice: fc.constantFrom(1, 1.2, 400, -1),
    data: fc.constantFrom({ chargingPower: 11_000, phases: 3 }, { autoAdd: true }),
  },
  { requiredKeys: [] },
);

const rows = fc.oneof(
  fc.array(soundRow, { minLength: 1, maxLength: 6 }),
  fc.array(anyRow, { minLength: 1, maxLength: 6 }),
);

const options = fc.record(
  {
    supplier: fc.constantFrom('Harz', 'HARZ', 'Rhön'),
    defaultMaterialType: fc.constant('misc' as const),
    allOrNothing: fc.boolean(),
    createManufacturers: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** A price list and the markup of the site in percent. */
const list = fc.record({
  body: fc.tuple(options, rows).map(([given, drawn]): Import => ({ ...given, rows: drawn })),
  percent: fc.constantFrom(undefined, 25, 30),
});

async function importing(api: ApiClient, body: Import): Promise<PriceListResult> {
  const { status, body: result } = await api.call('importPriceList', { body });
  expect(status).toBe(200);
  return result;
}

async function catalogOf(api: ApiClient): Promise<unknown[]> {
  const materials = await api.call('listMaterials', { query: { limit: 200 } });
  const manufacturers = await api.call('listManufacturers', { query: { limit: 200 } });
  expect([materials.status, manufacturers.status]).toEqual([200, 200]);
  return [materials.body.data, manufacturers.body.data];
}

/** Returns the result of an import without the ids of new records, which a dry run cannot know. */
function comparable({ summary, unreadable, manufacturers, results }: PriceListResult) {
  return {
    summary,
    unreadable,
    manufacturers: manufacturers.map(({ name }) => name),
    results: results.map((result) =>
      result.status === 'CREATED' ? { ...result, materialId: null } : result,
    ),
  };
}

test('an import matches its dry run, and repeating it changes nothing', async () => {
  const property = fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 4 }), async (lists) => {
    const { api, newSite } = await addCompany();
    const siteId = await newSite();
    for (const { body: given, percent } of lists) {
      const body = { ...given, ...(percent !== undefined && { markup: [{ siteId, percent }] }) };
      const before = await catalogOf(api);
      const dry = await importing(api, { ...body, dryRun: true });
      expect(dry.applied).toBe(false);
      expect(await catalogOf(api)).toEqual(before);
      const real = await importing(api, body);
      expect(comparable(real)).toEqual(comparable(dry));
      const after = await catalogOf(api);
      if (!real.applied) expect(after).toEqual(before);
      else if (real.summary.failed === 0) {
        expect((await importing(api, body)).summary).toMatchObject({ created: 0, updated: 0, failed: 0 });
        expect(await catalogOf(api)).toEqual(after);
      }
    }
  });
  await fc.assert(property, { numRuns });
});
