import type { Body, MaterialType } from '@pv-planning/contract';
import type { OfferCompany } from './dataset.ts';

export type OfferBody = Body<'createOffer'>;

/** Number of lines in each group. */
export type LineCounts = Readonly<Record<(typeof groups)[number], number>>;

const groups = [
  'modules',
  'inverters',
  'batteries',
  'wallboxes',
  'subconstructions',
  'equipment',
  'emergencyPower',
  'miscMaterials',
  'services',
  'additionalCosts',
] as const;

/** The same number of lines in each of the ten groups. */
export function inEachGroup(count: number): LineCounts {
  return Object.fromEntries(groups.map((group) => [group, count])) as LineCounts;
}

/** The maximum number of lines of an offer, including the maximum number of modules, inverters and batteries. */
export const largest: LineCounts = {
  ...inEachGroup(0),
  modules: 200,
  inverters: 50,
  batteries: 20,
  subconstructions: 100,
  miscMaterials: 100,
  services: 20,
  additionalCosts: 10,
};

/** Number of strings of each inverter. */
const stringsPerInverter = 4;

/** The body of an offer that states quantities and takes prices from the products. */
export function offerBody(company: OfferCompany, counts: LineCounts): OfferBody {
  const { projectId, roofIds, serviceId, productIds } = company;
  const each = <T>(group: keyof LineCounts, line: (index: number) => T) =>
    Array.from({ length: counts[group] }, (_, index) => line(index));
  const product = (type: MaterialType, index: number) => {
    const ids = productIds.get(type) ?? [];
    return { materialId: String(ids[index % ids.length]) };
  };
  const several = (type: MaterialType, index: number) => ({
    ...product(type, index),
    quantity: 1 + (index % 20),
  });
  const roofId = (index: number) => String(roofIds[index % roofIds.length]);
  return {
    projectId,
    name: 'Einfamilienhaus Schneider mit Speicher',
    includeAutoAdded: false,
    modules: each('modules', (index) => ({
      ...several('pv_module', index),
      roofId: roofId(index),
      orientation: 'PORTRAIT',
      rows: 2,
      columns: 10,
    })),
    inverters: each('inverters', (index) => ({
      ...product('inverter', index),
      strings: Array.from({ length: stringsPerInverter }, (_, string) => ({
        label: `${index + 1}.${string + 1}`,
        mppTracker: 1 + (string % 2),
        moduleRef: `modules-${1 + (index % counts.modules)}`,
        moduleCount: 10,
      })),
    })),
    batteries: each('batteries', (index) => ({ ...product('battery', index), inverterRef: 'inverter-1' })),
    wallboxes: each('wallboxes', (index) => product('wallbox', index)),
    subconstructions: each('subconstructions', (index) => ({
      ...several('subconstruction', index),
      roofId: roofId(index),
    })),
    equipment: each('equipment', (index) => ({ ...several('equipment', index), forRef: 'inverter-1' })),
    emergencyPower: each('emergencyPower', (index) => ({
      ...product('emergency_power', index),
      inverterRef: 'inverter-1',
    })),
    miscMaterials: each('miscMaterials', (index) => several('misc', index)),
    services: each('services', (index) => ({ serviceId, quantity: 1 + index })),
    additionalCosts: each('additionalCosts', (index) => ({
      name: `Rabatt ${index + 1}`,
      price: -50,
      vatRate: 0,
    })),
  };
}
