import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { RegisteredOffer } from '@pv-planning/documents';
import type { MaterialData } from '../../../catalog/materials/material-data.ts';

interface CatalogProduct {
  id: string;
  name: string;
  data: MaterialData;
  updatedAt: string;
}

const selectProducts = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('material')
    .select(['id', 'name', 'data', 'updatedAt'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .$castTo<CatalogProduct>(),
);

interface Line {
  materialId: string;
  product: object;
}

/** Returns the lines, with technical data from the catalog that was unknown when they were added. */
function completed<L extends Line>(
  lines: readonly L[],
  products: ReadonlyMap<string, CatalogProduct>,
  used: Set<CatalogProduct>,
): L[] {
  return lines.map((line) => {
    const source = products.get(line.materialId);
    if (!source) return line;
    const known: MaterialData = { ...source.data, model: source.name };
    const product = Object.entries(line.product).map(([field, value]) => {
      if (value !== null || (known[field] ?? null) === null) return [field, value];
      used.add(source);
      return [field, known[field]];
    });
    return { ...line, product: Object.fromEntries(product) };
  });
}

/**
 * Completes the technical data of an offer from the catalog: systems are often registered when the offer can no longer be changed.
 *
 * @returns the offer, and the times of the last change of the products from which data was taken
 */
export async function withCatalogData<O extends RegisteredOffer>(
  db: CompanyQueries,
  offer: O,
): Promise<{ offer: O; changes: string[] }> {
  const { modules, inverters, batteries, wallboxes } = offer;
  const lines = [...modules, ...inverters, ...batteries, ...wallboxes];
  const ids = [...new Set(lines.map(({ materialId }) => materialId))];
  const stored = ids.length === 0 ? [] : await selectProducts(db, { ids });
  const products = new Map(stored.map((product) => [product.id, product]));
  const used = new Set<CatalogProduct>();
  const completedOffer = {
    ...offer,
    modules: completed(modules, products, used),
    inverters: completed(inverters, products, used),
    batteries: completed(batteries, products, used),
    wallboxes: completed(wallboxes, products, used),
  };
  return { offer: completedOffer, changes: [...used].map(({ updatedAt }) => updatedAt) };
}
