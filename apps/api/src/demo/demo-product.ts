import type { Body, OperationId } from '@pv-planning/contract';

/** A product of the demo catalog without its manufacturer and selling prices. */
export type DemoProduct<Create extends OperationId> = Omit<
  NonNullable<Body<Create>>,
  'manufacturerId' | 'sellingPrices'
> & { purchasePrice: number };
