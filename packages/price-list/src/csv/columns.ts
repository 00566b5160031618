import type { NumberField, TextField } from '../check-row.ts';

export type ColumnField = Exclude<TextField, 'newArticleNumber'> | NumberField;

/** Which cell of a record says what. */
export interface Columns {
  /** How many columns the header has. */
  width: number;
  /** By field or another name the column, counted from 0. One column may say several. */
  places: ReadonlyMap<string, number>;
}

/**
 * Column names in German and English, without anything but letters and digits. Of several that a file has, the one that
 * stands first here is taken.
 */
const spellings: Record<ColumnField, string> = {
  articleNumber: `
    articlenumber artikelnummer artikelnr artikelno artnr artnummer articleno articlenr itemnumber
    itemno sku bestellnummer bestellnr bestnr materialnummer materialnr produktnummer produktnr
    productnumber productno lieferantenartikelnummer lieferantenartikelnr
  `,
  manufacturerArticleNumber: `
    manufacturerarticlenumber herstellerartikelnummer herstellerartikelnr herstellerartnr
    herstellernummer herstellernr herstnr manufacturerpartnumber manufacturernumber mpn werksnummer
  `,
  gtin: 'gtin ean gtinean eangtin ean13 eancode eannummer eannr barcode upc',
  manufacturer: 'manufacturer hersteller herstellername marke brand fabrikat',
  materialType: 'materialtype materialtyp',
  name: `
    name bezeichnung artikelbezeichnung artikelname produktname produktbezeichnung bezeichnung1
    kurztext kurztext1 kurzbezeichnung articlename productname itemname titel title designation
    artikel produkt
  `,
  description: 'description beschreibung artikelbeschreibung produktbeschreibung langtext longtext',
  purchasePrice: `
    purchaseprice ekpreis eknetto ekpreisnetto nettoek ek einkaufspreis einkaufspreisnetto
    nettoeinkaufspreis nettopreis preisnetto haendlerpreis hek ihrpreis netprice preis price
    stueckpreis unitprice
  `,
  listPrice: `
    listprice listenpreis listenpreisnetto lpnetto lp bruttolistenpreis bruttopreis katalogpreis
  `,
  discountPercent: 'discountpercent rabattprozent rabattinprozent rabattsatz rabatt discount',
  discountGroup: 'discountgroup rabattgruppe rabattgrp rabgrp rg',
  priceQuantity: 'pricequantity preiseinheit preismenge priceunit pe',
  unit: 'unit einheit mengeneinheit me unitofmeasure uom',
};

const known = Object.entries(spellings).map(([field, names]) => ({
  field,
  names: names.trim().split(/\s+/),
}));
const identifying: readonly string[] = ['articleNumber', 'manufacturerArticleNumber', 'gtin'];
const priced: readonly string[] = ['purchasePrice', 'listPrice'];
/** Beside a discount these mean the price before it, when nothing else does. */
const anyPrice: readonly string[] = ['preis', 'price', 'stueckpreis', 'unitprice'];

/** "in Euro", "pro Stück", "€/m": what a price is in and for, as long as it is for one. */
const ofOne =
  /\b(?:in|euro?)\b|(?:\b(?:pro|je|per)\s+|\/\s*)(?:stueck|stck|stk|st|piece|pc|unit|einheit|meter|mtr|lfm|m)\b/g;

/** Columns of the same name whatever the case, accents, spaces and signs, and with or without the words for one in euros. */
export function normalized(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    .replaceAll('ß', 'ss')
    .replace(ofOne, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The columns of a header by the names we know, or undefined when it does not tell an article and its price. */
export function recognisedColumns(header: readonly string[]): Columns | undefined {
  const names = header.map(normalized);
  const places = new Map<string, number>();
  for (const { field, names: spelled } of known) {
    const name = spelled.find((spelling) => names.includes(spelling));
    if (name !== undefined) places.set(field, names.indexOf(name));
  }
  const bought = places.get('purchasePrice');
  const isBeforeDiscount = places.has('discountPercent') && !places.has('listPrice');
  if (bought !== undefined && isBeforeDiscount && anyPrice.includes(names[bought] ?? '')) {
    places.delete('purchasePrice');
    places.set('listPrice', bought);
  }
  const has = (some: readonly string[]) => some.some((field) => places.has(field));
  return has(identifying) && has(priced) ? { width: header.length, places } : undefined;
}

/** The columns of a header by a mapping of fields to column names; the names that the header lacks as `missing`. */
export function mappedColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
): { columns: Columns; missing: readonly string[] } {
  const names = header.map(normalized);
  const places = new Map<string, number>();
  const missing: string[] = [];
  for (const [field, name] of Object.entries(mapping)) {
    const exactly = header.findIndex((cell) => cell.trim() === name.trim());
    const index = exactly === -1 ? names.indexOf(normalized(name)) : exactly;
    if (index === -1) missing.push(name);
    else places.set(field, index);
  }
  return { columns: { width: header.length, places }, missing };
}
