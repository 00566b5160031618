import type { OfferPage, OfferPageDecision } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { readCompanyLook } from '../../company/company-records.ts';
import { readHeader } from '../../sales/offers/records/offer-records.ts';
import { readPublishedTerms, shownDecision } from '../../sales/offers/terms/shown-terms.ts';

type Header = Awaited<ReturnType<typeof readHeader>>;

/** Returns the decision on an offer. @throws 404 `not_found` */
export async function readPageDecision(db: CompanyQueries, id: string): Promise<OfferPageDecision> {
  const decision = shownDecision(await readHeader(db, id));
  if (decision === null) throw notFound();
  return decision;
}

/**
 * Returns an offer that its customer may see, without its lines. A link exists only for offers that have been published.
 *
 * @throws 404 `not_found`
 */
export async function readShownHeader(
  db: CompanyQueries,
  id: string,
): Promise<Header & { state: OfferPage['state']; publishedAt: string }> {
  const header = await readHeader(db, id);
  const { publishedAt, state } = header;
  if (publishedAt === null || state === 'DRAFT') throw notFound();
  return { ...header, publishedAt, state };
}

/**
 * Returns the offer as its customer sees it, with the terms that were kept, whatever has changed since.
 *
 * @throws 404 `not_found`
 */
export async function readOfferPage(db: CompanyQueries, id: string): Promise<OfferPage> {
  const header = await readShownHeader(db, id);
  const { publishedAt, state } = header;
  const { terms, kept } = await readPublishedTerms(db, header.id);
  const { version, revision, createdAt } = kept;
  return {
    ...terms,
    state,
    termsVersion: version,
    revision,
    revisedAt: createdAt,
    publishedAt,
    decision: shownDecision(header),
    company: { ...terms.company, ...(await readCompanyLook(db)) },
  };
}
