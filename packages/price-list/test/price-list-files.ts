import * as fc from 'fast-check';
import type { Unit } from '../src/index.ts';

/** An article to be written to a price list; prices are in whole cents for `priceQuantity` units. */
export interface ExampleArticle {
  articleNumber: string;
  gtin: string | undefined;
  name: string;
  description: string | undefined;
  listCents: bigint | undefined;
  netCents: bigint;
  priceQuantity: 1 | 10 | 100 | 1000;
  unit: Unit;
  discountGroup: string | undefined;
}

/** Excludes ß and ²: next to an umlaut, their bytes in CP850 and CP1252 can form a UTF-8 character. */
const letters = [...'abcXYZ019 äöüÄÖÜ-/().,'];
const csvLetters = [...letters, ...';"|\'\t'];

function line(alphabet: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength })
    .map((signs) => signs.join('').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

const number = fc.stringMatching(/^[A-Z0-9][A-Z0-9./-]{0,13}$/);

export const gtin: fc.Arbitrary<string> = fc.stringMatching(/^[1-9]\d{11}$/).map((digits) => {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
});

const cents = fc.bigInt({ min: 1n, max: 99_999_999n });

function articles(alphabet: readonly string[], textLength: number): fc.Arbitrary<ExampleArticle[]> {
  const article = fc.record({
    articleNumber: number,
    gtin: fc.option(gtin, { nil: undefined }),
    name: line(alphabet, textLength),
    description: fc.option(
      fc.array(line(alphabet, textLength), { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n')),
      { nil: undefined },
    ),
    listCents: fc.option(cents, { nil: undefined }),
    netCents: cents,
    priceQuantity: fc.constantFrom(1, 10, 100, 1000),
    unit: fc.constantFrom('PIECE', 'METER', 'SET', 'FLAT'),
    discountGroup: fc.option(number, { nil: undefined }),
  });
  return fc.uniqueArray(article, {
    minLength: 1,
    maxLength: 30,
    selector: ({ articleNumber }) => articleNumber,
  });
}

export const csvArticles = articles(csvLetters, 60);
export const datanormArticles = articles(letters, 40);

/** Converts cents to euros without trailing zeros. */
export function euros(amount: bigint): string {
  return decimal(amount, 2);
}

/** Shifts the decimal point of an integer `decimals` places to the left and drops trailing zeros. */
export function decimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The expected row of an article, without its source line and warnings. */
export function expectedRow(article: ExampleArticle): object {
  const { articleNumber, name, description, listCents, netCents, priceQuantity, unit, discountGroup } =
    article;
  return {
    articleNumber,
    ...(article.gtin !== undefined && { gtin: article.gtin }),
    name,
    ...(description !== undefined && { description }),
    ...(listCents !== undefined && { listPrice: euros(listCents) }),
    purchasePrice: euros(netCents),
    priceQuantity,
    unit,
    ...(discountGroup !== undefined && { discountGroup }),
  };
}

export interface CsvStyle {
  separator: ';' | ',' | '\t' | '|';
  decimalMark: ',' | '.';
  lineEnd: '\n' | '\r\n' | '\r';
  quoteAll: boolean;
  language: 'de' | 'en';
}

export const csvStyle: fc.Arbitrary<CsvStyle> = fc.record({
  separator: fc.constantFrom(';', ',', '\t', '|'),
  decimalMark: fc.constantFrom(',', '.'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  language: fc.constantFrom('de', 'en'),
});

const headers = {
  de: 'Artikel-Nr.,EAN,Bezeichnung,Beschreibung,Listenpreis,EK netto,PE,ME,Rabattgruppe',
  en: 'Item no,GTIN,Name,Description,List price,Purchase price,Price unit,Unit,Discount group',
};
const csvUnits: Record<Unit, string> = { PIECE: 'Stk.', METER: 'm', SET: 'Set', FLAT: 'pausch.' };

/** Two decimals and thousands separators, so that each number is unambiguous. */
function money(amount: bigint, mark: ',' | '.'): string {
  const digits = amount.toString().padStart(3, '0');
  const thousands = mark === ',' ? '.' : ',';
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${whole}${mark}${digits.slice(-2)}`;
}

export function csvFile(meant: readonly ExampleArticle[], style: CsvStyle): string {
  const { separator, decimalMark, lineEnd, quoteAll } = style;
  const cell = (text: string) =>
    quoteAll || /["\n\r;,\t|]/.test(text)
      ? `"${text.replaceAll('"', '""').replaceAll('\n', lineEnd)}"`
      : text;
  const records = meant.map((article) => [
    article.articleNumber,
    article.gtin ?? '',
    article.name,
    article.description ?? '',
    article.listCents === undefined ? '' : money(article.listCents, decimalMark),
    money(article.netCents, decimalMark),
    String(article.priceQuantity),
    csvUnits[article.unit],
    article.discountGroup ?? '',
  ]);
  return [headers[style.language].split(','), ...records]
    .map((cells) => cells.map(cell).join(separator) + lineEnd)
    .join('');
}

const datanormUnits: Record<Unit, string> = { PIECE: 'Stck', METER: 'm', SET: 'Set', FLAT: 'psch' };
const priceUnitCodes = { 1: '0', 10: '1', 100: '2', 1000: '3' };

/**
 * The DATANORM 4 records of an article: its net price is in the article record, or in a price record in addition to the list
 * price.
 */
export function datanorm4Records(article: ExampleArticle, index: number): string[] {
  const { articleNumber, listCents, netCents } = article;
  const mark = listCents === undefined ? '2' : '1';
  const code = article.description === undefined ? '00' : '30';
  const key = article.description === undefined ? '' : `T${index}`;
  const unit = [priceUnitCodes[article.priceQuantity], datanormUnits[article.unit]].join(';');
  const group = article.discountGroup ?? '';
  const lines = article.description?.split('\n') ?? [];
  return [
    `A;N;${articleNumber};${code};${article.name}; ;${mark};${unit};${listCents ?? netCents};${group};;${key};`,
    ...(article.gtin === undefined ? [] : [`B;N;${articleNumber}; ; ; ;0;0;0;${article.gtin}; ; ;0;0; ; ;`]),
    ...(listCents === undefined ? [] : [`P;A;${articleNumber};2;${netCents};;;;;;;`]),
    ...lines.map((text, number) => `T;N;${key};;${number + 1};;${text};`),
  ];
}

export const datanorm4Header = `V 030326${'Sonnwerk GmbH'.padEnd(115)}04EUR`;
