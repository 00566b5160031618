import type { CompanyQueries } from '@pv-planning/database';
import { type SqlBool, sql } from 'kysely';
import { folded } from '../records/folded-text.ts';
import { unnested } from '../records/unnested-rows.ts';
import type { Known, KnownManufacturer, Product } from './catalog.ts';
import { listedColumns } from './planned.ts';
import type { ListedRow } from './read-list.ts';

const numberIn = (column: string) => sql.ref<string | null>(column);

const isPresent = (text: string | null | undefined): text is string => typeof text === 'string';

/** By their names as they are written: what each is called in the catalog, or by its short name. */
export async function findManufacturers(
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
  const name = folded(sql.ref<string>('given.name'));
  const found = await db
    .selectFrom(given)
    .select(({ selectFrom }) => [
      'given.name',
      name.as('key'),
      selectFrom('manufacturer')
        .select('manufacturer.id')
        .where(sql<SqlBool>`lower(manufacturer.name) = ${name}`)
        .as('byName'),
      selectFrom('manufacturer')
        .select(({ fn }) => fn.min('manufacturer.id').as('id'))
        .where(sql<SqlBool>`lower(manufacturer.short_name) = ${name}`)
        .as('byShortName'),
    ])
    .execute();
  return new Map(
    found.map(({ name, key, byName, byShortName }) => [name, { key, id: byName ?? byShortName }]),
  );
}

interface NumberKeys {
  numberKey: string | null;
  manufacturerNumberKey: string | null;
}

interface RowKeys extends NumberKeys {
  newNumberKey: string | null;
}

/** The numbers of the rows as the indexes hold them, in the order of the rows. */
export function foldedNumbers(db: CompanyQueries, rows: readonly ListedRow[]): Promise<RowKeys[]> {
  const given = unnested(
    'given',
    {
      position: 'integer',
      articleNumber: 'text',
      newArticleNumber: 'text',
      manufacturerArticleNumber: 'text',
    },
    rows.map((row, position) => ({
      position,
      articleNumber: row.articleNumber ?? null,
      newArticleNumber: row.newArticleNumber ?? null,
      manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
    })),
  );
  return db
    .selectFrom(given)
    .select([
      folded(numberIn('given.articleNumber')).as('numberKey'),
      folded(numberIn('given.newArticleNumber')).as('newNumberKey'),
      folded(numberIn('given.manufacturerArticleNumber')).as('manufacturerNumberKey'),
    ])
    .orderBy('given.position')
    .execute();
}

/** A product of the supplier, or any if none is given; null of one whose supplier is not known. */
function fromSupplier(supplier: string | null) {
  return supplier === null
    ? sql<boolean>`true`
    : sql<boolean | null>`lower(material.supplier) = ${folded(supplier)}`;
}

/** A product that shares a number with a row, with what rows are held against it by. */
interface FoundProduct extends Omit<Product, 'sellingPrices'>, NumberKeys {}

/**
 * The products that have a number of one of the rows, locked until the end of the transaction in an order that all imports
 * share. They are looked for by lists, and not for each row: of a company that is new to it, the planner expects one product,
 * and would go through all of them for every row.
 */
export function findProducts(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  supplier: string | null,
): Promise<FoundProduct[]> {
  const number = folded(numberIn('material.articleNumber'));
  const manufacturerNumber = folded(numberIn('material.manufacturerArticleNumber'));
  const numberKeys = keys.flatMap(({ numberKey, newNumberKey }) =>
    [numberKey, newNumberKey].filter(isPresent),
  );
  const manufacturerNumberKeys = keys.map((key) => key.manufacturerNumberKey).filter(isPresent);
  const gtins = rows.map(({ gtin }) => gtin).filter(isPresent);
  return (
    db
      .selectFrom('material')
      .select([
        ...listedColumns,
        'archived',
        number.as('numberKey'),
        manufacturerNumber.as('manufacturerNumberKey'),
        fromSupplier(supplier).as('isFromSupplier'),
      ])
      .where(({ eb, fn, or, val }) =>
        or([
          eb(number, '=', fn.any(val(numberKeys))),
          eb(manufacturerNumber, '=', fn.any(val(manufacturerNumberKeys))),
          eb('gtin', '=', fn.any(val(gtins))),
        ]),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      // The columns hold what the contract let in.
      .$castTo<FoundProduct>()
      .execute()
  );
}

/** Looks up ids by a key of their products; those without a key are found by none. */
function idsBy<Found extends { id: string }>(
  found: readonly Found[],
  keyOf: (product: Found) => string | null,
): (key: string | null | undefined) => string[] {
  const ids = Map.groupBy(found, keyOf);
  return (key) => (key ? (ids.get(key) ?? []) : []).map(({ id }) => id);
}

/** What the catalog knows of each row, in their order. */
export function knowledgeOf(
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  found: readonly FoundProduct[],
  manufacturers: ReadonlyMap<string, KnownManufacturer>,
): Known[] {
  const byNumber = idsBy(found, ({ numberKey, isFromSupplier }) => (isFromSupplier ? numberKey : null));
  const byManufacturerNumber = idsBy(
    found,
    ({ manufacturerId, manufacturerNumberKey }) =>
      manufacturerNumberKey && `${manufacturerId} ${manufacturerNumberKey}`,
  );
  const byGtin = idsBy(found, ({ gtin }) => gtin);
  return rows.map(({ manufacturer: name, gtin }, position) => {
    const { numberKey = null, newNumberKey = null, manufacturerNumberKey = null } = keys[position] ?? {};
    const manufacturer = name === undefined ? undefined : manufacturers.get(name);
    return {
      numberKey,
      newNumberKey,
      manufacturerNumberKey,
      byNumber: byNumber(numberKey),
      byNewNumber: byNumber(newNumberKey),
      byManufacturerNumber: byManufacturerNumber(
        manufacturer?.id && manufacturerNumberKey && `${manufacturer.id} ${manufacturerNumberKey}`,
      ),
      byGtin: byGtin(gtin),
      manufacturer,
    };
  });
}
