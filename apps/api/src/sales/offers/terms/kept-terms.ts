import { isDeepStrictEqual } from 'node:util';
import type { CompanyQueries } from '@pv-planning/database';
import type { OfferHeader } from '../records/offer-header.ts';
import { type OfferTerms, type TermsDocument, termsDocument, termsIn } from './offer-terms.ts';

/** The terms of a published offer. All versions are kept as long as the offer. */
export interface KeptTerms extends TermsDocument {
  /** 1 as published. */
  revision: number;
  createdAt: string;
}

/** Returns the current version. After a decision, that is the version decided on. */
export function readKeptTerms(db: CompanyQueries, offerId: string): Promise<KeptTerms> {
  return db
    .selectFrom('offerTerms')
    .select(['revision', 'createdAt', 'version', 'text'])
    .where('offerId', '=', offerId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Keeps the terms of an offer that is being published. */
export async function keepTerms(
  db: CompanyQueries,
  { id: offerId }: Pick<OfferHeader, 'id'>,
  terms: OfferTerms,
  createdAt: string,
): Promise<void> {
  await db
    .insertInto('offerTerms')
    .values({ offerId, revision: 1, createdAt, ...termsDocument(terms) })
    .execute();
}

/**
 * Makes a new version of the terms of a locked published offer, unless they are the same.
 *
 * @returns whether they differ
 */
export async function reviseTerms(
  db: CompanyQueries,
  { id: offerId }: Pick<OfferHeader, 'id'>,
  changes: Partial<OfferTerms>,
  createdAt: string,
): Promise<boolean> {
  const { text, revision } = await readKeptTerms(db, offerId);
  const kept = termsIn(text);
  const revised = { ...kept, ...changes };
  if (isDeepStrictEqual(revised, kept)) return false;
  await db
    .insertInto('offerTerms')
    .values({ offerId, revision: revision + 1, createdAt, ...termsDocument(revised) })
    .execute();
  return true;
}
