import type { Body, OperationId } from '@pv-planning/contract';

/** A product of the demo catalog, before its manufacturer and its prices at the sites are known. */
export type DemoProduct<Create extends OperationId> = Omit<
  NonNullable<Body<Create>>,
  'manufacturerId' | 'sellingPrices'
> & { purchasePrice: number };
