import { expect, onTestFinished, test } from 'vitest';
import type { CatalogMatch } from '../../src/price-lists/match/match-rows.ts';
import { planImport } from '../../src/price-lists/plan/plan-import.ts';
import { readList } from '../../src/price-lists/read-list.ts';

const rows = Array.from({ length: 10_000 }, (_, index) => ({ articleNumber: `${index}`, purchasePrice: 1 }));

/** Of a request whose caller waits. */
const patient = new AbortController().signal;

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

test('reading a long list does not block the event loop', async () => {
  expect(await turnsDuring(() => readList({ rows }, patient))).toBeGreaterThanOrEqual(100);
});

/** Plans the rows for a catalog that has none of them. */
async function planning(signal: AbortSignal) {
  const { items } = await readList({ rows }, patient);
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
  expect(await turnsDuring(await planning(patient))).toBeGreaterThanOrEqual(100);
});

test('stops reading and planning a list when the client has disconnected', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(readList({ rows }, gone)).rejects.toThrow('gone');
  await expect((await planning(gone))()).rejects.toThrow('gone');
});
