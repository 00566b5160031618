import { gzipSync } from 'node:zlib';
import type { PriceListResult } from '@pv-planning/contract';
import { problemTexts } from '@pv-planning/price-list';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contract, responseExamplesOf } from '../support/contract-document.ts';
import { moduleData } from '../support/module-data.ts';
import {
  base64,
  codes,
  csv,
  datanorm,
  datanormText,
  gtinOf,
  type Import,
} from '../support/price-list-company.ts';
import { openTestApi } from '../support/test-api.ts';

const { newPriceListCompany, addCompany } = await openTestApi();
const { api } = await addCompany();

const harz: Import = { supplier: 'Harz', defaultMaterialType: 'misc' };

/** Imports a file. Returns the response, even if it is an error. */
async function imported(text: string, options: Import = {}) {
  const body: Import = { ...harz, files: csv(text), ...options };
  const { status, error, details, body: result } = await api.call('importPriceList', { body });
  return { status, error, details, result };
}

describe('files', async () => {
  const company = await newPriceListCompany();

  test('of CSV are read with their line numbers', async () => {
    const files = csv(
      'Artikelnr.;Bezeichnung;EK-Preis;PE',
      'C-1;Kabel "6 mm²";1.234,50;1000',
      ';;;',
      'C-2;x;abc;',
    );
    const { results } = await company.import({ ...harz, files });
    expect(results).toMatchObject([
      { file: 'preise.csv', line: 2, articleNumber: 'C-1', status: 'CREATED' },
      { file: 'preise.csv', line: 4, articleNumber: 'C-2', status: 'FAILED' },
    ]);
    expect(await company.find('C-1')).toMatchObject([
      { name: 'Kabel "6 mm²"', purchasePrice: 1.2345, supplier: 'Harz' },
    ]);
  });

  test.each(['TAB', '\t'])('of CSV can be separated by tabs, named %j', async (separator) => {
    // Of the characters that separate cells, the header has most semicolons.
    const files = csv('Nr;x;y\tText\tEK', 'T-1\tKabel\t2,50');
    const columns = { articleNumber: 'Nr;x;y', name: 'Text', purchasePrice: 'EK' };
    const { results } = await company.import({ ...harz, files, csv: { separator, columns } });
    expect(results).toMatchObject([{ articleNumber: 'T-1' }]);
    expect(await company.find('T-1')).toMatchObject([{ name: 'Kabel', purchasePrice: 2.5 }]);
  });

  test('are named in messages that refer to a line of another file', async () => {
    const [list] = csv('Artikelnr;Bezeichnung;EK', 'D-1;x;1', 'D-1;x;1');
    const { results } = await company.import({
      ...harz,
      files: [
        { name: 'preise.csv', content: String(list?.content) },
        { name: 'nachtrag.csv', content: String(list?.content) },
      ],
    });
    expect(results.map(({ errors }) => errors[0]?.message)).toEqual([
      undefined,
      'matches the same product as line 2',
      'matches the same product as line 2 of preise.csv',
      'matches the same product as line 2 of preise.csv',
    ]);
  });

  test('of CSV can contain the data of new products in mapped columns', async () => {
    const columns = {
      articleNumber: 'Nr',
      name: 'Text',
      manufacturer: 'Marke',
      materialType: 'Art',
      chargingPower: 'Watt',
      phases: 'Phasen',
      rfid: 'RFID',
      forMaterialTypes: 'Für',
    };
    const files = csv(
      'Nr;Text;Marke;Art;Watt;Phasen;RFID;Für',
      'C-3;WB;Nordkabel;wallbox;11.000,0;3;ja;',
      'C-4;SM;Nordkabel;equipment;;;;inverter, battery',
      'C-5;WB;Nordkabel;wallbox;elf;3;;',
    );
    const { results } = await company.import({ ...harz, files, csv: { columns } });
    expect(results.map(({ status }) => status)).toEqual(['CREATED', 'CREATED', 'FAILED']);
    expect(codes(results[2]?.errors ?? [])).toEqual([['invalid_data', 'chargingPower']]);
    expect(await company.find('C-3')).toMatchObject([{ chargingPower: 11_000, phases: 3, rfid: true }]);
    expect(await company.find('C-4')).toMatchObject([{ forMaterialTypes: ['inverter', 'battery'] }]);
  });

  test.each([
    ['a point, as given', '.', '99', '39.625', '1762', 'CREATED'],
    ['a comma, as given', ',', '99', '39,625', '1.762', 'CREATED'],
    ['a point, as the prices have it', undefined, '99.50', '39.625', '1762', 'CREATED'],
    ['a comma, as the prices have it', undefined, '99,50', '39,625', '1.762', 'CREATED'],
    ['what nothing tells', undefined, '99', '39.625', '1762', 'FAILED'],
  ] as const)(
    'of CSV use the decimal separator of the prices in all numbers: %s',
    async (_, decimalMark, ek, voc, length, status) => {
      const cells = {
        ...moduleData,
        voc,
        length,
        impp: 13,
        vmpp: 33,
        isc: 14,
        tempCoefficientVoc: 0,
        tempCoefficientPmpp: 0,
      };
      const columns = { articleNumber: 'Nr', name: 'Name', manufacturer: 'Marke', purchasePrice: 'EK' };
      const files = csv(
        ['Nr', 'Name', 'Marke', 'EK', ...Object.keys(cells)].join(';'),
        ['SK', 'Modul', 'Nordkabel', ek, ...Object.values(cells)].join(';'),
      );
      const { results } = await company.import({
        defaultMaterialType: 'pv_module',
        dryRun: true,
        files,
        csv: {
          columns: { ...columns, ...Object.fromEntries(Object.keys(cells).map((field) => [field, field])) },
          ...(decimalMark && { decimalMark }),
        },
      });
      expect([results[0]?.status, codes(results[0]?.errors ?? [])]).toEqual([
        status,
        status === 'FAILED' ? [['ambiguous_number', 'voc']] : [],
      ]);
    },
  );

  test('of DATANORM are combined: prices per 1000, discounts, deleted and renumbered articles', async () => {
    await company.add({ articleNumber: 'ALT', supplier: 'Harz' });
    const gone = await company.add({ articleNumber: 'WEG', supplier: 'Harz' });
    const articles = datanorm(
      'A;N;QBMK10208R;00;Brandmeldekabel rot;;1;3;M;228313;2AED; ; ;',
      'A;L;WEG;00;;;1;0;Stk;0;;;;',
      'A;X;ALT;NEU;',
      'A;L;NIE;00;;;1;0;Stk;0;;;;',
    );
    const prices = gzipSync(datanormText('P;A;QBMK10208R;1;228313;1;7600;;;;;'));
    const files = [...articles, { name: 'DATPREIS.001', content: base64(prices) }];
    let result = {} as PriceListResult;
    const events = await company.raisedBy(async () => {
      result = await company.import({ ...harz, files });
    });
    const outcomes = result.results.map(({ articleNumber, status }) => [articleNumber, status]);
    expect(outcomes.toSorted()).toEqual([
      ['ALT', 'UPDATED'],
      ['NIE', 'SKIPPED'],
      ['QBMK10208R', 'CREATED'],
      ['WEG', 'UPDATED'],
    ]);
    expect(await company.find('QBMK10208R')).toMatchObject([{ purchasePrice: 0.54795, unit: 'METER' }]);
    expect(await company.read(gone)).toMatchObject({ archived: true });
    expect((await company.find('NEU')).length).toBe(1);
    expect(events.map(({ type }) => type).toSorted()).toEqual(['material.created', 'material.updated']);
    const { summary } = await company.import({ ...harz, files });
    expect(summary).toEqual({ rows: 4, created: 0, updated: 0, unchanged: 3, skipped: 1, failed: 0 });
  });

  test('of DATANORM archive a deleted article by its number, not by its GTIN', async () => {
    const gtin = gtinOf(9_000_031);
    const successor = await company.add({ articleNumber: 'G-2', supplier: 'Harz', gtin });
    const elsewhere = await company.add({ articleNumber: 'O-1', supplier: 'Ost', gtin });
    const files = datanorm('A;L;G-1;00;Alt;;1;0;Stk;0;;;;', `B;N;G-1;ALT; ; ;0;0;0;${gtin};`);
    const { results } = await company.import({ ...harz, files });
    expect(results).toMatchObject([{ status: 'SKIPPED', warnings: [{ code: 'not_in_catalog' }] }]);
    for (const id of [successor, elsewhere])
      expect(await company.read(id)).toMatchObject({ archived: false });
  });

  test('of DATANORM never assign one number to two products', async () => {
    for (const articleNumber of ['R-1', 'R-2']) await company.add({ articleNumber, supplier: 'Harz' });
    const files = datanorm(
      'A;N;R-3;00;Neu;;1;0;Stk;100;;;;',
      'A;X;R-1;R-3;',
      'A;X;R-2;R-1;',
      'A;X;R-1;R-4;',
      'A;X;R-2;R-4;',
    );
    const { results } = await company.import({ ...harz, files });
    const outcomes = results.map(({ articleNumber, status, errors }) => [
      articleNumber,
      status,
      errors[0]?.code,
    ]);
    expect(outcomes).toEqual([
      ['R-3', 'UPDATED', undefined],
      ['R-1', 'UPDATED', undefined],
      ['R-2', 'FAILED', 'number_taken'],
      ['R-1', 'FAILED', 'duplicate_row'],
      ['R-2', 'FAILED', 'duplicate_row'],
    ]);
  });

  test('of CSV come before those of DATANORM, which form one list', async () => {
    const files = [
      ...datanorm('A;N;O-1;00;Rohr;;2;0;Stk;100;;;;'),
      ...csv('Artikelnr;EK', 'O-3;1,00'),
      ...datanorm('P;A;O-1;2;90;', 'A;N;O-2;00;Rohr;;2;0;Stk;100;;;;'),
    ];
    const { results } = await company.import({ ...harz, dryRun: true, files });
    expect(results.map(({ articleNumber }) => articleNumber)).toEqual(['O-3', 'O-1', 'O-2']);
  });

  test('that are unreadable are reported without affecting the others', async () => {
    const broken = { name: 'kaputt.csv', content: base64('nichts davon\nist eine Spalte') };
    const { unreadable, results } = await company.import({
      ...harz,
      files: [broken, ...csv('Artikelnr;EK', 'C-1;1,00')],
    });
    expect(unreadable).toMatchObject([{ file: 'kaputt.csv', code: 'no_header' }]);
    expect(results).toHaveLength(1);
    const { status, error, details } = await company.api.call('importPriceList', {
      body: { files: [broken] },
    });
    expect({ status, error, details }).toMatchObject({
      status: 400,
      error: 'unreadable_price_list',
      details: [{ in: 'body', path: '/files/0/content', code: 'no_header' }],
    });
  });

  test('with the same name are distinguishable when they are unreadable', async () => {
    const file = (text: string) => ({ name: 'liste', content: base64(text) });
    const files = [file('nichts davon'), file('sku;price\n"offen')];
    const { details } = await company.api.call('importPriceList', { body: { files } });
    expect(details).toMatchObject([
      { path: '/files/0/content', code: 'no_header' },
      { path: '/files/1/content', code: 'invalid_csv' },
    ]);
  });

  test('that contain only discount groups are unreadable', async () => {
    const { status, details } = await imported('', { files: datanorm('R;;2AED;1;7600;Kabel;') });
    expect([status, details?.map(({ code }) => code)]).toEqual([400, ['no_records']]);
  });

  test('of random bytes yield rows or are reported as unreadable', async () => {
    const name = fc.constantFrom('a.csv', 'DATANORM.001', 'DATPREIS.001', 'x');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ maxLength: 400 }).map((text) => Buffer.from(`Artikelnr;Name;EK\n${text}`)),
      fc.string({ maxLength: 400 }).map((text) => Buffer.from(datanormText(`A;N;${text}`))),
    );
    const isAnswered = fc.asyncProperty(name, bytes, async (file, content) => {
      const body = { ...harz, dryRun: true, files: [{ name: file, content: base64(content) || 'AA==' }] };
      expect([200, 400]).toContain((await company.api.call('importPriceList', { body })).status);
    });
    await fc.assert(isAnswered, { numRuns: 60, seed: 5 });
  });
});

