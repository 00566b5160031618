import { expect, test } from 'vitest';
import { mappedColumns, recognisedColumns } from '../src/csv/columns.ts';
import { readOnlyRows } from './read.ts';

/** A header that counts how often its cells are looked at. */
function counted(header: string[]) {
  let looks = 0;
  const cells = new Proxy(header, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(target, key);
    },
  });
  return { cells, looks: () => looks };
}

const many = 10_000;

test.each(['', 'Lager', 'EK %', 'Rabatt €'])(
  'every column is looked at once, however many are named "%s"',
  (name) => {
    const { cells, looks } = counted([...Array<string>(many).fill(name), 'sku', 'EK']);
    expect(recognisedColumns(cells)?.indexes.get('purchasePrice')).toBe(many + 1);
    expect(looks()).toBeLessThan(2 * many + 100);
  },
);

test('of a mapping too, whatever it names', () => {
  const { cells, looks } = counted([...Array<string>(many).fill('Lager'), 'sku']);
  const mapping = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, `c${index}`]));
  expect(mappedColumns(cells, { ...mapping, articleNumber: 'SKU' }).missing).toHaveLength(50);
  expect(looks()).toBeLessThan(2 * many + 100);
});

test('a mapping to a name that a percentage and a price share means for a price the price', async () => {
  const csv = { columns: { articleNumber: 'Nr', purchasePrice: 'EK' } };
  expect(await readOnlyRows('Nr;EK %;EK €\n1;20;2,50', { csv })).toMatchObject([{ purchasePrice: '2.5' }]);
});

test.each(['Händlerpreis (Süd)', 'händlerpreis süd', 'Stück'])(
  'a mapping to %s with letters and their marks apart means that column',
  async (name) => {
    const csv = { columns: { articleNumber: 'Nr', purchasePrice: name.normalize('NFD') } };
    for (const form of ['NFC', 'NFD']) {
      const file = 'Nr;Händlerpreis (Süd);Stück\n1;2,50;2,50'.normalize(form);
      expect(await readOnlyRows(file, { csv })).toMatchObject([{ purchasePrice: '2.5' }]);
    }
  },
);
