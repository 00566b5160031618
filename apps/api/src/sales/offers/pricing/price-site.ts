import type { OfferListItem } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';

const defaultSite = preparedQuery((db, _none: object) =>
  db.selectFrom('site').select('id').where('isDefault', '=', true),
);

const siteOfProject = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('project').select('siteId').where('id', '=', id),
);

/**
 * Returns the site whose selling prices apply: the site of the offer or its project, otherwise the default site, if any.
 *
 * @param siteId of the offer or its project
 */
export async function priceSite(db: CompanyQueries, siteId: string | null): Promise<string | null> {
  if (siteId !== null) return siteId;
  const [site] = await defaultSite(db, {});
  return site?.id ?? null;
}

/** Returns the site whose selling prices apply to an existing offer. */
export async function priceSiteOf(
  db: CompanyQueries,
  { siteId, projectId }: Pick<OfferListItem, 'siteId' | 'projectId'>,
): Promise<string | null> {
  if (siteId !== null) return siteId;
  const [project] = await siteOfProject(db, { id: projectId });
  return priceSite(db, project?.siteId ?? null);
}
