import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { OfferHeader } from '../records/show-offer.ts';

const defaultSite = preparedQuery((db, _none: object) =>
  db.selectFrom('site').select('id').where('isDefault', '=', true),
);

const siteOfProject = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('project').select('siteId').where('id', '=', id),
);

/** The site whose selling prices apply: the one that the offer or its project names, otherwise the default one, if any. */
export async function priceSite(db: CompanyQueries, named: string | null): Promise<string | null> {
  if (named !== null) return named;
  const [site] = await defaultSite(db, {});
  return site?.id ?? null;
}

/** The same for an offer that exists. */
export async function priceSiteOf(
  db: CompanyQueries,
  { siteId, projectId }: Pick<OfferHeader, 'siteId' | 'projectId'>,
): Promise<string | null> {
  if (siteId !== null) return siteId;
  const [project] = await siteOfProject(db, { id: projectId });
  return priceSite(db, project?.siteId ?? null);
}
