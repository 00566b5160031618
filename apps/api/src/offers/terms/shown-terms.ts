import type { OfferPage } from '@pv-planning/contract/pages';
import type { CompanyQueries } from '@pv-planning/database';
import { readLines } from '../lines/line-records.ts';
import { readDecidedTerms } from '../records/offer-evidence.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { type OfferTerms, termsIn } from './offer-terms.ts';
import { readTerms } from './read-terms.ts';

/** Returns the terms of an offer: of a decided one those that were decided on, whatever has changed since. */
export async function readShownTerms(db: CompanyQueries, header: OfferHeader): Promise<OfferTerms> {
  const decided = await readDecidedTerms(db, header.id);
  return decided ? termsIn(decided) : readTerms(db, header, await readLines(db, header.id));
}

/** Returns what was decided on an offer, as its customer sees it. */
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
    withdrawnAt: withdrawal?.withdrawnAt ?? null,
  };
}
