import type { Material, MaterialCommon, MiscMaterialUpdate } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { type ErrorDetail, invalidRequest, notFound } from '@pv-planning/server-kit';
import { type Insertable, sql, type Updateable } from 'kysely';
import { fieldNames } from '../../kernel/contract/contract-document.ts';
import { compareIds } from '../../kernel/identifiers/record-id.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { type Locked, recordTable } from '../../kernel/records/record-table.ts';
import { type Reference, referencesIn } from '../../kernel/references/references.ts';
import { folded } from '../../kernel/sql/folded-text.ts';
import {
  compatibleIds,
  insertCompatible,
  replaceCompatible,
  touchCompatible,
} from './compatible-products.ts';
import { dataOf, emptyData, type MaterialData } from './material-data.ts';
import {
  defaultVatRate,
  kindOf,
  type MaterialOf,
  type MaterialType,
  materialTypes,
} from './material-kinds.ts';
import {
  insertPrices,
  readPrices,
  replacePrices,
  type StoredPrice,
  sellingPrices,
  storedPrices,
} from './selling-prices.ts';

/** Fields of a row in addition to the schema `MaterialCommon`. */
interface OwnFields {
  materialType: MaterialType;
  data: MaterialData;
  compatibleIds: string[];
}

export const materialSelection = recordSelection(
  'material',
  'MaterialCommon',
  { sellingPrices },
  {
    materialType: ({ ref }) => ref('materialType').$castTo<MaterialType>(),
    data: ({ ref }) => ref('data'),
    compatibleIds,
  },
);

export type MaterialRow<T extends MaterialType = MaterialType> = MaterialCommon &
  OwnFields & { materialType: T };

/** The fields that the create and update bodies of all types share; miscellaneous materials have the widest types. */
export type MaterialBody = Pick<
  MiscMaterialUpdate,
  'manufacturerId' | 'sellingPrices' | 'vatRate' | 'purchasePrice'
>;

/** The values of a new product, until `insertMaterial` sets them. */
const newComputed = { materialType: 'misc' as const, sellingPrices: [], data: {}, compatibleIds: [] };

const materials = recordTable(materialSelection, newComputed, {
  inUse: 'material_in_use',
  timesOf: { purchasePrice: 'purchasePriceUpdatedAt' },
  collisions: {
    articleNumber: ({ articleNumber, supplier }) =>
      sql`${folded(sql.ref('articleNumber'))} = ${folded(String(articleNumber))}
        and lower(coalesce(supplier, '')) = ${folded(String(supplier ?? ''))}`,
  },
});

/** The columns that requests can set, by type. */
const settable = new Map(
  materialTypes.map((type) => {
    const given = new Set(fieldNames(kindOf(type).schemas.create));
    return [type, materialSelection.columns.filter((column) => given.has(column))];
  }),
);

type Values = Updateable<CompanyTables['material']>;

