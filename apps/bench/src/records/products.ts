import type { Body, MaterialList, MaterialType, PriceListResult } from '@pv-planning/contract';
import { inverterProduct, module440 } from '@pv-planning/string-planner/testing';
import { call } from './call.ts';
import type { Company } from './company.ts';

export type PriceListRow = NonNullable<Body<'importPriceList'>['rows']>[number];

/** The types of products in offers, with the fields of their types. */
const products = {
  pv_module: { ...module440, length: 1762, width: 1134 },
  inverter: { ...inverterProduct() },
  battery: { capacity: 10, usableCapacity: 9.5, coupling: 'DC' },
  subconstruction: { mountingType: 'ON_ROOF' },
  misc: {},
} satisfies Partial<Record<MaterialType, object>>;

export type ProductType = keyof typeof products;

const types = Object.keys(products) as ProductType[];

/** Creates products of all types. @returns their ids */
export async function createProducts(url: string, { headers }: Company, ofEachType: number) {
  const rows: PriceListRow[] = types.flatMap((materialType) =>
    Array.from({ length: ofEachType }, (_, index) => ({
      articleNumber: `${materialType}-${index}`,
      manufacturer: `Solarwerk ${1 + (index % 40)}`,
      materialType,
      name: `Produkt ${index}`,
      purchasePrice: 1 + index / 4,
      data: products[materialType],
    })),
  );
  const result = await call<PriceListResult>(`${url}/v1/materials/price-list-import`, headers, { rows });
  if (result.summary.created !== rows.length) throw new Error(JSON.stringify(result).slice(0, 2_000));
  const { data } = await call<MaterialList>(`${url}/v1/materials?limit=200`, headers);
  const idsOf = (type: ProductType) =>
    data.filter(({ materialType }) => materialType === type).map(({ id }) => id);
  return Object.fromEntries(types.map((type) => [type, idsOf(type)])) as Record<ProductType, string[]>;
}
