import { expect, test } from 'vitest';
import { findings, read } from './read.ts';

test('rows and their lines', async () => {
  const items = await read(
    'Art.-Nr.;Bezeichnung;EK netto;PE\n1;"Mehr\nzeilig";1.234,50 €;100\n2;x;abc;1\n\n3;y;0,5;1',
  );
  expect(findings(items)).toEqual(['4 failed invalid_price purchasePrice']);
  expect(items).toMatchObject([
    { line: 2, purchasePrice: '1234.5', name: 'Mehr zeilig' },
    { line: 4 },
    { line: 6 },
  ]);
});
