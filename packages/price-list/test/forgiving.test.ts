import { expect, test } from 'vitest';
import { datanorm4Header } from './price-list-files.ts';
import { findings, read, readAll, readOnlyRows } from './read.ts';

test('rejects a row with a shortened number only if nothing else identifies the article', async () => {
  const rows = [
    'A1;4,00638E+12;;;1,00',
    'A2;;1,5E+10;M;1,00',
    ';4,00638E+12;1.5E+10;M;1,00',
    '1,23E+12;4006381333931;;;1,00',
  ];
  const items = await read(['sku;ean;mpn;manufacturer;EK', ...rows].join('\n'));
  expect(findings(items)).toEqual([
    '2 row shortened_number gtin',
    '3 row shortened_number manufacturerArticleNumber',
    '4 failed shortened_number manufacturerArticleNumber',
    '4 failed shortened_number gtin',
    '4 failed missing_article_number articleNumber',
    '5 failed shortened_number articleNumber',
  ]);
  expect(items[0]).not.toHaveProperty('gtin');
});

test('skips and counts rows without number and name, such as totals', async () => {
  const file = 'sku;Bezeichnung;EK\n1;x;2,50\n;;2,50\n ;;Summe\n;y;2,50\n';
  const items = await read(file);
  expect(findings(items)).toEqual([
    '5 failed missing_article_number articleNumber',
    '3 skipped row_without_article',
  ]);
  expect(items.at(-1)).toMatchObject({ count: 2, reason: { message: expect.stringContaining('(2)') } });
  expect(findings(await read('sku;EK\n1;1\n;9\n"offen'))).toEqual([
    '3 skipped row_without_article',
    '4 unreadable invalid_csv',
  ]);
});

test.each([
  ['Description', 'Modul'],
  ['Beschreibung', 'Modul'],
  ['Artikelbeschreibung', 'Modul'],
  ['Materialkurztext', 'Modul'],
])('uses %s as the name if there is no other name column', async (column, name) => {
  const [row] = await readOnlyRows(`sku;${column};EK\n1;Modul;1,00`);
  expect(row).toMatchObject({ name });
  expect(row).not.toHaveProperty('description');
  const [both] = await readOnlyRows(`sku;${column};Produktname;EK\n1;x;Modul;1,00`);
  expect(both).toMatchObject({ name });
});

test('reads Description as the name or as the description, depending on the other columns', async () => {
  expect(await readOnlyRows('sku;Description;Langtext;EK\n1;Modul;Glas-Glas;1,00')).toMatchObject([
    { name: 'Modul', description: 'Glas-Glas' },
  ]);
  expect(await readOnlyRows('sku;Name;Description;EK\n1;Modul;Glas-Glas;1,00')).toMatchObject([
    { name: 'Modul', description: 'Glas-Glas' },
  ]);
});

test.each([
  ['Bezeichnung 1', 'Bezeichnung 2'],
  ['Bezeichnung', 'Bezeichnung2'],
  ['Kurztext 1', 'Kurztext 2'],
  ['Artikelbezeichnung', 'Artikelbezeichnung 2'],
  ['Materialkurztext 1', 'Materialkurztext 2'],
])('joins %s and %s into one name', async (first, second) => {
  const [columns, ...rows] = await readAll(
    `sku;${second};${first};EK\n1;6 mm²;Kabel;1,00\n2;;Kabel;1,00\n3;rot;;1,00`,
  );
  expect(rows.map((row) => row.kind === 'row' && row.name)).toEqual(['Kabel 6 mm²', 'Kabel', 'rot']);
  expect(columns).toMatchObject({ columns: [{}, { field: 'name' }, { field: 'name' }, {}] });
});

test('rejects a file without a header, naming csv.columns and the recognized columns', async () => {
  const titles = 'Preisliste 2026;;\n';
  const [item] = await read(`${titles}Art.-Nr.;Bezeichnung;Preis in USD\n1;x;2`);
  expect(item).toMatchObject({
    kind: 'unreadable',
    reason: {
      code: 'no_header',
      message: expect.stringMatching(/"Art\.-Nr\." as articleNumber, "Bezeichnung" as name.*csv\.columns/),
    },
  });
  const [nothing] = await read('just words');
  expect(nothing).toMatchObject({
    reason: { code: 'no_header', message: expect.stringMatching(/no known column.*csv\.columns/) },
  });
  const many = Array.from({ length: 2_000 }, () => 'EAN'.padEnd(300)).join(';');
  const [long] = await read(`${many}\n`);
  expect(long?.kind === 'unreadable' && long.reason.message.length).toBeLessThan(1_000);
});

test('drops a description with unreadable characters and keeps the article', async () => {
  const csv = await read('sku;Name;Langtext;EK\n1;Modul;Gr\uFFFDe;1,00\n2;Gr\uFFFDe;x;1,00');
  expect(findings(csv)).toEqual(['2 row invalid_characters description', '3 failed invalid_characters name']);
  expect(csv[0]).not.toHaveProperty('description');
  const article = 'A;N;1;40;Modul;;2;0;Stk;100;;;T;';
  const datanorm = await read([datanorm4Header, article, 'T;N;T;;1;;Gr\u0007e;'].join('\r\n'));
  expect(findings(datanorm)).toEqual(['2 row invalid_characters description']);
});