test('reports skipped records in one result and limits empty ones', async () => {
  const customers = await imported(`V;050;A;20260303;EUR;\n${'K;1\n'.repeat(30_000)}`);
  expect(customers.result).toMatchObject({
    results: [{ status: 'SKIPPED', warnings: [{ code: 'record_ignored' }] }],
  });
  const empty = await imported(`Artikelnr;Bezeichnung;EK\nE-1;Kabel;1,00\n${';\n'.repeat(200_001)}`);
  expect(empty.result).toMatchObject({
    unreadable: [{ code: 'too_many_records', line: 200_001 }],
    results: [{ articleNumber: 'E-1', status: 'CREATED' }],
  });
});

test('DATANORM 5 sets prices per price quantity, renumbers and deletes', async () => {
  const header = 'V;050;A;20260303;EUR;Sonnwerk GmbH;;;;;;;;;;';
  const article = 'A;N;D5-1;Solarkabel;6 mm²;MTR;2;100;18900;KAB;;;;;;;;;4006381333931;;1;;;;;;;;;';
  await imported(
    [header, article, 'A;N;D5-2;Stecker;;PCE;2;1;250;;', 'A;N;D5-3;Alt;;PCE;2;1;250;;'].join('\r\n'),
  );
  const found = (articleNumber: string) =>
    api.call('listMaterials', { query: { articleNumber } }).then(({ body }) => body.data);
  expect(await found('D5-1')).toMatchObject([
    { name: 'Solarkabel 6 mm²', purchasePrice: 1.89, unit: 'METER', gtin: '4006381333931' },
  ]);
  const changes = ['P;D5-1;2;1000;175000;KAB;', 'B;A;D5-2;D5-4;', 'B;L;D5-3;'];
  const { result } = await imported([header, ...changes].join('\r\n'));
  expect(result).toMatchObject({ summary: { updated: 3 } });
  expect(await found('D5-1')).toMatchObject([{ purchasePrice: 1.75, unit: 'METER' }]);
  expect(await found('D5-2')).toEqual([]);
  expect(await found('D5-4')).toMatchObject([{ name: 'Stecker' }]);
  expect(await found('D5-3')).toMatchObject([{ archived: true }]);
});

