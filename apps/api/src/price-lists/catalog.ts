import type { SellingPrice } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type SqlBool, sql } from 'kysely';
import type { MaterialType } from '../materials/material-kinds.ts';
import { sellingPrices } from '../materials/selling-prices.ts';
import { unnested } from '../records/unnested-rows.ts';
import type { ListedRow } from './read-list.ts';

/** A product of the catalog, as far as price lists change it. */
export interface Product {
  id: string;
  materialType: MaterialType;
  name: string;
  archived: boolean;
  manufacturerId: string | null;
  supplier: string | null;
  articleNumber: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  vatRate: SellingPrice['vatRate'];
  purchasePrice: number;
  sellingPrices: SellingPrice[] | null;
}

/** What the catalog knows of the names and numbers of a row. Keys are the same for texts that mean the same. */
export interface Known {
  numberKey: string | null;
  manufacturerNumberKey: string | null;
  byNumber: string[];
  /** Of a row that renumbers. */
  newNumberKey: string | null;
  byNewNumber: string[];
  byManufacturerNumber: string[];
  byGtin: string[];
  manufacturer: KnownManufacturer | undefined;
}

export interface KnownManufacturer {
  key: string;
  id: string | null;
}

export interface Catalog {
  /** For each row, in their order. */
  known: Known[];
  products: ReadonlyMap<string, Product>;
}

/** Upper and lower case alike, umlauts too, as the indexes of the numbers have it. */
const folded = (column: string) => sql<string | null>`lower(${sql.ref(column)} collate "de-x-icu")`;

/** By their names as they are written: what each is called in the catalog, or by its short name. */
async function findManufacturers(
  db: CompanyQueries,
  rows: readonly ListedRow[],
): Promise<Map<string, KnownManufacturer>> {
  const names = [...new Set(rows.flatMap(({ manufacturer }) => manufacturer ?? []))];
  if (names.length === 0) return new Map();
  const given = unnested(
    'given',
    { name: 'text' },
    names.map((name) => ({ name })),
  );
  const found = await db
    .selectFrom(given)
    .select(({ selectFrom }) => [
      'given.name',
      sql<string>`lower(given.name collate "de-x-icu")`.as('key'),
      selectFrom('manufacturer')
        .select('manufacturer.id')
        .where(sql<SqlBool>`lower(manufacturer.name) = lower(given.name collate "de-x-icu")`)
        .as('byName'),
      selectFrom('manufacturer')
        .select(({ fn }) => fn.min('manufacturer.id').as('id'))
        .where(sql<SqlBool>`lower(manufacturer.short_name) = lower(given.name collate "de-x-icu")`)
        .as('byShortName'),
    ])
    .execute();
  return new Map(
    found.map(({ name, key, byName, byShortName }) => [name, { key, id: byName ?? byShortName }]),
  );
}

/** A product of the supplier, if one is given. */
function fromSupplier(supplier: string | null) {
  return supplier === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`lower(coalesce(material.supplier, '')) = lower(${supplier} collate "de-x-icu")`;
}

async function findKnown(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  manufacturers: ReadonlyMap<string, KnownManufacturer>,
  supplier: string | null,
): Promise<Known[]> {
  const manufacturerOf = ({ manufacturer }: ListedRow) =>
    manufacturer === undefined ? undefined : manufacturers.get(manufacturer);
  const given = unnested(
    'given',
    {
      position: 'integer',
      articleNumber: 'text',
      newArticleNumber: 'text',
      manufacturerArticleNumber: 'text',
      manufacturerId: 'bigint',
      gtin: 'text',
    },
    rows.map((row, position) => ({
      position,
      articleNumber: row.articleNumber ?? null,
      newArticleNumber: row.newArticleNumber ?? null,
      manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
      manufacturerId: manufacturerOf(row)?.id ?? null,
      gtin: row.gtin ?? null,
    })),
  );
  const number = folded('material.articleNumber');
  const found = await db
    .selectFrom(given)
    .select(({ selectFrom, ref }) => {
      const ids = selectFrom('material').select(({ fn }) =>
        fn.agg<string[]>('array_agg', ['material.id']).as('ids'),
      );
      const ofSupplier = ids.where(fromSupplier(supplier));
      return [
        folded('given.articleNumber').as('numberKey'),
        folded('given.newArticleNumber').as('newNumberKey'),
        folded('given.manufacturerArticleNumber').as('manufacturerNumberKey'),
        ofSupplier.where(number, '=', folded('given.articleNumber')).as('byNumber'),
        ofSupplier.where(number, '=', folded('given.newArticleNumber')).as('byNewNumber'),
        ids
          .where(folded('material.manufacturerArticleNumber'), '=', folded('given.manufacturerArticleNumber'))
          .where('material.manufacturerId', '=', ref('given.manufacturerId'))
          .as('byManufacturerNumber'),
        ids.where('material.gtin', '=', ref('given.gtin')).as('byGtin'),
      ];
    })
    .orderBy('given.position')
    .execute();
  return found.map((known, position) => ({
    ...known,
    byNumber: known.byNumber ?? [],
    byNewNumber: known.byNewNumber ?? [],
    byManufacturerNumber: known.byManufacturerNumber ?? [],
    byGtin: known.byGtin ?? [],
    manufacturer: manufacturerOf(rows[position] as ListedRow),
  }));
}

/** Locked until the end of the transaction, in an order that all imports share. */
async function readProducts(db: CompanyQueries, ids: readonly string[]): Promise<Map<string, Product>> {
  if (ids.length === 0) return new Map();
  const products = await db
    .selectFrom('material')
    .select((builder) => [
      'id',
      'materialType',
      'name',
      'archived',
      'manufacturerId',
      'supplier',
      'articleNumber',
      'manufacturerArticleNumber',
      'gtin',
      'description',
      'unit',
      'vatRate',
      'purchasePrice',
      sellingPrices(builder),
    ])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .orderBy('id')
    .forNoKeyUpdate()
    // The columns hold what the contract let in.
    .$castTo<Product>()
    .execute();
  return new Map(products.map((product) => [product.id, product]));
}

/** PostgreSQL keeps the plan of a statement that it sees often. One made for ten rows would take minutes for ten thousand. */
async function planAnew(db: CompanyQueries): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) =>
      fn('set_config', [val('plan_cache_mode'), val('force_custom_plan'), val(true)]).as('setting'),
    )
    .execute();
}

/**
 * Holds the rows of a price list against the catalog: a few statements, however many rows. Part of the transaction that
 * carries the list out.
 */
export async function readCatalog(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  supplier: string | null,
): Promise<Catalog> {
  await planAnew(db);
  // One import of a company after the other, so that the second finds the products that the first adds.
  await db.selectFrom('company').select('companyId').forNoKeyUpdate().execute();
  const known = await findKnown(db, rows, await findManufacturers(db, rows), supplier);
  const ids = known.flatMap(({ byNumber, byNewNumber, byManufacturerNumber, byGtin }) => [
    ...byNumber,
    ...byNewNumber,
    ...byManufacturerNumber,
    ...byGtin,
  ]);
  return { known, products: await readProducts(db, [...new Set(ids)]) };
}
