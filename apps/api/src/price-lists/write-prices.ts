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

/** As many as one statement writes well within its time. */
const mostAtOnce = 50_000;

/** Adds selling prices, or puts them in the place of those of the same site. */
export async function writePrices(db: CompanyQueries, prices: readonly ProductPrice[]): Promise<void> {
  for (let at = 0; at < prices.length; at += mostAtOnce) {
    const written = prices.slice(at, at + mostAtOnce);
    await db
      .insertInto('materialSellingPrice')
      .columns(names)
      .expression(db.selectFrom(unnested('given', columns, written)).select(names))
      .onConflict((conflict) =>
        conflict.columns(['materialId', 'siteId']).doUpdateSet(({ ref }) => ({ net: ref('excluded.net') })),
      )
      .execute();
  }
}
