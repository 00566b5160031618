import { type NumberField, type PriceField, priceFields, type StatedText } from '../check-row.ts';
import { oneLine } from '../problem.ts';
import type { ReadColumn } from '../row.ts';
import { isCurrencyColumn } from './currency.ts';

export type ColumnField = StatedText | NumberField;

/** Which cell of a record says what. */
export interface Columns {
  /** How many columns the header has. */
  width: number;
  /** By field or another name the column, counted from 0. One column may say several. */
  places: ReadonlyMap<string, number>;
  /** The headers of prices that are for one unit by what the header says, by field. */
  forOne: Readonly<Partial<Record<PriceField, string>>>;
  /** The columns that tell in which currency a row's prices are, from the left. */
  currencies: readonly number[];
}

/**
 * Column names in German and English, as `normalized` makes them. Of several that a file has, the one that stands first here is
 * taken.
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
    kurzbeschreibung articlename productname itemname shorttext shortdescription titel title produkttitel
    producttitle designation artikel produkt article product item
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
/** Beside a discount these mean the price before it, when nothing else does. */
export const anyPrice: readonly string[] = ['preis', 'price', 'stueckpreis', 'einzelpreis', 'unitprice'];

/** What a column cannot hold whose name has this: a price is no percentage, and a discount in percent no amount. */
const otherwise: Partial<Record<string, RegExp>> = {
  purchasePrice: /[%‰]/,
  listPrice: /[%‰]/,
  discountPercent: /€|\beuro?\b/i,
};

const per = String.raw`(?:\b(?:pro|je|per)\s+|/\s*)`;
const piecesAndMetres = 'stueck|stck|stk|st|piece|pc|meter|mtr|lfm|m';

/** "in Euro", "pro Stück", "€/m": what a price is in and for, as long as it is for one. */
const ofOne = new RegExp(String.raw`\b(?:in|euro?)\b|${per}(?:${piecesAndMetres}|unit|einheit)\b`, 'g');

/** Not "je Einheit", which may be that of another column: 100 m. */
const certainlyForOne = new RegExp(String.raw`${per}(?:${piecesAndMetres})\b|stueckpreis`);

function withoutAccents(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    .replaceAll('ß', 'ss');
}

/**
 * Columns of the same name whatever the case, accents, spaces and signs, and with or without the words for one in euros. The
 * sign of another currency stays, so that "Preis $" is no "Preis".
 */
export function normalized(name: string): string {
  if (name === '') return '';
  return withoutAccents(name)
    .replace(ofOne, '')
    .replace(/€|[^\p{L}\p{N}\p{Sc}]/gu, '');
}

function headersForOne(header: readonly string[], places: ReadonlyMap<string, number>): Columns['forOne'] {
  const told: Partial<Record<PriceField, string>> = {};
  for (const field of priceFields) {
    const name = header[places.get(field) ?? -1];
    if (name !== undefined && certainlyForOne.test(withoutAccents(name))) told[field] = name;
  }
  return told;
}

/** Where each name stands in a header, from the left. Hostile headers have many columns: a name is looked up, not looked for. */
type NamePlaces = ReadonlyMap<string, readonly number[]>;

function namePlaces(names: readonly string[]): NamePlaces {
  const places = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    const known = places.get(name);
    if (known) known.push(index);
    else places.set(name, [index]);
  }
  return places;
}

/** Where a field stands that has one of these names, the first of which counts most. */
function placeOf(
  field: string,
  spelled: readonly string[],
  named: NamePlaces,
  header: readonly string[],
): number | undefined {
  for (const name of spelled) {
    const place = named.get(name)?.find((index) => !otherwise[field]?.test(header[index] ?? ''));
    if (place !== undefined) return place;
  }
  return undefined;
}

function columnsAt(
  header: readonly string[],
  named: NamePlaces,
  places: ReadonlyMap<string, number>,
): Columns {
  const currencies = [...named].flatMap(([name, indices]) => (isCurrencyColumn(name) ? indices : []));
  return {
    width: header.length,
    places,
    forOne: headersForOne(header, places),
    currencies: currencies.sort((one, other) => one - other),
  };
}

/** The columns of a header by the names we know, or undefined when it does not tell an article and its price. */
export function recognisedColumns(header: readonly string[]): Columns | undefined {
  const names = header.map(normalized);
  const named = namePlaces(names);
  const places = new Map<string, number>();
  for (const { field, names: spelled } of known) {
    const place = placeOf(field, spelled, named, header);
    if (place !== undefined) places.set(field, place);
  }
  const bought = places.get('purchasePrice');
  const isBeforeDiscount = places.has('discountPercent') && !places.has('listPrice');
  if (bought !== undefined && isBeforeDiscount && anyPrice.includes(names[bought] ?? '')) {
    places.delete('purchasePrice');
    places.set('listPrice', bought);
  }
  const has = (some: readonly string[]) => some.some((field) => places.has(field));
  return has(identifying) && has(priceFields) ? columnsAt(header, named, places) : undefined;
}

/** The columns of a header by a mapping of fields to column names; the names that the header lacks as `missing`. */
export function mappedColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
): { columns: Columns; missing: readonly string[] } {
  const exact = namePlaces(header.map((cell) => cell.trim()));
  const named = namePlaces(header.map(normalized));
  const places = new Map<string, number>();
  const missing: string[] = [];
  for (const [field, name] of Object.entries(mapping)) {
    // As the text of the file is; names typed on a Mac or taken from its files may have letters and their marks apart.
    const composed = name.normalize('NFC').trim();
    const place = exact.get(composed)?.[0] ?? placeOf(field, [normalized(composed)], named, header);
    if (place === undefined) missing.push(name);
    else places.set(field, place);
  }
  return { columns: columnsAt(header, named, places), missing };
}

/** How many columns are told, and how much of their names: far more than any price list has. */
const toldColumns = 1_000;
const toldName = 200;

/** What the columns of a header are read as; those without a name are not told unless they are read. */
export function readColumns(header: readonly string[], { places, currencies }: Columns): ReadColumn[] {
  const read = [...places, ...currencies.map((index) => ['currency', index] as const)];
  const readAt = Map.groupBy(read, ([, index]) => index);
  const told = header.slice(0, toldColumns).flatMap((cell, index): ReadColumn[] => {
    const name = oneLine(cell, toldName);
    const fields = readAt.get(index);
    if (fields) return fields.map(([field]) => ({ header: name, field }));
    return name === '' ? [] : [{ header: name, field: null }];
  });
  return told.slice(0, toldColumns);
}
