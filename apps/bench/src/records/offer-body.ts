import type { Body } from '@pv-planning/contract';
import type { OfferCompany } from './offer-company.ts';
import type { ProductType } from './products.ts';

/** Number of lines in each group. */
export type LineCounts = Record<
  | ('modules' | 'inverters' | 'batteries' | 'subconstructions')
  | ('miscMaterials' | 'services' | 'additionalCosts'),
  number
>;

/** 30 lines. */
export const house: LineCounts = {
  ...{ modules: 4, inverters: 2, batteries: 2, subconstructions: 4 },
  ...{ miscMaterials: 12, services: 3, additionalCosts: 3 },
};

/** 500 lines, the maximum, with the maximum number of modules, inverters and batteries. */
export const largest: LineCounts = {
  ...{ modules: 200, inverters: 50, batteries: 20, subconstructions: 100 },
  ...{ miscMaterials: 100, services: 20, additionalCosts: 10 },
};

/** The body of an offer. */
export function offerBody(
  { projectId, roofIds, serviceId, productIds }: OfferCompany,
  counts: LineCounts,
): Body<'createOffer'> {
  const each = <T>(group: keyof LineCounts, line: (index: number) => T) =>
    Array.from({ length: counts[group] }, (_, index) => line(index));
  const one = (type: ProductType, index: number) => ({
    materialId: String(productIds[type][index % productIds[type].length]),
    price: 95,
  });
  const several = (type: ProductType, index: number) => ({ ...one(type, index), quantity: 1 + (index % 20) });
  const roofId = (index: number) => String(roofIds[index % roofIds.length]);
  const place = { orientation: 'PORTRAIT', rows: 2, columns: 10 } as const;
  const string = (inverter: number, mppTracker: number) => ({
    label: `${inverter + 1}.${mppTracker}`,
    mppTracker,
    moduleRef: `modules-${1 + (inverter % counts.modules)}`,
    moduleCount: 10,
  });
  return {
    projectId,
    name: 'Einfamilienhaus Schneider mit Speicher',
    includeAutoAdded: false,
    modules: each('modules', (n) => ({ ...several('pv_module', n), roofId: roofId(n), ...place })),
    inverters: each('inverters', (n) => ({ ...one('inverter', n), strings: [string(n, 1), string(n, 2)] })),
    batteries: each('batteries', (n) => ({ ...one('battery', n), inverterRef: 'inverter-1' })),
    subconstructions: each('subconstructions', (n) => ({
      ...several('subconstruction', n),
      roofId: roofId(n),
    })),
    miscMaterials: each('miscMaterials', (n) => several('misc', n)),
    services: each('services', (n) => ({ serviceId, quantity: 1 + n })),
    additionalCosts: each('additionalCosts', (n) => ({ name: `Rabatt ${n + 1}`, price: -50, vatRate: 0 })),
  };
}
