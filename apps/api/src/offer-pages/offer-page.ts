import type { OfferPage, OfferPageDecision } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { readShownLogo } from '../company/company-records.ts';
import { readLines } from '../offers/lines/read-lines.ts';
import { readDecidedTerms } from '../offers/records/offer-evidence.ts';
import type { OfferHeader } from '../offers/records/offer-header.ts';
import { readHeader } from '../offers/records/offer-records.ts';
import { termsDocument, termsIn } from '../offers/terms/offer-terms.ts';
import { readTerms } from '../offers/terms/read-terms.ts';

function shownDecision({
  acceptedAt,
  declinedAt,
  declineReason,
  storedDecision,
  withdrawal,
}: OfferHeader): OfferPage['decision'] {
  const decidedAt = acceptedAt ?? declinedAt;
  if (decidedAt === null) return null;
  return {
    state: acceptedAt === null ? 'DECLINED' : 'ACCEPTED',
    decidedAt,
    name: storedDecision?.name ?? null,
    reason: declineReason,
    termsVersion: storedDecision?.termsVersion ?? null,
    withdrawnAt: withdrawal?.withdrawnAt ?? null,
  };
}

/** Returns what was decided on an offer. @throws 404 `not_found` */
export async function readPageDecision(db: CompanyQueries, id: string): Promise<OfferPageDecision> {
  const decision = shownDecision(await readHeader(db, id));
  if (decision === null) throw notFound();
  return decision;
}

/**
 * Returns the offer as its customer sees it: a decided one with the terms that were decided on, whatever has changed since.
 *
 * @throws 404 `not_found`
 */
export async function readOfferPage(db: CompanyQueries, id: string): Promise<OfferPage> {
  const header = await readHeader(db, id);
  const { name, publishedAt, state } = header;
  // A link exists only for offers that have been published.
  if (publishedAt === null || state === 'DRAFT') throw notFound();
  const decidedTerms = await readDecidedTerms(db, id);
  const terms = decidedTerms ? termsIn(decidedTerms) : await readTerms(db, header, await readLines(db, id));
  return {
    ...terms,
    name,
    state,
    termsVersion: header.storedDecision?.termsVersion ?? termsDocument(terms).version,
    publishedAt,
    decision: shownDecision(header),
    company: { ...terms.company, logo: await readShownLogo(db) },
  };
}
