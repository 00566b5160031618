import type { Line, ProductData } from './line.ts';

/** The number of modules to which the prices of the catalog apply; undefined if the product does not tell the capacity of a module. */
export function usualModuleCount(product: ProductData | null): number | undefined {
  const { moduleCapacity, usableCapacity } = product ?? {};
  if (typeof moduleCapacity !== 'number' || typeof usableCapacity !== 'number') return undefined;
  return Math.round(usableCapacity / moduleCapacity);
}

/** The number of modules of each battery of a line; undefined if unknown. */
export function modulesOfBattery({ moduleCount, product }: Line): number | undefined {
  return moduleCount ?? usualModuleCount(product);
}
