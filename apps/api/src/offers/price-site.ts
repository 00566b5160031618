import type { CompanyQueries } from '@pv-planning/database';
import type { OfferHeader } from './show-offer.ts';

/** The site whose selling prices apply: the one that the offer or its project names, otherwise the default one, if any. */
export async function priceSite(db: CompanyQueries, named: string | null): Promise<string | null> {
  if (named !== null) return named;
  const [site] = await db.selectFrom('site').select('id').where('isDefault', '=', true).execute();
  return site?.id ?? null;
}

/** The same for an offer that exists. */
export async function priceSiteOf(
  db: CompanyQueries,
  { siteId, projectId }: Pick<OfferHeader, 'siteId' | 'projectId'>,
): Promise<string | null> {
  if (siteId !== null) return siteId;
  const [project] = await db.selectFrom('project').select('siteId').where('id', '=', projectId).execute();
  return priceSite(db, project?.siteId ?? null);
}
