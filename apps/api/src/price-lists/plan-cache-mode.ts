import type { CompanyQueries } from '@pv-planning/database';

/**
 * Sets PostgreSQL's `plan_cache_mode` until the end of the transaction.
 *
 * `force_custom_plan` suits statements that look rows up by lists: a generic plan may be one for ten rows, and take minutes for
 * ten thousand. `force_generic_plan` suits inserts: PostgreSQL checks each foreign key by a statement of its own, and planning
 * it for each row takes longer than the insert itself. For a company that is new to the statistics a custom plan may even scan
 * all products of the company for each row.
 */
export async function setPlanCacheMode(
  db: CompanyQueries,
  mode: 'force_custom_plan' | 'force_generic_plan',
): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) =>
      fn('set_config', [val('plan_cache_mode'), val(mode), val(true)]).as('setting'),
    )
    .execute();
}
