import type { CompanyQueries } from '@pv-planning/database';
import { unnested } from '../../sql/unnested-rows.ts';

/** A selling price of a product. A new one has the VAT rate of the product; an existing one keeps its rate. */
export interface ProductPrice {
  materialId: string;
  siteId: string;
  /** Net euros per unit. */
  net: number;
}

const columns = { materialId: 'bigint', siteId: 'bigint', net: 'numeric' } as const;
const names = ['materialId', 'siteId', 'net'] as const;

/** Maximum number of prices that one statement writes without exceeding its timeout. */
const maxPerStatement = 50_000;

/** Inserts selling prices; updates existing prices of the same product and site. */
export async function writePrices(db: CompanyQueries, prices: readonly ProductPrice[]): Promise<void> {
  for (let start = 0; start < prices.length; start += maxPerStatement) {
    const batch = prices.slice(start, start + maxPerStatement);
    await db
      .insertInto('materialSellingPrice')
      .columns(names)
      .expression(db.selectFrom(unnested('given', columns, batch)).select(names))
      .onConflict((conflict) =>
        conflict.columns(['materialId', 'siteId']).doUpdateSet(({ ref }) => ({ net: ref('excluded.net') })),
      )
      .execute();
  }
}
