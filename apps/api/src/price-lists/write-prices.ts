import type { CompanyQueries } from '@pv-planning/database';
import { unnested } from '../records/unnested-rows.ts';

/** A selling price of a product. */
export interface ProductPrice {
  materialId: string;
  siteId: string;
  /** Net euros of one unit. */
  net: number;
  /** Percent; a price that is there already keeps its own. */
  vatRate: number;
}

const columns = { materialId: 'bigint', siteId: 'bigint', net: 'numeric', vatRate: 'smallint' } as const;
const names = ['materialId', 'siteId', 'net', 'vatRate'] as const;

/** Adds selling prices, or puts them in the place of those of the same site. */
export async function writePrices(db: CompanyQueries, prices: readonly ProductPrice[]): Promise<void> {
  if (prices.length === 0) return;
  await db
    .insertInto('materialSellingPrice')
    .columns(names)
    .expression(db.selectFrom(unnested('given', columns, prices)).select(names))
    .onConflict((conflict) =>
      conflict.columns(['materialId', 'siteId']).doUpdateSet(({ ref }) => ({ net: ref('excluded.net') })),
    )
    .execute();
}
