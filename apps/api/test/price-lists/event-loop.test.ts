import { expect, onTestFinished, test } from 'vitest';
import type { CatalogMatch } from '../../src/catalog/price-lists/match/match-rows.ts';
import { planImport } from '../../src/catalog/price-lists/plan/plan-import.ts';
import { readList } from '../../src/catalog/price-lists/read-list.ts';

const rows = Array.from({ length: 10_000 }, (_, index) => ({ articleNumber: `${index}`, purchasePrice: 1 }));

/** Signal of a request whose client stays connected. */
const connected = new AbortController().signal;

/** Returns the number of event loop iterations during work that does not wait for input or output. */
async function iterationsDuring(work: () => Promise<unknown>): Promise<number> {
  let iterations = 0;
  let next = setImmediate(function iterate() {
    iterations += 1;
    next = setImmediate(iterate);
  });
  onTestFinished(() => clearImmediate(next));
  await work();
  return iterations;
}

test('reading a long list does not block the event loop', async () => {
  expect(await iterationsDuring(() => readList({ rows }, connected))).toBeGreaterThanOrEqual(100);
});

test('decoding a large file does not block the event loop', async () => {
  const iterationsFor = (content: string) =>
    iterationsDuring(() =>
      readList({ files: [{ name: 'a.csv', content }] }, connected).catch(() => undefined),
    );
  const [small, large] = [
    await iterationsFor('AAAA'),
    await iterationsFor(`${'A'.repeat(4 * 1024 * 1024 - 1)}!`),
  ];
  // The file is rejected after it was checked.
  expect(large - small).toBeGreaterThanOrEqual(10);
});

/** Plans the rows for a catalog that contains none of them. */
async function planning(signal: AbortSignal) {
  const { items } = await readList({ rows }, connected);
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
  return () => planImport(items, { matches, products: new Map() }, options, signal);
}

test('planning a long list does not block the event loop', async () => {
  expect(await iterationsDuring(await planning(connected))).toBeGreaterThanOrEqual(100);
});

test('stops reading and planning a list when the client has disconnected', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(readList({ rows }, gone)).rejects.toThrow('gone');
  await expect((await planning(gone))()).rejects.toThrow('gone');
});
