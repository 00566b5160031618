const shortNames: readonly string[] = ['whg', 'curr'];

/** Whether a column tells a currency, by its normalized name; "Gewährleistung" does not. */
export function isCurrencyColumn(name: string): boolean {
  return shortNames.includes(name) || /(?<!^[bg]e)waehr(?![lt])|currency/.test(name);
}

const codes = 'usd chf gbp pln czk sek nok dkk huf ron bgn cny rmb jpy try';
const signs = 'fr sfr sfrs chfr us kr kč zł ct cts cent cents teur';
const names =
  'franken francs? dollars? pfund pounds? sterling [zs]loty złoty kronen? krona kronor koruna forint yen yuan renminbi';
const otherNames = [codes, signs, names].join(' ').replaceAll(' ', '|');

const otherCurrency = new RegExp(
  String.raw`^(?!eur)\p{L}{3}\.?$|(?!€)\p{Sc}|^t\s*€|(?<!\p{L})(?:${otherNames})(?!\p{L})`,
  'iu',
);

/** Whether a cell names what is not the euro, or parts or thousands of it; "EUR/St" and a rate of exchange do not. */
export function isOtherCurrency(cell: string): boolean {
  return otherCurrency.test(cell);
}
