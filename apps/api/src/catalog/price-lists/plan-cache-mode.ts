import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';

const modes = {
  custom: sql<string>`'force_custom_plan'`,
  // Distributed tables (Citus) cannot have generic plans, because the values determine the shard.
  generic: sql<string>`case when to_regclass('pg_dist_partition') is null then 'force_generic_plan' else 'auto' end`,
};

/**
 * Sets PostgreSQL's `plan_cache_mode` until the end of the transaction.
 *
 * Use `custom` for statements that look up rows by arrays: a generic plan may assume ten rows and take minutes for ten thousand.
 * Use `generic` for inserts: PostgreSQL checks each foreign key with a separate statement, and planning that statement for each row
 * takes longer than the insert itself. Without statistics for a new company, a custom plan may even scan all its products for each
 * row.
 */
export async function setPlanCacheMode(db: CompanyQueries, mode: keyof typeof modes): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) =>
      fn('set_config', [val('plan_cache_mode'), modes[mode], val(true)]).as('setting'),
    )
    .execute();
}