test('a price with an unknown unit changes nothing', async () => {
  await imported('Artikelnr;Bezeichnung;EK;ME\nU-1;Modul;80,00;Stk');
  const { result } = await imported('Artikelnr;EK;ME\nU-1;0,189;Wp\nU-1;2844;Palette');
  expect(result?.results.map(({ status, errors }) => [status, errors[0]?.code])).toEqual([
    ['FAILED', 'unclear_unit'],
    ['FAILED', 'unclear_unit'],
  ]);
  const { body } = await api.call('listMaterials', { query: { articleNumber: 'U-1' } });
  expect(body.data).toMatchObject([{ purchasePrice: 80 }]);
});

test('warns of surcharges and missing prices', async () => {
  const { result } = await imported(
    'Artikelnr;Description;EK;Cu-Zuschlag;EAN\nS-1;NYM-J;1,00;0,12;4,00638E+12\nS-2;NYM-J;0;;\n;;1,00;;',
  );
  const told = result?.results.map(({ status, warnings }) => [status, ...warnings.map(({ code }) => code)]);
  expect(told).toEqual([
    ['CREATED', 'shortened_number', 'surcharge_not_included'],
    ['CREATED', 'purchase_price_unknown'],
    ['SKIPPED', 'row_without_article'],
  ]);
});

