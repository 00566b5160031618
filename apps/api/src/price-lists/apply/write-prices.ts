import type { CompanyQueries } from '@pv-planning/database';
import { unnested } from '../../sql/unnested-rows.ts';

/** A selling price of a product. */
export interface ProductPrice {
  materialId: string;
  siteId: string;
  /** Net euros per unit. */
  net: number;
  /** Percent, of a new price; a price that exists keeps its own. */
  vatRate: number;
}

const columns = { materialId: 'bigint', siteId: 'bigint', net: 'numeric', vatRate: 'smallint' } as const;
const names = ['materialId', 'siteId', 'net', 'vatRate'] as const;

/** Prices that one statement writes well within its time-out. */
const maxPerStatement = 50_000;

/** Adds selling prices, or replaces those of the same site. */
export async function writePrices(db: CompanyQueries, prices: readonly ProductPrice[]): Promise<void> {
  for (let at = 0; at < prices.length; at += maxPerStatement) {
    const portion = prices.slice(at, at + maxPerStatement);
    await db
      .insertInto('materialSellingPrice')
      .columns(names)
      .expression(db.selectFrom(unnested('given', columns, portion)).select(names))
      .onConflict((conflict) =>
        conflict.columns(['materialId', 'siteId']).doUpdateSet(({ ref }) => ({ net: ref('excluded.net') })),
      )
      .execute();
  }
}
