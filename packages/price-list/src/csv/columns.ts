import { type NumberField, type PriceField, priceFields, type StatedText } from '../check-row.ts';
import { oneLine, quoted } from '../problem.ts';
import type { ReadColumn } from '../row.ts';
import { isCurrencyColumn } from './currency.ts';
import { isSurchargeColumn } from './surcharge.ts';

export type ColumnField = StatedText | NumberField;

/** The columns of a file that are read. Indexes start at 0. */
export interface Columns {
  header: readonly string[];
  /** Column index by field, or by any other name in the mapping. Several fields may share a column. */
  indexes: ReadonlyMap<string, number>;
  /** The column that continues the name, such as "Bezeichnung 2". */
  secondName: number | undefined;
  /** Headers that declare their prices to be per unit, by field. */
  unitPriceHeaders: Readonly<Partial<Record<PriceField, string>>>;
  /** Columns that contain the currency of the prices, from left to right. */
  currencies: readonly number[];
  /** Columns that state surcharges in addition to the prices, from left to right. */
  surcharges: readonly number[];
}

/**
 * Normalized column names in German and English. For each field, the first name found in the file is used. Earlier fields take
 * precedence: "Description" is the name unless there is another name column.
 */
const spellings: Record<ColumnField, string> = {
  articleNumber: `
    articlenumber artikelnummer artikelnr artikelno artnr artnummer artno articleno articlenr articlecode
    artikelcode itemnumber itemno itemcode sku suppliersku bestellnummer bestellnr bestnr bestellcode ordernumber
    orderno ordercode materialnummer materialnr produktnummer produktnr produktcode productnumber productno
    productcode catalognumber catalognr katalognummer katalognr identnummer identnr sachnummer sachnr
    lieferantenartikelnummer lieferantenartikelnr lieferantenartnr supplierarticlenumber supplieritemnumber
    supplierpartnumber
  `,
  manufacturerArticleNumber: `
    manufacturerarticlenumber herstellerartikelnummer herstellerartikelnr herstellerartnr
    herstellernummer herstellernr herstnr herstellerteilenummer herstellerteilenr manufacturerpartnumber
    manufacturerpartno manufacturernumber manufactureritemnumber manufacturersku mfrpartnumber mfrpartno
    mfgpartnumber mfgpartno mpn werksnummer werksartikelnummer
  `,
  gtin: 'gtin ean gtinean eangtin ean13 gtin13 eancode gtincode eannummer gtinnummer eannr gtinnr barcode upc',
  manufacturer:
    'manufacturer manufacturername hersteller herstellername mfr marke markenname brand brandname fabrikat',
  materialType: 'materialtype materialtyp',
  name: `
    name bezeichnung artikelbezeichnung artikelname produktname produktbezeichnung bezeichnung1
    artikelbezeichnung1 warenbezeichnung kurztext kurztext1 artikelkurztext artikeltext kurzbezeichnung
    kurzbeschreibung materialkurztext materialkurztext1 articlename productname itemname shorttext
    shortdescription titel title produkttitel producttitle designation artikel produkt article product item
    description beschreibung artikelbeschreibung produktbeschreibung articledescription itemdescription
    productdescription
  `,
  description: `
    description beschreibung artikelbeschreibung produktbeschreibung articledescription itemdescription
    productdescription langtext artikellangtext longtext langbeschreibung longdescription
  `,
  purchasePrice: `
    purchaseprice ekpreis eknetto ekpreisnetto nettoek nettoekpreis ekp ek einkaufspreis einkaufspreisnetto
    nettoeinkaufspreis bezugspreis nettopreis preisnetto haendlerpreis haendlerek hek kundenpreis ihrpreis
    ihrpreisnetto ihrnettopreis buyingprice costprice dealerprice yourprice netprice pricenet preis price
    stueckpreis einzelpreis unitprice
  `,
  listPrice: `
    listprice listenpreis listenpreisnetto lpnetto lp bruttolistenpreis bruttopreis katalogpreis catalogprice
    catalogueprice grossprice
  `,
  discountPercent: `
    discountpercent rab rabatt1 nachlass haendlerrabatt rabattprozent rabattinprozent rabattsatz rabatt
    grundrabatt ihrrabatt kundenrabatt discount discountrate
  `,
  discountGroup: 'discountgroup rabattgruppe rabattgrp rabgruppe rabgrp rabattcode rg discountcode',
  priceQuantity: `
    pricequantity preiseinheit preismenge preisbasis preisbezug preisbezugsmenge preisbasismenge preisdimension
    preisfaktor preiseinh preinh peh preisfuer preisdim bezugsgroesse preisbezugsgroesse pricingunit preisper
    preispro preisje priceunit priceper pricebase pricebasis pricebasequantity pe per pro je
  `,
  unit: `
    unit einheit einh mengeneinheit mengeneinh masseinheit eh einheitpreis me unitofmeasure uom
  `,
};