test('a DATANORM price without its article changes nothing, because its price quantity is unknown', async () => {
  const price = datanorm('P;A;QB-1;1;228313;1;7600;;;;;');
  const article = datanorm('A;N;QB-1;00;Kabel;;1;3;m;0;;;;');
  const alone = await imported('', { files: price });
  expect(alone.result).toMatchObject({
    results: [{ articleNumber: 'QB-1', status: 'FAILED', errors: [{ code: 'price_quantity_unknown' }] }],
  });
  expect((await imported('', { files: [...article, ...price] })).result).toMatchObject({
    results: [{ status: 'CREATED' }],
  });
  const { body } = await api.call('listMaterials', { query: { articleNumber: 'QB-1' } });
  expect(body.data).toMatchObject([{ purchasePrice: 0.54795 }]);
});

test('rejects ambiguous CSV columns, as in the example of the contract', async () => {
  const unread = await imported('Artikelnummer;Bezeichnung;Preis in USD\nP-1;Kabel;1,00');
  expect(unread).toMatchObject({ status: 400, details: [{ code: 'no_header' }] });
  expect(responseExamplesOf('importPriceList', 400)).toContainEqual(unread.result);
  const inEuros = await imported('Artikelnummer;Bezeichnung;Preis in EUR\nP-1;Kabel;1,00');
  expect(inEuros.result).toMatchObject({ results: [{ status: 'CREATED' }] });
  for (const field of ['purchaseprice', 'data', 'toString', 'a/b']) {
    const csv = { columns: { articleNumber: 'Nr', [field]: 'EK' } };
    expect(await imported('Nr;EK\nP-1;2,00', { csv })).toMatchObject({
      status: 400,
      error: 'invalid_request',
      details: [
        { in: 'body', path: `/csv/columns/${field.replace('/', '~1')}`, code: 'additionalProperties' },
      ],
    });
  }
});

