import type { Body } from '@pv-planning/contract';
import { problemTexts } from '@pv-planning/price-list';
import { expect, test } from 'vitest';
import { contract } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const { addCompany } = await openTestApi();
const { api } = await addCompany();

type Import = Body<'importPriceList'>;

function fileOf(text: string, name = 'preise.csv') {
  return { name, content: Buffer.from(text).toString('base64') };
}

async function imported(text: string, options: Import = {}) {
  const body: Import = { supplier: 'Harz', defaultMaterialType: 'misc', files: [fileOf(text)], ...options };
  const { status, error, details, body: result } = await api.call('importPriceList', { body });
  return { status, error, details, result };
}

test('records that are left out are one result, and empty ones have an end', async () => {
  const prices = await imported(`V;050;A;20260303;EUR;\n${'P;1\n'.repeat(30_000)}`);
  expect(prices.result).toMatchObject({
    results: [{ status: 'SKIPPED', warnings: [{ code: 'unverified_price_record' }] }],
  });
  const empty = await imported(`Artikelnr;Bezeichnung;EK\nE-1;Kabel;1,00\n${';\n'.repeat(200_001)}`);
  expect(empty.result).toMatchObject({
    unreadable: [{ code: 'too_many_records', line: 200_001 }],
    results: [{ articleNumber: 'E-1', status: 'CREATED' }],
  });
});

test('a DATANORM price without its article changes nothing, for it may be for 1,000', async () => {
  const header = `V 210326${' '.repeat(115)}04EUR`;
  const price = fileOf(`${header}\nP;A;QB-1;1;228313;1;7600;;;;;`, 'DATPREIS.001');
  const article = fileOf(`${header}\nA;N;QB-1;00;Kabel;;1;3;m;0;;;;`, 'DATANORM.001');
  const alone = await imported('', { files: [price] });
  expect(alone.result).toMatchObject({
    results: [{ articleNumber: 'QB-1', status: 'FAILED', errors: [{ code: 'price_quantity_unknown' }] }],
  });
  expect((await imported('', { files: [article, price] })).result).toMatchObject({
    results: [{ status: 'CREATED' }],
  });
  const { body } = await api.call('listMaterials', { query: { articleNumber: 'QB-1' } });
  expect(body.data).toMatchObject([{ purchasePrice: 0.54795 }]);
});

test('columns of CSV that cannot be told are refused, and not passed over', async () => {
  const unread = await imported('Artikelnummer;Bezeichnung;Preis in USD\nP-1;Kabel;1,00');
  expect(unread).toMatchObject({ status: 400, details: [{ code: 'no_header' }] });
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

test('a file from a Mac, which writes letters and their marks apart, means the same products', async () => {
  const file = 'Artikelnummer;Bezeichnung;Stückpreis\nÄ-1;Kabel für Dächer;1,00';
  expect((await imported(file.normalize('NFC'))).result).toMatchObject({ results: [{ status: 'CREATED' }] });
  expect((await imported(file.normalize('NFD'))).result).toMatchObject({
    results: [{ status: 'UNCHANGED' }],
  });
});

test('the guide has every code of reading', () => {
  const guide = contract.tags.find(({ name }) => name === 'Price lists')?.description ?? '';
  const [, table = ''] = guide.split('codes of reading:');
  const told = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);
  const beside = ['duplicate_row'];
  expect(Object.keys(problemTexts).filter((code) => !told.includes(code))).toEqual(beside);
});
