import type { OfferPage } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import type { CompanyLinks } from '../../../kernel/links/links.ts';
import { readLines } from '../lines/line-records.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { type KeptTerms, readKeptTerms } from './kept-terms.ts';
import { type OfferTerms, termsIn } from './offer-terms.ts';
import { readTerms } from './read-terms.ts';

/** The terms that a letter shows. */
export interface ShownTerms {
  terms: OfferTerms;
  /** Null for a draft, whose terms change with it. */
  kept: KeptTerms | null;
}

/** Returns the terms that were kept of a published offer, whatever has changed since. */
export async function readPublishedTerms(
  db: CompanyQueries,
  offerId: string,
): Promise<{ terms: OfferTerms; kept: KeptTerms }> {
  const kept = await readKeptTerms(db, offerId);
  return { terms: termsIn(kept.text), kept };
}

/** Returns the terms of an offer: of a published one, those that were kept. */
export async function readShownTerms(
  db: CompanyQueries,
  links: Pick<CompanyLinks, 'urlOf'>,
  header: OfferHeader,
): Promise<ShownTerms> {
  if (header.state === 'DRAFT')
    return { terms: await readTerms(db, links, header, await readLines(db, header.id)), kept: null };
  return readPublishedTerms(db, header.id);
}

/** Returns the decision on an offer, as its customer sees it. */
export function shownDecision({
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
    startBeforeWithdrawalEnds: storedDecision?.startBeforeWithdrawalEnds ?? false,
    withdrawnAt: withdrawal?.withdrawnAt ?? null,
  };
}
