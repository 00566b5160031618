import { hash } from 'node:crypto';
import type { OfferPage } from '@pv-planning/contract/pages';

type NotTerms = 'name' | 'state' | 'termsVersion' | 'publishedAt' | 'decision';

/** What a customer decides on: the offer as its page shows it, without what can change later (the name) and without the logo. */
export type OfferTerms = Omit<OfferPage, NotTerms | 'company'> & {
  company: Omit<OfferPage['company'], 'logo'>;
};

/** The form of stored terms. Increases when the form changes; `termsIn` then also converts the former ones. */
const formatVersion = 1;

/** The text of terms, which is stored as evidence, and its SHA-256. Whoever has read the terms decides on this version. */
export interface TermsDocument {
  text: string;
  version: string;
}

export function termsDocument(terms: OfferTerms): TermsDocument {
  const text = JSON.stringify({ formatVersion, ...terms });
  return { text, version: hash('sha256', text, 'base64url') };
}

/** Returns the terms in a stored text. */
export function termsIn(text: string): OfferTerms {
  const { formatVersion: _, ...terms } = JSON.parse(text) as { formatVersion: 1 } & OfferTerms;
  return terms;
}
