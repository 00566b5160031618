import { expect, onTestFinished, test } from 'vitest';
import type { CatalogMatch } from '../../src/price-lists/match/match-rows.ts';
import { planImport } from '../../src/price-lists/plan/plan-import.ts';
import { readList } from '../../src/price-lists/read-list.ts';

const rows = Array.from({ length: 10_000 }, (_, index) => ({ articleNumber: `${index}`, purchasePrice: 1 }));

/** How often the rest of the process had its turn during work that waits for nothing else. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  onTestFinished(() => clearImmediate(next));
  await work();
  return turns;
}

test('a long list is read with time for others', async () => {
  expect(await turnsDuring(() => readList({ rows }))).toBeGreaterThanOrEqual(100);
});

test('a long list is planned with time for others', async () => {
  const { items } = await readList({ rows });
  const options = { supplier: null, defaultMaterialType: undefined, createManufacturers: true, markup: [] };
  const matches = rows.map(
    ({ articleNumber }): CatalogMatch => ({
      numberKey: articleNumber,
      manufacturerNumberKey: null,
      newNumberKey: null,
      byNumber: [],
      byNewNumber: [],
      byManufacturerNumber: [],
      byGtin: [],
      withoutSupplier: [],
      manufacturer: undefined,
    }),
  );
  const planning = () => planImport(items, { matches, products: new Map() }, options);
  expect(await turnsDuring(planning)).toBeGreaterThanOrEqual(100);
});
