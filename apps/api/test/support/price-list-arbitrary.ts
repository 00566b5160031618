import { gzipSync } from 'node:zlib';
import type { Body } from '@pv-planning/contract';
import fc from 'fast-check';
import { bodySchemaOf } from './contract-document.ts';
import { allowedValues } from './schema-arbitrary.ts';

type PriceList = Body<'importPriceList'>;

const { properties = {} } = bodySchemaOf('importPriceList') ?? {};

/** Generates mostly good values and only a few bad ones, because a row in which everything is wrong tests little. */
function usually<T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 15, arbitrary: good }, { weight: 1, arbitrary: bad });
}

/** Only a few different values, so that rows match each other and existing products. */
const numbers = fc.oneof(
  fc.constantFrom('SK440-GG', 'sk440-gg', 'SB-H10', '0815'),
  fc.tuple(fc.constantFrom('A', 'a'), fc.integer({ min: 1, max: 40 })).map((parts) => parts.join('-')),
);
const gtins = fc.constantFrom('4260555010015', '9120044400107', '4006381333931', '96385074');
const manufacturers = fc.constantFrom('Sonnwerk', 'SONNWERK', 'Nordkabel GmbH', 'Neue Werke');
const names = fc.constantFrom('Modul 440', 'Kabel', 'Wechselrichter, 10 kW', 'a"b', 'Zubehör', 'e\u0301');
const units = fc.constantFrom('Stk', 'm', '100 m', 'Set', 'psch');
const kinds = fc.constantFrom('misc', 'misc', 'misc', 'MISC', 'pv_module');

/** Unusual texts that the contract allows in any text field of a row. */
const unusualTexts = fc.constantFrom(
  '',
  ' ',
  ' A-1 ',
  '4006381333932',
  'x'.repeat(150),
  'ß'.repeat(600),
  '<500 X>',
);
/** Texts that only files can contain, because the contract does not restrict their content. */
const badTexts = fc.oneof(
  unusualTexts,
  fc.constantFrom('ab\u0001c', '\u0000', '\uFFFF', 'a"b;c', '"', '__proto__'),
);

const oddNumbers = fc.constantFrom(0, -1, 0.000004, 1e9, 123_456_789_012);
const prices = usually(
  fc.integer({ min: 1, max: 200_000 }).map((cents) => cents / 100),
  oddNumbers,
);
const data = fc.dictionary(
  fc.constantFrom('power', 'vmpp', 'bifacial', 'inverterType', 'name', 'nonsense', '__proto__'),
  fc.oneof(fc.constantFrom(440, 33.12, '440', '', null, true), fc.jsonValue({ maxDepth: 2 })),
);

const usualRow = fc.record(
  {
    articleNumber: usually(numbers, unusualTexts),
    name: usually(names, unusualTexts),
    purchasePrice: prices,
    listPrice: prices,
    discountPercent: usually(fc.integer({ min: 0, max: 80 }), oddNumbers),
    priceQuantity: usually(fc.constantFrom(1, 10, 100), oddNumbers),
    manufacturer: usually(manufacturers, unusualTexts),
    manufacturerArticleNumber: usually(numbers, unusualTexts),
    gtin: usually(gtins, unusualTexts),
    materialType: usually(kinds, unusualTexts),
    unit: usually(units, unusualTexts),
    data,
  },
  { requiredKeys: ['articleNumber', 'name'], noNullPrototype: true },
);
/** A row that can change nothing in an existing product. */
const bareRow = fc.record({ articleNumber: numbers }, { noNullPrototype: true });
const row = fc.oneof(
  { weight: 4, arbitrary: usualRow },
  { weight: 1, arbitrary: bareRow },
  { weight: 1, arbitrary: allowedValues(properties.rows?.items ?? {}) },
);

const amount = usually(
  fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2).replace('.', ',')),
  fc.constantFrom('', '0', '-1', '1.234', '1.234,56', '79,90 €', '1e999', '9'.repeat(40), 'auf Anfrage'),
);

const columns: Record<string, fc.Arbitrary<string>> = {
  'Artikel-Nr.': usually(numbers, badTexts),
  Bezeichnung: usually(names, badTexts),
  'EK netto': amount,
  Listenpreis: amount,
  Rabatt: usually(fc.constantFrom('0', '12,5', '30 %'), badTexts),
  PE: usually(fc.constantFrom('1', '10', '100'), badTexts),
  ME: usually(units, badTexts),
  EAN: usually(gtins, badTexts),
  Hersteller: usually(manufacturers, badTexts),
  Herstellernummer: usually(numbers, badTexts),
  Materialtyp: usually(kinds, badTexts),
};