const known = Object.entries(spellings).map(([field, names]) => ({
  field,
  names: names.trim().split(/\s+/),
}));
const identifying: readonly string[] = ['articleNumber', 'manufacturerArticleNumber', 'gtin'];
/** Names of the list price if there is a discount column but no other list price column. */
export const anyPrice: readonly string[] = ['preis', 'price', 'stueckpreis', 'einzelpreis', 'unitprice'];

/** Characters in a header that rule out a field: a price is not a percentage, and a percent discount is not an amount. */
const excluded: Partial<Record<string, RegExp>> = {
  purchasePrice: /[%‰]/,
  listPrice: /[%‰]/,
  discountPercent: /€|\beuro?\b/i,
};

const per = String.raw`(?:\b(?:pro|je|per)\s+|/\s*)`;
const piecesAndMetres = 'stueck|stck|stk|st|piece|pc|meter|mtr|lfm|m';

/** Words that mark a price as per unit and in euros: "in Euro", "pro Stück", "€/m". */
const unitPriceWords = new RegExp(
  String.raw`\b(?:in|euro?)\b|${per}(?:${piecesAndMetres}|unit|einheit)\b`,
  'g',
);

/** Excludes "je Einheit", which may refer to the unit in another column, such as 100 m. */
const certainUnitPrice = new RegExp(String.raw`${per}(?:${piecesAndMetres})\b|stueckpreis`);

function withoutAccents(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    .replaceAll('ß', 'ss');
}

/**
 * Removes case, accents, spaces, punctuation and words such as "in Euro" and "pro Stück" from a column name. Other currency
 * signs stay, so that "Preis $" differs from "Preis".
 */
export function normalized(name: string): string {
  if (name === '') return '';
  return withoutAccents(name)
    .replace(unitPriceWords, '')
    .replace(/€|[^\p{L}\p{N}\p{Sc}]/gu, '');
}

function headersOfUnitPrices(
  header: readonly string[],
  indexes: ReadonlyMap<string, number>,
): Columns['unitPriceHeaders'] {
  const headers: Partial<Record<PriceField, string>> = {};
  for (const field of priceFields) {
    const name = header[indexes.get(field) ?? -1];
    if (name !== undefined && certainUnitPrice.test(withoutAccents(name))) headers[field] = name;
  }
  return headers;
}

/** The column indexes of each name, from left to right. A map keeps lookups fast for malicious headers with many columns. */
type ColumnsByName = ReadonlyMap<string, readonly number[]>;

function columnsByName(names: readonly string[]): ColumnsByName {
  const indexes = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    const known = indexes.get(name);
    if (known) known.push(index);
    else indexes.set(name, [index]);
  }
  return indexes;
}

/** The column of a field that has one of these names; earlier names take precedence. */
function columnOf(
  field: string,
  spelled: readonly string[],
  named: ColumnsByName,
  header: readonly string[],
  taken?: number,
): number | undefined {
  for (const name of spelled) {
    const index = named
      .get(name)
      ?.find((index) => index !== taken && !excluded[field]?.test(header[index] ?? ''));
    if (index !== undefined) return index;
  }
  return undefined;
}

