import type { Markup } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { gtinForms } from '@pv-planning/price-list';
import { sql } from 'kysely';
import { folded } from '../../../kernel/sql/folded-text.ts';
import { unnested } from '../../../kernel/sql/unnested-rows.ts';
import { setPlanCacheMode } from '../plan-cache-mode.ts';
import type { ListedRow } from '../read-list.ts';
import { type CatalogMatch, type FoundProduct, matchRows, type RowKeys } from './match-rows.ts';
import { listedColumns, type Product } from './product.ts';

/** The products that match rows of a list, as they were before the import. */
export interface Catalog {
  /** One per row, in the order of the rows. */
  matches: CatalogMatch[];
  /** By id. */
  products: ReadonlyMap<string, Product>;
}

const givenTypes = {
  rowIndex: 'integer',
  articleNumber: 'text',
  newArticleNumber: 'text',
  manufacturerArticleNumber: 'text',
  manufacturer: 'text',
} as const;

/** Returns the keys of the rows, in row order. The database computes them, because case folding depends on its collation. */
function readRowKeys(db: CompanyQueries, rows: readonly ListedRow[]): Promise<RowKeys[]> {
  const given = rows.map((row, rowIndex) => ({
    rowIndex,
    articleNumber: row.articleNumber ?? null,
    newArticleNumber: row.newArticleNumber ?? null,
    manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
    manufacturer: row.manufacturer ?? null,
  }));
  const key = (column: string) => folded(sql.ref<string | null>(`given.${column}`));
  return db
    .selectFrom(unnested('given', givenTypes, given))
    .select([
      key('articleNumber').as('numberKey'),
      key('newArticleNumber').as('newNumberKey'),
      key('manufacturerArticleNumber').as('manufacturerNumberKey'),
      key('manufacturer').as('manufacturerKey'),
    ])
    .orderBy('given.rowIndex')
    .execute();
}

/** Finds the ids of manufacturers by the keys of their names. Names take precedence over short names, older records over newer. */
async function findManufacturers(
  db: CompanyQueries,
  keys: readonly (string | null)[],
): Promise<Map<string, string>> {
  const named = [...new Set(keys.filter((key) => key !== null))];
  if (named.length === 0) return new Map();
  const name = folded(sql.ref<string>('manufacturer.name'));
  const shortName = folded(sql.ref<string | null>('manufacturer.shortName'));
  const found = await db
    .selectFrom('manufacturer')
    .select(['id', name.as('name'), shortName.as('shortName')])
    .where(({ eb, fn, or, val }) =>
      or([eb(name, '=', fn.any(val(named))), eb(shortName, '=', fn.any(val(named)))]),
    )
    // A map keeps the last entry for a key.
    .orderBy('id', 'desc')
    .execute();
  const byShortName = found.flatMap(({ id, shortName }) =>
    shortName === null ? [] : [[shortName, id] as const],
  );
  return new Map([...byShortName, ...found.map(({ id, name }) => [name, id] as const)]);
}

const isPresent = (text: string | null): text is string => text !== null;

/** SQL: whether a product is from the supplier; null if the product's supplier is unknown. */
function isFromSupplier(supplier: string | null) {
  return supplier === null
    ? sql<boolean>`true`
    : sql<boolean | null>`lower(material.supplier) = ${folded(supplier)}`;
}

/**
 * Finds the products that share a number with one of the rows. With `lock`, locks them until the end of the transaction; all imports
 * lock in the same order. The statement compares with arrays of all numbers instead of joining the rows: without statistics for a
 * new company, PostgreSQL expects one product and would scan all of them for each row.
 */
function findProducts(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  { supplier, lock }: { supplier: string | null; lock: boolean },
): Promise<FoundProduct[]> {
  const number = folded(sql.ref<string | null>('material.articleNumber'));
  const manufacturerNumber = folded(sql.ref<string | null>('material.manufacturerArticleNumber'));
  const numberKeys = keys.flatMap(({ numberKey, newNumberKey }) => [numberKey, newNumberKey]);
  const manufacturerNumberKeys = keys.map((key) => key.manufacturerNumberKey);
  const gtins = rows.flatMap(({ gtin }) => (gtin === undefined ? [] : gtinForms(gtin)));
  return (
    db
      .selectFrom('material')
      .select([
        ...listedColumns,
        'archived',
        'updatedAt',
        number.as('numberKey'),
        manufacturerNumber.as('manufacturerNumberKey'),
        isFromSupplier(supplier).as('isFromSupplier'),
      ])
      .where(({ eb, fn, or, val }) =>
        or([
          eb(number, '=', fn.any(val(numberKeys.filter(isPresent)))),
          eb(manufacturerNumber, '=', fn.any(val(manufacturerNumberKeys.filter(isPresent)))),
          eb('gtin', '=', fn.any(val(gtins))),
        ]),
      )
      .orderBy('id')
      .$if(lock, (query) => query.forNoKeyUpdate())
      // The contract validates all values written to these columns.
      .$castTo<FoundProduct>()
      .execute()
  );
}

/** Reads the selling prices of products at the sites with markups. Returns them by product id. */
async function readPrices(db: CompanyQueries, ids: readonly string[], markup: readonly Markup[]) {
  if (markup.length === 0) return new Map<string, Product['sellingPrices']>();
  const sites = markup.map(({ siteId }) => siteId);
  const prices = await db
    .selectFrom('materialSellingPrice')
    .select(['materialId', 'siteId', 'net'])
    .where(({ eb, fn, val }) => eb('materialId', '=', fn.any(val(ids))))
    .where(({ eb, fn, val }) => eb('siteId', '=', fn.any(val(sites))))
    .execute();
  return Map.groupBy(prices, ({ materialId }) => materialId);
}

interface ReadOptions {
  supplier: string | null;
  markup: readonly Markup[];
  /** Whether to lock the products until the end of the transaction. */
  lock: boolean;
}

/** Reads the products that match the rows. The number of statements does not depend on the number of rows. */
export async function readCatalog(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  { supplier, markup, lock }: ReadOptions,
): Promise<Catalog> {
  await setPlanCacheMode(db, 'custom');
  const keys = await readRowKeys(db, rows);
  const manufacturerIds = await findManufacturers(
    db,
    keys.map(({ manufacturerKey }) => manufacturerKey),
  );
  const found = await findProducts(db, rows, keys, { supplier, lock });
  const prices = await readPrices(
    db,
    found.map(({ id }) => id),
    markup,
  );
  return {
    matches: matchRows(rows, keys, found, manufacturerIds),
    products: new Map(
      found.map((product) => [product.id, { ...product, sellingPrices: prices.get(product.id) ?? [] }]),
    ),
  };
}
