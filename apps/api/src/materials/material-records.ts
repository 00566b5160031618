import type { Material, MaterialCommon, SellingPrice } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { invalidRequest, notFound } from '@pv-planning/server-kit';
import type { ExpressionBuilder } from 'kysely';
import { compareIds } from '../records/record-id.ts';
import { recordTable } from '../records/record-table.ts';
import { type Reference, referencesIn } from '../records/references.ts';
import {
  compatibleIds,
  insertCompatible,
  replaceCompatible,
  touchCompatible,
} from './compatible-products.ts';
import { dataOf, emptyData, type MaterialData } from './material-data.ts';
import { kindOf, type MaterialType } from './material-kinds.ts';
import type { MaterialBody } from './material-operations.ts';
import {
  insertPrices,
  replacePrices,
  type StoredPrice,
  sellingPrices,
  storedPrices,
} from './selling-prices.ts';

/** What callers set and all products have. */
const settable = [
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
  'datasheetUrl',
  'imageUrl',
  'warrantyYears',
  'externalId',
] as const satisfies readonly (keyof MaterialCommon)[];

const columns = [
  'id',
  'materialType',
  ...settable,
  'purchasePriceUpdatedAt',
  'data',
  'createdAt',
  'updatedAt',
] as const;

export type MaterialRow = Omit<MaterialCommon, 'sellingPrices'> & {
  data: MaterialData;
  sellingPrices: SellingPrice[] | null;
  compatibleIds: string[] | null;
};

export const materialSelection = (builder: ExpressionBuilder<CompanyTables, 'material'>) => [
  ...columns,
  sellingPrices(builder),
  compatibleIds(builder),
];

type Values = Partial<Pick<MaterialCommon, (typeof settable)[number]>> & {
  materialType?: MaterialType;
  purchasePriceUpdatedAt?: null;
  data?: MaterialData;
};

const materials = recordTable<MaterialRow, Values>('material', materialSelection, {
  inUse: 'material_in_use',
  timesOf: { purchasePrice: 'purchasePriceUpdatedAt' },
});

/** The product as it is answered: every field that its type has. */
export function wholeMaterial(row: MaterialRow): Material {
  const { data, sellingPrices, compatibleIds, createdAt, updatedAt, ...common } = row;
  const { compatible } = kindOf(row.materialType);
  return {
    ...common,
    sellingPrices: sellingPrices ?? [],
    ...emptyData(row.materialType),
    ...data,
    ...(compatible && { [compatible.field]: compatibleIds ?? [] }),
    createdAt,
    updatedAt,
  } as Material;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a body is stored as, field by field: prices with their VAT, lists in the order they are answered, trackers whole. */
export function storedFields(
  type: MaterialType,
  body: MaterialBody,
  { vatRate }: Pick<MaterialCommon, 'vatRate'>,
): Fields {
  const ids = compatibleIn(type, body);
  const { field } = kindOf(type).compatible ?? {};
  return {
    ...columnsIn(body),
    ...dataOf(type, body),
    ...(body.sellingPrices && { sellingPrices: storedPrices(body.sellingPrices, body.vatRate ?? vatRate) }),
    ...(field && ids && { [field]: ids.toSorted(compareIds) }),
  };
}

function columnsIn(fields: object): Values {
  const given = fields as Fields;
  return Object.fromEntries(
    settable.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}

function compatibleIn(type: MaterialType, fields: object): readonly string[] | undefined {
  const { field } = kindOf(type).compatible ?? {};
  return field === undefined ? undefined : (fields as Record<string, string[] | undefined>)[field];
}

/** The fields of a product in the form in which a body is stored, to compare the two. */
export function fieldsOf(material: Material): Fields {
  const prices = material.sellingPrices.map(({ gross: _, ...price }): StoredPrice => price);
  return { ...material, sellingPrices: prices };
}

/** The ids in a body, each with what it must name. */
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

/** Data that satisfies the contract can still contradict itself. @throws 400 `invalid_request` naming each field and why */
export function requireCoherent(type: MaterialType, fields: object): void {
  const data = { ...emptyData(type), ...dataOf(type, fields) };
  const contradictions = kindOf(type).contradictions?.(data as never) ?? [];
  if (contradictions.length > 0) throw invalidRequest(...contradictions);
}

/** @throws 404 `not_found`, also for a product of another type */
export async function readMaterial(db: CompanyQueries, type: MaterialType, id: string): Promise<Material> {
  return ofType(type, await materials.read(db, id));
}

/** The product, its row locked until the end of the transaction; its prices change only under this lock. @throws 404 `not_found` */
export async function lockMaterial(db: CompanyQueries, type: MaterialType, id: string): Promise<Material> {
  return ofType(type, await materials.lock(db, id));
}

function ofType(type: MaterialType, row: MaterialRow): Material {
  if (row.materialType !== type) throw notFound();
  return wholeMaterial(row);
}

export async function insertMaterial(
  db: CompanyQueries,
  type: MaterialType,
  body: MaterialBody,
): Promise<Material> {
  const { vatRate = 0 } = kindOf(type);
  const defaults = { unit: 'PIECE', vatRate, purchasePrice: 0 } as const;
  const fields = storedFields(type, { ...defaults, ...body }, defaults);
  const row = await materials.insert(db, {
    materialType: type,
    ...columnsIn(fields),
    ...(body.purchasePrice === undefined && { purchasePriceUpdatedAt: null }),
    data: dataOf(type, fields),
  });
  const prices = (fields.sellingPrices ?? []) as StoredPrice[];
  const compatible = compatibleIn(type, fields) ?? [];
  if (prices.length + compatible.length === 0) return wholeMaterial(row);
  await insertPrices(db, row.id, prices);
  await insertCompatible(db, row.id, compatible);
  return readMaterial(db, type, row.id);
}

/** Writes changes in the form of `storedFields`, and answers with the whole product. */
export async function changeMaterial(
  db: CompanyQueries,
  material: Material,
  changes: Fields,
): Promise<Material> {
  const { id, materialType: type } = material;
  const prices = changes.sellingPrices as StoredPrice[] | undefined;
  const compatible = compatibleIn(type, changes);
  const data = dataOf(type, changes);
  if (prices) await replacePrices(db, id, prices);
  if (compatible) await replaceCompatible(db, id, compatible);
  const isNewData = Object.keys(data).length > 0;
  const row = await materials.change(db, id, {
    ...columnsIn(changes),
    ...(isNewData && { data: { ...dataOf(type, material), ...data } }),
  });
  return wholeMaterial(row);
}

/** @throws 409 `material_in_use` */
export async function removeMaterial(db: CompanyQueries, id: string): Promise<void> {
  await touchCompatible(db, id);
  await materials.remove(db, id);
}