/** Returns the product as the API represents it, with every field of its type. */
export function completeMaterial<T extends MaterialType>(row: MaterialRow<T>): MaterialOf<T> {
  const { id, materialType, data, sellingPrices, compatibleIds, createdAt, updatedAt, ...common } = row;
  const { compatible } = kindOf(materialType);
  return {
    id,
    materialType,
    ...common,
    sellingPrices,
    ...emptyData(materialType),
    ...data,
    ...(compatible && { [compatible.field]: compatibleIds }),
    createdAt,
    updatedAt,
  } as unknown as MaterialOf<T>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Converts a body to its stored form: sorted prices and ids, complete MPP trackers. */
export function storedFields(
  type: MaterialType,
  body: MaterialBody,
  { vatRate }: Pick<MaterialCommon, 'vatRate'>,
): Fields {
  const ids = compatibleIn(type, body);
  const { field } = kindOf(type).compatible ?? {};
  return {
    ...columnsIn(type, body),
    ...dataOf(type, body),
    ...(body.sellingPrices && { sellingPrices: storedPrices(body.sellingPrices, body.vatRate ?? vatRate) }),
    ...(field && ids && { [field]: ids.toSorted(compareIds) }),
  };
}

function columnsIn(type: MaterialType, fields: object): Values {
  const given = fields as Fields;
  const names = settable.get(type) ?? [];
  return Object.fromEntries(
    names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}

function compatibleIn(type: MaterialType, fields: object): string[] | undefined {
  const { field } = kindOf(type).compatible ?? {};
  return field === undefined ? undefined : (fields as Record<string, string[] | undefined>)[field];
}

/** Returns the fields of a product in the form of `storedFields`, for comparison with a body. */
export function fieldsOf(material: Material): Fields {
  return { ...material, sellingPrices: storedPrices(material.sellingPrices, material.vatRate) };
}

/** Returns the ids in a body with the kinds of records that they must reference. */
export function materialReferences(type: MaterialType, body: MaterialBody): Reference[] {
  const { compatible } = kindOf(type);
  const prices = body.sellingPrices ?? [];
  const ids = compatibleIn(type, body) ?? [];
  return [
    ...manufacturerReference(body),
    ...prices.flatMap((price, index) => siteReference(price, `/sellingPrices/${index}`)),
    ...(compatible
      ? ids.map((id, index) => ({ path: `/${compatible.field}/${index}`, kind: compatible.kind, id }))
      : []),
  ];
}

const manufacturerReference = referencesIn({ manufacturerId: 'manufacturer' });
const siteReference = referencesIn({ siteId: 'site' });

/** Finds contradictions between fields that each satisfy the contract. */
export function contradictionsIn(type: MaterialType, fields: object): ErrorDetail[] {
  const data = { ...emptyData(type), ...dataOf(type, fields) };
  return kindOf(type).contradictions?.(data as never) ?? [];
}

/** @throws 400 `invalid_request` with each contradiction, and each implausible value in the body */
export function requireCoherent(type: MaterialType, body: object, stored: object = {}): void {
  const contradictions = contradictionsIn(type, { ...stored, ...body });
  const implausible = kindOf(type).implausible?.(body as never) ?? [];
  const problems = [...contradictions, ...implausible];
  if (problems.length > 0) throw invalidRequest(...problems);
}

/** @throws 404 `not_found`, including for a product of another type */
export async function readMaterial<T extends MaterialType>(
  db: CompanyQueries,
  type: T,
  id: string,
): Promise<MaterialOf<T>> {
  const row: MaterialRow = await materials.read(db, id);
  requireType(type, row);
  return completeMaterial(row);
}

/**
 * Locks the product's row until the end of the transaction. Its prices change only under this lock.
 *
 * @throws 404 `not_found`
 */
export async function lockMaterial<T extends MaterialType>(
  db: CompanyQueries,
  type: T,
  id: string,
): Promise<Locked<MaterialRow<T>>> {
  const { record, changedAt } = await materials.lock(db, id);
  requireType(type, record);
  return { record, changedAt };
}

function requireType<T extends MaterialType>(type: T, row: MaterialRow): asserts row is MaterialRow<T> {
  if (row.materialType !== type) throw notFound();
}

export async function insertMaterial<T extends MaterialType>(
  db: CompanyQueries,
  type: T,
  body: MaterialBody,
): Promise<MaterialOf<T>> {
  const defaults = {
    unit: 'PIECE',
    vatRate: defaultVatRate(type, body as Fields),
    purchasePrice: 0,
  } as const;
  const fields = storedFields(type, { ...defaults, ...body }, defaults);
  const data = dataOf(type, fields);
  const values = {
    materialType: type,
    ...columnsIn(type, fields),
    ...(body.purchasePrice === undefined && { purchasePriceUpdatedAt: null }),
    data,
  };
  const row = await materials.insert(db, values as Insertable<CompanyTables['material']>);
  const compatibleIds = compatibleIn(type, fields) ?? [];
  const prices = (fields.sellingPrices ?? []) as StoredPrice[];
  await insertPrices(db, row.id, prices);
  await insertCompatible(db, row.id, compatibleIds);
  const sellingPrices = prices.length > 0 ? await readPrices(db, row.id) : [];
  return completeMaterial({ ...row, materialType: type, data, sellingPrices, compatibleIds });
}

/** Returns the prices to write: those of the changes or, if the rate of the product changes, the present ones. */
function pricesAfter({ sellingPrices, vatRate: before }: MaterialRow, changes: Fields) {
  const sent = changes.sellingPrices as StoredPrice[] | undefined;
  const vatRate = changes.vatRate as MaterialCommon['vatRate'] | undefined;
  if (sent || vatRate === undefined) return sent;
  return storedPrices(storedPrices(sellingPrices, before), vatRate);
}

/** Writes changes in the form of `storedFields`. Returns the complete product. */
export async function changeMaterial<T extends MaterialType>(
  db: CompanyQueries,
  locked: Locked<MaterialRow<T>>,
  changes: Fields,
): Promise<MaterialOf<T>> {
  const { id, materialType: type, ...before } = locked.record;
  const prices = pricesAfter(locked.record, changes);
  const compatible = compatibleIn(type, changes);
  const changedData = dataOf(type, changes);
  const isNewData = Object.keys(changedData).length > 0;
  const data = isNewData ? { ...before.data, ...changedData } : before.data;
  if (prices) await replacePrices(db, id, prices);
  if (compatible) await replaceCompatible(db, id, compatible);
  const row = await materials.change(db, locked, { ...columnsIn(type, changes), ...(isNewData && { data }) });
  const sellingPrices = prices ? await readPrices(db, id) : before.sellingPrices;
  return completeMaterial({
    ...row,
    materialType: type,
    data,
    sellingPrices,
    compatibleIds: compatible ?? before.compatibleIds,
  });
}

/** @throws 409 `material_in_use` */
export async function removeMaterial(db: CompanyQueries, id: string): Promise<void> {
  await touchCompatible(db, id);
  await materials.remove(db, id);
}