test('a file with decomposed characters (NFD) matches the same products as its NFC form', async () => {
  const file = 'Artikelnummer;Bezeichnung;Stückpreis\nÄ-1;Kabel für Dächer;1,00';
  expect((await imported(file.normalize('NFC'))).result).toMatchObject({ results: [{ status: 'CREATED' }] });
  expect((await imported(file.normalize('NFD'))).result).toMatchObject({
    results: [{ status: 'UNCHANGED' }],
  });
});

const guide = contract.tags.find(({ name }) => name === 'Price lists')?.description ?? '';

describe('columns', async () => {
  const company = await newPriceListCompany();

  test('of every CSV file are reported, including ignored ones', async () => {
    const [good] = csv('Artikelnr;Lager;EK;Whg', 'C-7;5;1,00;USD');
    const files = [{ name: 'a.csv', content: base64('nichts') }, good as NonNullable<typeof good>];
    const { csv: read, results } = await company.import({ files, dryRun: true });
    expect(read).toEqual([
      {
        file: 'preise.csv',
        columns: [
          { header: 'Artikelnr', field: 'articleNumber' },
          { header: 'Lager', field: null },
          { header: 'EK', field: 'purchasePrice' },
          { header: 'Whg', field: 'currency' },
        ],
      },
    ]);
    expect(results.map(({ errors }) => codes(errors))).toEqual([[['unsupported_currency', null]]]);
  });

  test('are recognized by the names in the guide', async () => {
    const section = guide.split('## ').find((text) => text.startsWith('Columns of CSV files')) ?? '';
    const table = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, field = '', names = '']) => ({
      field,
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    }));
    const { data: _, ...fields } = contract.components.schemas.PriceListRow?.properties ?? {};
    expect(table.map(({ field }) => field).toSorted()).toEqual(
      [...Object.keys(fields), 'currency', 'surcharge'].toSorted(),
    );
    for (const { field, names } of table) {
      const others = { articleNumber: 'Artikelnummer', purchasePrice: 'EK' };
      const beside = Object.entries(others).filter(([other]) => other !== field);
      const files = names.map((name) => ({
        name,
        content: base64([name, ...beside.map(([, column]) => column)].join(';')),
      }));
      const { csv: read } = await company.import({ files, dryRun: true });
      const told = read.map(({ file, columns }) => columns.find(({ header }) => header === file));
      expect(told).toEqual(names.map((name) => ({ header: name, field })));
    }
  });
});

test('the guide lists every code for rows and files that cannot be read', () => {
  const [, table = ''] = guide.split('Codes for rows and files that cannot be read');
  const told = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);
  const beside = ['duplicate_row'];
  expect(Object.keys(problemTexts).filter((code) => !told.includes(code))).toEqual(beside);
});
