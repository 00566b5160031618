import { expect, test } from 'vitest';
import { mappedColumns, recognisedColumns } from '../src/csv/columns.ts';
import { readOnlyRows } from './read.ts';

/** Returns a header that counts how often its cells are read. */
function counted(header: string[]) {
  let reads = 0;
  const cells = new Proxy(header, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { cells, reads: () => reads };
}

const columnCount = 10_000;

test.each(['', 'Lager', 'EK %', 'Rabatt €'])(
  'reads each header cell once, even if many are named "%s"',
  (name) => {
    const { cells, reads } = counted([...Array<string>(columnCount).fill(name), 'sku', 'EK']);
    expect(recognisedColumns(cells)?.indexes.get('purchasePrice')).toBe(columnCount + 1);
    expect(reads()).toBeLessThan(2 * columnCount + 100);
  },
);

test('reads each header cell once with a large mapping', () => {
  const { cells, reads } = counted([...Array<string>(columnCount).fill('Lager'), 'sku']);
  const mapping = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, `c${index}`]));
  expect(mappedColumns(cells, { ...mapping, articleNumber: 'SKU' }).missing).toHaveLength(50);
  expect(reads()).toBeLessThan(2 * columnCount + 100);
});

test('maps a price to the price column if a percentage column has the same name', async () => {
  const csv = { columns: { articleNumber: 'Nr', purchasePrice: 'EK' } };
  expect(await readOnlyRows('Nr;EK %;EK €\n1;20;2,50', { csv })).toMatchObject([{ purchasePrice: '2.5' }]);
});

test.each(['Händlerpreis (Süd)', 'händlerpreis süd', 'Stück'])(
  'maps %s to its column in NFC and NFD',
  async (name) => {
    const csv = { columns: { articleNumber: 'Nr', purchasePrice: name.normalize('NFD') } };
    for (const form of ['NFC', 'NFD']) {
      const file = 'Nr;Händlerpreis (Süd);Stück\n1;2,50;2,50'.normalize(form);
      expect(await readOnlyRows(file, { csv })).toMatchObject([{ purchasePrice: '2.5' }]);
    }
  },
);
