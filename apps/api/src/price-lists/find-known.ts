import type { CompanyQueries } from '@pv-planning/database';
import { gtinForms, gtinKey } from '@pv-planning/price-list';
import { sql } from 'kysely';
import { folded } from '../records/folded-text.ts';
import { unnested } from '../records/unnested-rows.ts';
import type { Known, Product } from './catalog.ts';
import { listedColumns } from './planned.ts';
import type { ListedRow } from './read-list.ts';

const textIn = (column: string) => sql.ref<string | null>(column);

const isPresent = (text: string | null | undefined): text is string => typeof text === 'string';

interface NumberKeys {
  numberKey: string | null;
  manufacturerNumberKey: string | null;
}

interface RowKeys extends NumberKeys {
  newNumberKey: string | null;
  manufacturerKey: string | null;
}

/** The numbers and names of the rows as the indexes hold them, in the order of the rows. */
export function keysOfRows(db: CompanyQueries, rows: readonly ListedRow[]): Promise<RowKeys[]> {
  const given = unnested(
    'given',
    {
      position: 'integer',
      articleNumber: 'text',
      newArticleNumber: 'text',
      manufacturerArticleNumber: 'text',
      manufacturer: 'text',
    },
    rows.map((row, position) => ({
      position,
      articleNumber: row.articleNumber ?? null,
      newArticleNumber: row.newArticleNumber ?? null,
      manufacturerArticleNumber: row.manufacturerArticleNumber ?? null,
      manufacturer: row.manufacturer ?? null,
    })),
  );
  return db
    .selectFrom(given)
    .select([
      folded(textIn('given.articleNumber')).as('numberKey'),
      folded(textIn('given.newArticleNumber')).as('newNumberKey'),
      folded(textIn('given.manufacturerArticleNumber')).as('manufacturerNumberKey'),
      folded(textIn('given.manufacturer')).as('manufacturerKey'),
    ])
    .orderBy('given.position')
    .execute();
}

/** The ids of the manufacturers that rows name, by their keys. A name counts more than a short name, and the oldest most. */
export async function findManufacturers(
  db: CompanyQueries,
  keys: readonly RowKeys[],
): Promise<Map<string, string>> {
  const named = [...new Set(keys.map(({ manufacturerKey }) => manufacturerKey).filter(isPresent))];
  if (named.length === 0) return new Map();
  const name = folded(sql.ref<string>('manufacturer.name'));
  const shortName = folded(textIn('manufacturer.shortName'));
  const found = await db
    .selectFrom('manufacturer')
    .select(['id', name.as('name'), shortName.as('shortName')])
    .where(({ eb, fn, or, val }) =>
      or([eb(name, '=', fn.any(val(named))), eb(shortName, '=', fn.any(val(named)))]),
    )
    .orderBy('id', 'desc')
    .execute();
  const byShortName = found.flatMap(({ id, shortName }) =>
    shortName === null ? [] : [[shortName, id] as const],
  );
  return new Map([...byShortName, ...found.map(({ id, name }) => [name, id] as const)]);
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
 * The products that have a number of one of the rows; if told so, locked until the end of the transaction, in an order that all
 * imports share. They are looked for by lists, and not for each row: of a company that is new to it, the planner expects one product,
 * and would go through all of them for every row.
 */
export function findProducts(
  db: CompanyQueries,
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  { supplier, lock }: { supplier: string | null; lock: boolean },
): Promise<FoundProduct[]> {
  const number = folded(textIn('material.articleNumber'));
  const manufacturerNumber = folded(textIn('material.manufacturerArticleNumber'));
  const numberKeys = keys.flatMap(({ numberKey, newNumberKey }) =>
    [numberKey, newNumberKey].filter(isPresent),
  );
  const manufacturerNumberKeys = keys.map((key) => key.manufacturerNumberKey).filter(isPresent);
  const gtins = rows.flatMap(({ gtin }) => (gtin === undefined ? [] : gtinForms(gtin)));
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
      .$if(lock, (query) => query.forNoKeyUpdate())
      // The columns hold what the contract let in.
      .$castTo<FoundProduct>()
      .execute()
  );
}

const none: readonly string[] = [];

/** Looks up ids by a key of their products, each list once however many ask for it; those without a key are found by none. */
function idsBy<Found extends { id: string }>(
  found: readonly Found[],
  keyOf: (product: Found) => string | null,
): (key: string | null | undefined) => readonly string[] {
  const groups = [...Map.groupBy(found, keyOf)];
  const ids = new Map(groups.map(([key, products]) => [key, products.map(({ id }) => id)]));
  return (key) => (key ? (ids.get(key) ?? none) : none);
}

/** What the catalog knows of each row, in their order. */
export function knowledgeOf(
  rows: readonly ListedRow[],
  keys: readonly RowKeys[],
  found: readonly FoundProduct[],
  manufacturers: ReadonlyMap<string, string>,
): Known[] {
  const byNumber = idsBy(found, ({ numberKey, isFromSupplier }) => (isFromSupplier ? numberKey : null));
  const withoutSupplier = idsBy(found, ({ numberKey, isFromSupplier }) =>
    isFromSupplier === null ? numberKey : null,
  );
  const byManufacturerNumber = idsBy(
    found,
    ({ manufacturerId, manufacturerNumberKey }) =>
      manufacturerNumberKey && `${manufacturerId} ${manufacturerNumberKey}`,
  );
  const byGtin = idsBy(found, ({ gtin }) => gtin && gtinKey(gtin));
  return rows.map(({ gtin }, position) => {
    const { numberKey = null, newNumberKey = null, manufacturerNumberKey = null } = keys[position] ?? {};
    const key = keys[position]?.manufacturerKey ?? null;
    const manufacturer = key === null ? undefined : { key, id: manufacturers.get(key) ?? null };
    return {
      numberKey,
      newNumberKey,
      manufacturerNumberKey,
      byNumber: byNumber(numberKey),
      byNewNumber: byNumber(newNumberKey),
      byManufacturerNumber: byManufacturerNumber(
        manufacturer?.id && manufacturerNumberKey && `${manufacturer.id} ${manufacturerNumberKey}`,
      ),
      byGtin: byGtin(gtin && gtinKey(gtin)),
      withoutSupplier: withoutSupplier(numberKey),
      manufacturer,
    };
  });
}
