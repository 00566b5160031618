import { gtinKey } from '@pv-planning/price-list';
import type { ListedRow } from '../read-list.ts';
import type { Product } from './product.ts';

/** The case-folded article numbers of a row or a product, as in the indexes. Equal keys denote the same number. */
interface NumberKeys {
  numberKey: string | null;
  manufacturerNumberKey: string | null;
}

export interface RowKeys extends NumberKeys {
  /** The new number in a RENUMBER row. */
  newNumberKey: string | null;
  manufacturerKey: string | null;
}

/** A product that shares a number with a row. */
export interface FoundProduct extends Omit<Product, 'sellingPrices'>, NumberKeys {}

/** The manufacturer that a row names. */
export interface NamedManufacturer {
  /** The same for all spellings of the name. */
  key: string;
  /** As spelled in the row. */
  name: string;
  /** Null if the catalog has no such manufacturer. */
  id: string | null;
}

/** The ids of the products that match a row, by the property that they share with it. */
export interface CatalogMatch extends NumberKeys {
  /** Products of the supplier with the article number. */
  byNumber: readonly string[];
  newNumberKey: string | null;
  /** Products of the supplier with the new number of a RENUMBER row. */
  byNewNumber: readonly string[];
  byManufacturerNumber: readonly string[];
  byGtin: readonly string[];
  /** Products with the article number and no supplier, if the list has a supplier. */
  withoutSupplier: readonly string[];
  manufacturer: NamedManufacturer | undefined;
}

const none: readonly string[] = [];

/** Indexes product ids by a key. Omits products without a key; an empty key finds nothing. */
function indexBy(
  products: readonly FoundProduct[],
  keyOf: (product: FoundProduct) => string | null,
): (key: string | null | undefined) => readonly string[] {
  const groups = [...Map.groupBy(products, keyOf)];
  const ids = new Map(groups.map(([key, group]) => [key, group.map(({ id }) => id)]));
  return (key) => (key ? (ids.get(key) ?? none) : none);
}

const ofManufacturer = (manufacturerId: string | null, numberKey: string) => `${manufacturerId} ${numberKey}`;

/** Matches the rows against the catalog. Returns one match per row, in row order. */
export function matchRows(
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  products: readonly FoundProduct[],
  manufacturerIds: ReadonlyMap<string, string>,
): CatalogMatch[] {
  const byNumber = indexBy(products, ({ numberKey, isFromSupplier }) => (isFromSupplier ? numberKey : null));
  const withoutSupplier = indexBy(products, ({ numberKey, isFromSupplier }) =>
    isFromSupplier === null ? numberKey : null,
  );
  const byManufacturerNumber = indexBy(
    products,
    ({ manufacturerId, manufacturerNumberKey: key }) => key && ofManufacturer(manufacturerId, key),
  );
  const byGtin = indexBy(products, ({ gtin }) => gtin && gtinKey(gtin));

  function namedManufacturer(name = '', key: string | null): NamedManufacturer | undefined {
    return key === null ? undefined : { key, name, id: manufacturerIds.get(key) ?? null };
  }

  return rows.map(({ gtin, manufacturer: name }, index) => {
    const { numberKey, newNumberKey, manufacturerNumberKey, manufacturerKey } = keys[index] ?? noKeys;
    const manufacturer = namedManufacturer(name, manufacturerKey);
    return {
      numberKey,
      newNumberKey,
      manufacturerNumberKey,
      byNumber: byNumber(numberKey),
      byNewNumber: byNumber(newNumberKey),
      byManufacturerNumber: byManufacturerNumber(
        manufacturer?.id && manufacturerNumberKey && ofManufacturer(manufacturer.id, manufacturerNumberKey),
      ),
      byGtin: byGtin(gtin && gtinKey(gtin)),
      withoutSupplier: withoutSupplier(numberKey),
      manufacturer,
    };
  });
}

const noKeys: RowKeys = {
  numberKey: null,
  newNumberKey: null,
  manufacturerNumberKey: null,
  manufacturerKey: null,
};
