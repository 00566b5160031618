import type { CompanyTables, Tables } from '@pv-planning/database';
import type { ExpressionBuilder } from 'kysely';

/** Selects the ids of a member's sites, in ascending order. */
export function memberSiteIds({ selectFrom, fn, val }: ExpressionBuilder<Tables | CompanyTables, 'member'>) {
  const ids = selectFrom('memberSite')
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['siteId']).orderBy('siteId').as('ids'))
    .whereRef('memberSite.companyId', '=', 'member.companyId')
    .whereRef('memberSite.memberId', '=', 'member.id');
  return fn.coalesce(ids, val<string[]>([]));
}
