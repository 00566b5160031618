import type { Service, VatRate } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { unknownReferences } from '../../contract/api-errors.ts';
import { isRecordId } from '../../identifiers/record-id.ts';
import { emptyData } from '../../materials/material-data.ts';
import type { MaterialType } from '../../materials/material-kinds.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { PlacedInput } from '../model/requested-lines.ts';

type Data = Readonly<Record<string, unknown>>;

/** A product of the catalog, as a line copies it. */
export interface SourceProduct {
  id: string;
  materialType: MaterialType;
  name: string;
  description: string | null;
  unit: string;
  archived: boolean;
  articleNumber: string | null;
  manufacturerName: string | null;
  purchasePrice: number;
  vatRate: VatRate;
  /** Of the selling price at the site that applies; null if it has none there. */
  sellingPrice: number | null;
  sellingVatRate: VatRate | null;
  data: Data;
}

type SourceService = Pick<
  Service,
  'id' | 'name' | 'description' | 'unit' | 'price' | 'purchasePrice' | 'vatRate' | 'archived'
>;

/** What the lines of a request refer to. */
export interface LineSources {
  products: ReadonlyMap<string, SourceProduct>;
  services: ReadonlyMap<string, SourceService>;
}

interface Wanted {
  /** Absent for the products that join new offers by themselves. */
  ids?: readonly string[];
  /** The site whose selling prices apply. */
  siteId: string | null;
}

const productsWanted = preparedQuery((db, { ids, siteId }: Wanted) => {
  const products = db
    .selectFrom('material')
    .leftJoin('manufacturer', 'manufacturer.id', 'material.manufacturerId')
    .leftJoin('materialSellingPrice as price', (join) =>
      join.onRef('price.materialId', '=', 'material.id').on('price.siteId', '=', siteId),
    )
    .select(['material.id', 'materialType', 'material.name', 'material.description', 'unit', 'archived'])
    .select(['articleNumber', 'manufacturer.name as manufacturerName', 'purchasePrice', 'material.vatRate'])
    .select(['price.net as sellingPrice', 'price.vatRate as sellingVatRate', 'data'])
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

const servicesWanted = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('service')
    .select(['id', 'name', 'description', 'unit', 'price', 'purchasePrice', 'vatRate', 'archived'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .$castTo<SourceService>(),
);

const roofsWanted = preparedQuery((db, { ids, projectId }: { ids: readonly string[]; projectId: string }) =>
  db
    .selectFrom('roof')
    .select('id')
    .where('projectId', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
);

const complete = (product: SourceProduct): SourceProduct => ({
  ...product,
  data: { ...emptyData(product.materialType), ...product.data },
});

const distinct = (ids: readonly (string | undefined)[]) => [
  ...new Set(ids.filter((id): id is string => id !== undefined && isRecordId(id))),
];

/** The products that join new offers by themselves, oldest first. */
export async function autoAddedProducts(db: CompanyQueries, siteId: string | null): Promise<SourceProduct[]> {
  return (await productsWanted(db, { siteId })).map(complete);
}

/** What is wrong with a product at this place, if anything. */
function unknownProduct(path: string, group: LineGroup, product: SourceProduct | undefined) {
  const { materialType } = lineGroups[group];
  if (!product) return [{ path }];
  if (product.materialType === materialType) return [];
  return [{ path, message: `names a product of type ${product.materialType}, not ${materialType}` }];
}

interface Surroundings {
  /** Null for a project that is still to be created, whose roofs no line can name. */
  projectId: string | null;
  /** The site whose selling prices apply. */
  siteId: string | null;
}

/**
 * Reads what lines of a request refer to, by one statement each for products, services and roofs.
 *
 * @throws 400 `unknown_reference` with every id that is unknown: of a product, a product of another type, a service, or a roof of
 *   another project
 */
export async function loadLineSources(
  db: CompanyQueries,
  inputs: readonly PlacedInput[],
  { projectId, siteId }: Surroundings,
): Promise<LineSources> {
  const productIds = distinct(inputs.map(({ input }) => input.materialId));
  const serviceIds = distinct(inputs.map(({ input }) => input.serviceId));
  const roofIds = distinct(inputs.map(({ input }) => input.roofId));
  const products = productIds.length > 0 ? await productsWanted(db, { ids: productIds, siteId }) : [];
  const services = serviceIds.length > 0 ? await servicesWanted(db, { ids: serviceIds }) : [];
  const roofs =
    roofIds.length > 0 && projectId !== null ? await roofsWanted(db, { ids: roofIds, projectId }) : [];
  const found: LineSources = {
    products: new Map(products.map((product) => [product.id, complete(product)])),
    services: new Map(services.map((service) => [service.id, service])),
  };
  const knownRoofs = new Set(roofs.map(({ id }) => id));
  const unknown = inputs.flatMap(({ group, path, input }) => {
    const { materialId, serviceId, roofId } = input;
    return [
      ...(materialId === undefined
        ? []
        : unknownProduct(`${path}/materialId`, group, found.products.get(materialId))),
      ...(serviceId === undefined || found.services.has(serviceId) ? [] : [{ path: `${path}/serviceId` }]),
      ...(roofId === undefined || knownRoofs.has(roofId)
        ? []
        : [{ path: `${path}/roofId`, message: 'names a roof that the project does not have' }]),
    ];
  });
  if (unknown.length > 0) throw unknownReferences(unknown);
  return found;
}
