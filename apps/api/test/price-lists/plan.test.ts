import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchRows } from '../../src/catalog/price-lists/match/match-rows.ts';
import type { Product } from '../../src/catalog/price-lists/match/product.ts';
import type { Catalog } from '../../src/catalog/price-lists/match/read-catalog.ts';
import type { Plan } from '../../src/catalog/price-lists/plan/plan.ts';
import { planImport } from '../../src/catalog/price-lists/plan/plan-import.ts';
import type { ListedRow } from '../../src/catalog/price-lists/read-list.ts';

// Tests only the planning, which changes nothing, so that far more lists can be generated than through the API. There are only a few article
// numbers, so that rows share them with each other and with the catalog.

const folded = (text: string | null | undefined) => text?.toLowerCase() ?? null;
const numberOf = ({ articleNumber, supplier }: Product) =>
  articleNumber === null ? null : `${folded(articleNumber)} of ${folded(supplier)}`;

interface StoredCatalog {
  products: Product[];
  /** Key → id. */
  manufacturers: ReadonlyMap<string, string>;
}

const product: fc.Arbitrary<Omit<Product, 'id' | 'isFromSupplier'>> = fc.record({
  materialType: fc.constant('misc' as const),
  name: fc.constantFrom('Kabel', 'Klemme'),
  archived: fc.boolean(),
  manufacturerId: fc.constantFrom(null, '1', '2'),
  supplier: fc.constantFrom(null, null, 'Harz', 'Ost'),
  articleNumber: fc.constantFrom(null, 'A', 'B', 'C'),
  manufacturerArticleNumber: fc.constantFrom(null, 'M1', 'M2'),
  gtin: fc.constantFrom(null, '96385074', '4006381333931', '036000291452'),
  description: fc.constant(null),
  unit: fc.constant('PIECE'),
  vatRate: fc.constant(19 as const),
  purchasePrice: fc.constantFrom(1, 2),
  sellingPrices: fc.constant([]),
  updatedAt: fc.constant('2026-01-01T00:00:00.000Z'),
});

const storedCatalog: fc.Arbitrary<StoredCatalog> = fc
  .uniqueArray(product, { maxLength: 4, selector: (drawn) => numberOf(drawn as Product) ?? drawn })
  .map((drawn) => ({
    products: drawn.map((fields, index) => ({ ...fields, id: `${index + 1}`, isFromSupplier: null })),
    manufacturers: new Map([
      ['nordkabel', '1'],
      ['nord', '1'],
      ['südkabel', '2'],
    ]),
  }));

const said = fc.record(
  {
    articleNumber: fc.constantFrom('A', 'a', 'B', 'C', 'D'),
    manufacturerArticleNumber: fc.constantFrom('M1', 'm1', 'M2', 'M3'),
    manufacturer: fc.constantFrom('Nordkabel', 'NORD', 'Südkabel', 'Neu'),
    gtin: fc.constantFrom('96385074', '4006381333931', '36000291452'.padStart(13, '0'), '036000291452'),
    name: fc.constantFrom('Kabel', 'Schiene'),
    purchasePrice: fc.constantFrom('1', '3'),
  },
  { requiredKeys: [] },
);

const isKnownBySomething = ({
  articleNumber,
  manufacturer,
  manufacturerArticleNumber,
  gtin,
}: Partial<ListedRow>) =>
  articleNumber !== undefined ||
  gtin !== undefined ||
  (manufacturer && manufacturerArticleNumber) !== undefined;

const row: fc.Arbitrary<Partial<ListedRow>> = fc.oneof(
  { weight: 6, arbitrary: said.filter(isKnownBySomething) },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('RENUMBER' as const),
      articleNumber: fc.constantFrom('A', 'B', 'C', 'D'),
      newArticleNumber: fc.constantFrom('A', 'a', 'B', 'C', 'D'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('DELETE' as const),
      articleNumber: fc.constantFrom('A', 'B'),
      gtin: fc.constantFrom('96385074', '4006381333931'),
    }),
  },
);

const list = fc.record({
  supplier: fc.constantFrom(null, null, 'Harz'),
  rows: fc.array(row, { minLength: 1, maxLength: 5 }).map((rows) =>
    rows.map(
      (fields, index): ListedRow => ({
        kind: 'row',
        file: null,
        line: index + 1,
        action: 'UPSERT',
        priceQuantity: 1,
        data: {},
        isText: false,
        warnings: [],
        ...fields,
      }),
    ),
  ),
});

/** Returns the result of the database for the stored catalog. */
function catalogOf(
  { products, manufacturers }: StoredCatalog,
  { rows, supplier }: { rows: ListedRow[]; supplier: string | null },
): Catalog {
  const found = products.map((fields) => ({
    ...fields,
    numberKey: folded(fields.articleNumber),
    manufacturerNumberKey: folded(fields.manufacturerArticleNumber),
    isFromSupplier:
      supplier === null
        ? true
        : fields.supplier === null
          ? null
          : folded(fields.supplier) === folded(supplier),
  }));
  const keys = rows.map((given) => ({
    numberKey: folded(given.articleNumber),
    newNumberKey: folded(given.newArticleNumber),
    manufacturerNumberKey: folded(given.manufacturerArticleNumber),
    manufacturerKey: folded(given.manufacturer),
  }));
  return {
    matches: matchRows(rows, keys, found, manufacturers),
    products: new Map(found.map((fields) => [fields.id, fields])),
  };
}

/** Returns the stored catalog after the plan has been carried out. */
function carriedOut({ products, manufacturers }: StoredCatalog, plan: Plan): StoredCatalog {
  const changed = new Map(plan.changed.map(({ product }) => [product.id, product]));
  const added = new Map([...plan.manufacturers.keys()].map((key) => [key, `new ${key}`]));
  return {
    products: [
      ...products.map((before) => changed.get(before.id) ?? before),
      ...plan.created.map(
        ({ product: { manufacturer, purchasePrice = 0, data: _, prices: __, ...fields } }, index) => ({
          ...fields,
          id: `${products.length + index + 1}`,
          archived: false,
          manufacturerId: manufacturer ? (manufacturer.id ?? added.get(manufacturer.key) ?? null) : null,
          isFromSupplier: null,
          vatRate: 19 as const,
          purchasePrice,
          sellingPrices: [],
          updatedAt: '2026-01-02T00:00:00.000Z',
        }),
      ),
    ],
    manufacturers: new Map([...manufacturers, ...added]),
  };
}

const options = { defaultMaterialType: 'misc', createManufacturers: true, markup: [] } as const;
const { signal } = new AbortController();

test('random lists never assign a number twice, and repeating one changes nothing', async () => {
  const property = fc.asyncProperty(storedCatalog, list, async (before, { supplier, rows }) => {
    const first = await planImport(
      rows,
      catalogOf(before, { rows, supplier }),
      { ...options, supplier },
      signal,
    );
    const after = carriedOut(before, first);
    const numbers = after.products.map(numberOf).filter((number) => number !== null);
    expect(new Set(numbers).size).toBe(numbers.length);
    fc.pre(first.results.every(({ status }) => status !== 'FAILED'));
    const again = await planImport(
      rows,
      catalogOf(after, { rows, supplier }),
      { ...options, supplier },
      signal,
    );
    expect([again.created, again.changed, [...again.manufacturers]]).toEqual([[], [], []]);
    expect(again.results.map(({ status }) => status)).not.toContain('FAILED');
  });
  await fc.assert(property, { numRuns: process.env.SOAK ? 300_000 : 5_000 });
});