const csv = fc
  .record({
    header: fc.shuffledSubarray(Object.keys(columns), { minLength: 4 }),
    separator: fc.constantFrom(';', ',', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
  })
  .chain(({ header, separator, lineEnd }) => {
    const cells = fc.tuple(...header.map((column) => columns[column] ?? fc.constant('')));
    const quoted = (cell: string) => (/[";,\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    return fc
      .array(cells, { maxLength: 6 })
      .map((rows) => [header, ...rows].map((record) => record.map(quoted).join(separator)).join(lineEnd));
  });

const article = usually(numbers, badTexts);
const cents = usually(
  fc.integer({ min: 1, max: 99_999 }).map(String),
  fc.constantFrom('0', '-5', '', 'x', '1,5'),
);
const textKey = fc.constantFrom('', 'T1', 'T2');
const articleRecord = fc
  .record({
    mark: usually(fc.constantFrom('N', 'A'), fc.constantFrom('L', 'Z', '')),
    number: article,
    name: usually(names, badTexts),
    price: usually(fc.constantFrom('1', '2'), fc.constantFrom('9', '')),
    quantity: usually(fc.constantFrom('0', '1', '2', '3'), fc.constantFrom('7', '')),
    unit: usually(units, badTexts),
    amount: cents,
    text: textKey,
  })
  .map(({ mark, number, name, price, quantity, unit, amount, text }) =>
    ['A', mark, number, '00', name, '', price, quantity, unit, amount, 'G', '', text, ''].join(';'),
  );
/** New numbers that no record of a list changes again: an import follows a chain of changes by only one step. */
const newNumbers = fc.integer({ min: 1, max: 40 }).map((number) => `B-${number}`);
const otherRecord = fc.oneof(
  fc.tuple(article, gtins).map(([number, gtin]) => `B;N;${number}; ; ; ;0;0;0;${gtin};;;`),
  fc.tuple(article, cents).map(([number, price]) => `P;A;${number};2;${price};;;;;;;`),
  fc.tuple(article, newNumbers).map(([number, next]) => `A;X;${number};${next};`),
  article.map((number) => `A;L;${number};`),
  fc.tuple(textKey, names).map(([key, line]) => `T;N;${key};;1;;${line};`),
  fc.constantFrom('R;;G;1;2500;x;', 'D;N;A-1;;1;;x;', 'E;1;', 'Q;x;', ''),
);
const record = fc.oneof(articleRecord, otherRecord);
const datanorm = fc
  .tuple(
    usually(
      fc.constantFrom(`V 030326${'Sonnwerk GmbH'.padEnd(115)}04EUR`, 'V;050;A;20260303;EUR;'),
      fc.constantFrom(`V 030326${' '.repeat(115)}04CHF`, 'V;090;'),
    ),
    fc.array(record, { maxLength: 8 }),
  )
  .map(([header, records]) => [header, ...records].join('\r\n'));

/** Truncated at one position, or with a few bytes inserted there. */
function damaged(bytes: Buffer): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.nat({ max: bytes.length }), fc.uint8Array({ maxLength: 3 }), fc.boolean())
    .map(([position, others, isCut]) =>
      Buffer.concat([bytes.subarray(0, position), others, bytes.subarray(isCut ? bytes.length : position)]),
    );
}

const file = fc
  .record({
    name: fc.constantFrom('DATANORM.001', 'DATPREIS.001', 'preise.csv', 'liste'),
    text: fc.oneof(csv, datanorm),
    charset: fc.constantFrom<BufferEncoding>('utf8', 'latin1', 'utf16le'),
    isPacked: fc.boolean(),
  })
  .chain(({ name, text, charset, isPacked }) => {
    const written = Buffer.from(text, charset);
    const bytes = isPacked ? gzipSync(written) : written;
    return usually(fc.constant(bytes), damaged(bytes)).map((content) => ({
      name,
      content: content.toString('base64'),
    }));
  })
  .filter(({ content }) => content !== '');

const { files: _files, rows: _rows, allOrNothing: _allOrNothing, ...others } = properties;
const options = fc.record(
  {
    ...Object.fromEntries(Object.entries(others).map(([name, schema]) => [name, allowedValues(schema)])),
    supplier: usually(
      fc.constantFrom('Solargroßhandel Harz GmbH', 'Nordhandel', null),
      fc.constant(' Nordhandel '),
    ),
    allOrNothing: usually(fc.constant(false), fc.constant(true)),
    defaultMaterialType: kinds.filter((kind) => kind !== 'MISC'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Price lists as suppliers write them, correct or not: a few rows, or files of any kind, some of them damaged. */
export const priceList: fc.Arbitrary<PriceList> = fc
  .tuple(
    options,
    fc.oneof(
      fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 6 }) }),
      fc.record({ files: fc.array(file, { minLength: 1, maxLength: 3 }) }),
    ),
  )
  .map(([drawn, list]) => ({ ...drawn, ...list }) as PriceList);