/** The columns whose name matches, from left to right. */
function columnsWhere(named: ColumnsByName, matches: (name: string) => boolean): number[] {
  return [...named]
    .flatMap(([name, indices]) => (matches(name) ? indices : []))
    .sort((one, other) => one - other);
}

function columnsAt(
  header: readonly string[],
  named: ColumnsByName,
  indexes: ReadonlyMap<string, number>,
  secondName?: number,
): Columns {
  return {
    header,
    indexes,
    secondName,
    unitPriceHeaders: headersOfUnitPrices(header, indexes),
    currencies: columnsWhere(named, isCurrencyColumn),
    surcharges: columnsWhere(named, isSurchargeColumn),
  };
}

/** Whether the columns identify an article and its price. */
export function isComplete({ indexes }: Columns): boolean {
  const has = (some: readonly string[]) => some.some((field) => indexes.has(field));
  return has(identifying) && has(priceFields);
}

/** Maps a header to columns by known names. */
export function recognisedColumns(header: readonly string[]): Columns {
  const names = header.map(normalized);
  const named = columnsByName(names);
  const indexes = new Map<string, number>();
  for (const { field, names: spelled } of known) {
    const index = columnOf(field, spelled, named, header, indexes.get('name'));
    if (index !== undefined) indexes.set(field, index);
  }
  const bought = indexes.get('purchasePrice');
  const isBeforeDiscount = indexes.has('discountPercent') && !indexes.has('listPrice');
  if (bought !== undefined && isBeforeDiscount && anyPrice.includes(names[bought] ?? '')) {
    indexes.delete('purchasePrice');
    indexes.set('listPrice', bought);
  }
  const firstName = names[indexes.get('name') ?? -1];
  const secondName = firstName && named.get(firstName.replace(/1?$/, '2'))?.[0];
  return columnsAt(header, named, indexes, secondName || undefined);
}

/** Maps a header to columns by a mapping of fields to column names; also returns the mapped names that the header lacks. */
export function mappedColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
): { columns: Columns; missing: readonly string[] } {
  const exact = columnsByName(header.map((cell) => cell.trim()));
  const named = columnsByName(header.map(normalized));
  const indexes = new Map<string, number>();
  const missing: string[] = [];
  for (const [field, name] of Object.entries(mapping)) {
    // The file's text is in NFC; a name typed on a Mac may be in NFD.
    const trimmed = name.normalize('NFC').trim();
    const index = exact.get(trimmed)?.[0] ?? columnOf(field, [normalized(trimmed)], named, header);
    if (index === undefined) missing.push(name);
    else indexes.set(field, index);
  }
  return { columns: columnsAt(header, named, indexes), missing };
}

/** Maximum number of columns in a result, far more than any real price list has. */
const maxColumns = 1_000;
const maxHeaderLength = 200;

/** The fields of each column. Columns without a name are left out unless they are read. */
export function readColumns({ header, indexes, secondName, currencies, surcharges }: Columns): ReadColumn[] {
  const read = [
    ...indexes,
    ...(secondName === undefined ? [] : [['name', secondName] as const]),
    ...currencies.map((index) => ['currency', index] as const),
    ...surcharges.map((index) => ['surcharge', index] as const),
  ];
  const readAt = Map.groupBy(read, ([, index]) => index);
  const shown = header.slice(0, maxColumns).flatMap((cell, index): ReadColumn[] => {
    const name = oneLine(cell, maxHeaderLength);
    const fields = readAt.get(index);
    if (fields) return fields.map(([field]) => ({ header: name, field }));
    return name === '' ? [] : [{ header: name, field: null }];
  });
  return shown.slice(0, maxColumns);
}

/** Describes the recognised columns: `"Art.-Nr." as articleNumber`. */
export function columnsText({ header, indexes }: Columns): string {
  const texts = [...indexes].map(
    ([field, index]) => `${quoted(oneLine(header[index] ?? '', maxHeaderLength))} as ${field}`,
  );
  return texts.join(', ') || 'no known column';
}
