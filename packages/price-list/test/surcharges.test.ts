import { expect, test } from 'vitest';
import { datanorm4Header } from './price-list-files.ts';
import { findings, read, readAll, readOnlyRows } from './read.ts';

const notIncluded = 'surcharge_not_included purchasePrice';

test.each([
  'Cu-Zuschlag',
  'Metallzuschlag',
  'Frachtzuschlag',
  'Kupferzuschlag €/100 m',
  'Cu-Zahl (kg/km)',
  'Kupferbasis',
  'Copper surcharge',
  'Cu kg/km',
  'Kupfer kg/km',
  'CU',
  'Basis CU',
  'DEL',
  'DEL-Notiz',
  'Kupferpreis',
  'MTZ',
  'TZ',
])('warns about each row with a value in the surcharge column %s', async (name) => {
  for (const price of ['EK', 'Preis', 'Listenpreis;Rabatt']) {
    const file = `sku;${price};${name}\n1;${price.replace(/[^;]+/g, '10')};0,12\n2;${price.replace(/[^;]+/g, '10')};`;
    const items = await read(file);
    expect(findings(items)).toEqual([`2 row ${notIncluded}`]);
    expect(items[0]).toMatchObject({
      warnings: [{ message: expect.stringContaining(JSON.stringify(name)) }],
    });
  }
});

test.each(['', '0', '0,00', '0,00 €', '-', 'nein', '="0"'])(
  'does not read "%s" as a surcharge',
  async (cell) => {
    expect(findings(await read(`sku;EK;Cu-Zuschlag\n1;1,00;${cell}`))).toEqual([]);
  },
);

test.each(['ja', 'tagesaktuell', 'CU', '0,01', '12 %'])('reads "%s" as a surcharge', async (cell) => {
  expect(findings(await read(`sku;EK;Cu-Zuschlag\n1;1,00;${cell}`))).toEqual([`2 row ${notIncluded}`]);
});

test.each(['Cuxhaven', 'Model', 'Kupferkabel', 'Lieferzeit'])(
  'does not treat %s as a surcharge column',
  async (name) => {
    expect(findings(await read(`sku;EK;${name}\n1;1,00;5`))).toEqual([]);
  },
);

test('reports surcharge columns with a mapping, too', async () => {
  const csv = { columns: { articleNumber: 'Nr', purchasePrice: 'EK' } };
  const [columns, row] = await readAll('Nr;EK;Cu-Zuschlag;Metall-Zuschlag\n1;1,00;;3', { csv });
  expect(columns).toMatchObject({ columns: [{}, {}, { field: 'surcharge' }, { field: 'surcharge' }] });
  expect(row).toMatchObject({ warnings: [{ code: 'surcharge_not_included' }] });
});

test('does not warn about a price that includes the surcharge', async () => {
  const csv = { columns: { articleNumber: 'Nr', purchasePrice: 'EK inkl. Cu-Zuschlag' } };
  expect(findings(await read('Nr;EK inkl. Cu-Zuschlag\n1;1,00', { csv }))).toEqual([]);
  expect(findings(await read('sku;Preis;EK incl. Metallzuschlag\n1;1,00;2,00'))).toEqual([]);
});

test.each([
  ['1;150;4320', true],
  ['0;0;4320', true],
  ['0;0;0', false],
  [' ; ; ', false],
])('for the copper fields %s of DATANORM 4, warns: %s', async (copper, warns) => {
  const file = [
    datanorm4Header,
    'A;N;K6;00;NYM-J;;2;2;m;15000;;;;',
    `B;N;K6;KABEL; ; ;${copper};4006381333931; ; ; ; ; ; ;`,
  ];
  expect(findings(await read(file.join('\r\n')))).toEqual(warns ? [`2 row ${notIncluded}`] : []);
});

test.each([
  [datanorm4Header, 'A;N;K6;00;NYM-J;;2;2;m;15000;;;;', 'Z;N;K6;1;4;CU;150;1000;4320;1000;', true],
  [datanorm4Header, 'A;N;K6;00;NYM-J;;2;2;m;15000;;;;', 'Z;N;K6;1;1;1;ab 10;2;14000;10;99;', false],
  [
    'V;050;A;20260303;EUR;',
    'A;N;K6;NYM-J;;MTR;2;100;15000;',
    'Z;N;K6;11;2;CU;3;+;1;1;2;15100;20000;10;',
    true,
  ],
  [
    'V;050;A;20260303;EUR;',
    'A;N;K6;NYM-J;;MTR;2;100;15000;',
    'Z;N;K6;01;1;ab 10;;1;;2;1;14000;;1;10;99;',
    false,
  ],
])(
  'warns about surcharge records of DATANORM, but not about scale prices',
  async (header, article, record, warns) => {
    for (const records of [
      [article, record],
      [record, article],
    ]) {
      const items = await read([header, ...records].join('\r\n'));
      expect(items.find(({ kind }) => kind === 'row')).toMatchObject({
        articleNumber: 'K6',
        warnings: warns ? [{ code: 'surcharge_not_included' }] : [],
      });
    }
  },
);

test('does not warn about a surcharge of an article without a price', async () => {
  const [row] = await readOnlyRows(
    'A;N;K6;00;NYM-J;;2;2;m;0;;;;\nB;N;K6;KABEL; ; ;1;150;4320; ; ; ; ; ; ; ;',
  );
  expect(row?.warnings.map(({ code }) => code)).toEqual(['purchase_price_unknown']);
});
