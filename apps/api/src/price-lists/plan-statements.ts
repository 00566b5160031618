import type { CompanyQueries } from '@pv-planning/database';

const modes = { anew: 'force_custom_plan', once: 'force_generic_plan' } as const;

/**
 * How PostgreSQL plans what it runs until the end of the transaction.
 *
 * `anew` suits statements that look rows up by lists: the plan that it keeps of a statement may be one for ten rows, and would
 * take minutes for ten thousand. `once` suits statements that insert: PostgreSQL looks up what each row names by statements of
 * its own. Planned for each row they take longer than to insert it; and for a company that is new to its statistics it expects
 * next to no rows, and may go through all products of the company to find one.
 */
export async function planStatements(db: CompanyQueries, mode: keyof typeof modes): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) =>
      fn('set_config', [val('plan_cache_mode'), val(modes[mode]), val(true)]).as('setting'),
    )
    .execute();
}
