import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setPlanCacheMode } from '../../src/catalog/price-lists/plan-cache-mode.ts';
import { openTestApi } from '../support/test-api.ts';

const { database, newPriceListCompany } = await openTestApi();

test.each([
  ['custom', '', 'force_custom_plan'],
  ['generic', '', 'force_generic_plan'],
  ['generic', 'as on Citus', 'auto'],
] as const)('plans are %s %s: %s', async (mode, isDistributed, expected) => {
  const { id } = await newPriceListCompany();
  const setting = await database.transaction(id, async (db, transaction) => {
    if (isDistributed)
      await sql`create temporary table pg_dist_partition () on commit drop`.execute(transaction);
    await setPlanCacheMode(db, mode);
    const { rows } = await sql<{ setting: string }>`
      select current_setting('plan_cache_mode') as setting
    `.execute(transaction);
    return rows[0]?.setting;
  });
  expect(setting).toBe(expected);
});
