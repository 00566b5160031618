import type { Service, VatRate } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { emptyData } from '../../../catalog/materials/material-data.ts';
import type { MaterialType } from '../../../catalog/materials/material-kinds.ts';
import { sellingVatRate } from '../../../catalog/materials/selling-prices.ts';
import { unknownReferences } from '../../../kernel/contract/api-errors.ts';
import { isRecordId } from '../../../kernel/identifiers/record-id.ts';
import type { CopiedFields, ProductData } from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { RequestedLine } from '../model/requested-lines.ts';

/** A product of the catalog that a line can copy. */
export interface SourceProduct extends Omit<CopiedFields, 'product' | 'standardRated'> {
  id: string;
  materialType: MaterialType;
  archived: boolean;
  /** The rate of the selling price at the applicable site, otherwise that of the product. */
  vatRate: VatRate;
  /** The selling price at the applicable site; null if the product has none there. */
  sellingPrice: number | null;
  data: ProductData;
}

type SourceService = Pick<
  Service,
  'id' | 'name' | 'description' | 'unit' | 'category' | 'price' | 'purchasePrice' | 'vatRate' | 'archived'
>;

/** The products and services that the lines of a request refer to, by id. */
export interface LineSources {
  products: ReadonlyMap<string, SourceProduct>;
  services: ReadonlyMap<string, SourceService>;
}

interface ProductQuery {
  /** If absent, selects all products with `autoAdd` that are not archived. */
  ids?: readonly string[];
  /** The site whose selling prices apply. */
  siteId: string | null;
}

const selectProducts = preparedQuery((db, { ids, siteId }: ProductQuery) => {
  const products = db
    .selectFrom('material')
    .leftJoin('manufacturer', 'manufacturer.id', 'material.manufacturerId')
    .leftJoin('materialSellingPrice as price', (join) =>
      join.onRef('price.materialId', '=', 'material.id').on('price.siteId', '=', siteId),
    )
    .select(['material.id', 'materialType', 'material.name', 'material.description', 'unit', 'archived'])
    .select(['supplier', 'articleNumber', 'manufacturerArticleNumber', 'gtin'])
    .select(['manufacturer.name as manufacturerName', 'purchasePrice'])
    .select(['price.net as sellingPrice', sellingVatRate('price').as('vatRate'), 'data'])
    .orderBy('material.id')
    .$castTo<SourceProduct>();
  if (ids === undefined) {
    return products
      .where('materialType', '=', sql.lit('misc'))
      .where('archived', '=', sql.lit(false))
      .where(sql<string>`material.data ->> 'autoAdd'`, '=', sql.lit('true'));
  }
  return products.where(({ eb, fn, val }) => eb('material.id', '=', fn.any(val(ids))));
});

const selectServices = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('service')
    .select([
      'id',
      'name',
      'description',
      'unit',
      'category',
      'price',
      'purchasePrice',
      'vatRate',
      'archived',
    ])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .$castTo<SourceService>(),
);

const selectRoofs = preparedQuery((db, { ids, projectId }: { ids: readonly string[]; projectId: string }) =>
  db
    .selectFrom('roof')
    .select('id')
    .where('projectId', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
);

const withAllData = (product: SourceProduct): SourceProduct => ({
  ...product,
  data: { ...emptyData(product.materialType), ...product.data },
});

const distinct = (ids: readonly (string | undefined)[]) => [
  ...new Set(ids.filter((id): id is string => id !== undefined && isRecordId(id))),
];

/** The products with `autoAdd`, oldest first. */
export async function autoAddedProducts(db: CompanyQueries, siteId: string | null): Promise<SourceProduct[]> {
  return (await selectProducts(db, { siteId })).map(withAllData);
}

/** Returns the error details if a line of the group cannot have the product; otherwise an empty list. */
function productErrors(path: string, group: LineGroup, product: SourceProduct | undefined) {
  const { materialType } = lineGroups[group];
  if (!product) return [{ path, message: 'refers to no product of your company' }];
  if (product.materialType === materialType) return [];
  return [{ path, message: `refers to a product of type ${product.materialType}, not ${materialType}` }];
}

interface Scope {
  /** Null for a project that does not exist yet, so that no line can refer to its roofs. */
  projectId: string | null;
  /** The site whose selling prices apply. */
  siteId: string | null;
}

/**
 * Reads the products, services and roofs that the lines of a request refer to, with one statement each.
 *
 * @throws 400 `unknown_reference` with every id that refers to no product, service or roof, to a product of another type, or to a
 * roof of another project
 */
export async function loadLineSources(
  db: CompanyQueries,
  inputs: readonly RequestedLine[],
  { projectId, siteId }: Scope,
): Promise<LineSources> {
  const productIds = distinct(inputs.map(({ input }) => input.materialId));
  const serviceIds = distinct(inputs.map(({ input }) => input.serviceId));
  const roofIds = distinct(inputs.map(({ input }) => input.roofId));
  const products = productIds.length > 0 ? await selectProducts(db, { ids: productIds, siteId }) : [];
  const services = serviceIds.length > 0 ? await selectServices(db, { ids: serviceIds }) : [];
  const roofs =
    roofIds.length > 0 && projectId !== null ? await selectRoofs(db, { ids: roofIds, projectId }) : [];
  const found: LineSources = {
    products: new Map(products.map((product) => [product.id, withAllData(product)])),
    services: new Map(services.map((service) => [service.id, service])),
  };
  const knownRoofs = new Set(roofs.map(({ id }) => id));
  const unknown = inputs.flatMap(({ group, path, input }) => {
    const { materialId, serviceId, roofId } = input;
    return [
      ...(materialId === undefined
        ? []
        : productErrors(`${path}/materialId`, group, found.products.get(materialId))),
      ...(serviceId === undefined || found.services.has(serviceId)
        ? []
        : [{ path: `${path}/serviceId`, message: 'refers to no service of your company' }]),
      ...(roofId === undefined || knownRoofs.has(roofId)
        ? []
        : [{ path: `${path}/roofId`, message: 'refers to a roof that the project does not have' }]),
    ];
  });
  if (unknown.length > 0) throw unknownReferences(unknown);
  return found;
}
