import { hash } from 'node:crypto';
import type { OfferPage } from '@pv-planning/contract/pages';

type NotTerms = 'name' | 'state' | 'termsVersion' | 'publishedAt' | 'decision';

/** What a customer decides on: the offer as its page shows it, without what can change later (the name) and without the logo. */
export type OfferTerms = Omit<OfferPage, NotTerms | 'company'> & {
  company: Omit<OfferPage['company'], 'logo'>;
};

/** The form of stored terms. Increases when the form changes; `termsIn` then also converts the former ones. */
const formatVersion = 4;

/** The text of terms, which is stored as evidence, and its SHA-256. Whoever has read the terms decides on this version. */
export interface TermsDocument {
  text: string;
  version: string;
}

export function termsDocument(terms: OfferTerms): TermsDocument {
  const text = JSON.stringify({ formatVersion, ...terms });
  return { text, version: hash('sha256', text, 'base64url') };
}

type TermsLine = OfferTerms['groups'][number]['lines'][number];

/** Terms of any form. */
type StoredTerms = Omit<OfferTerms, 'groups' | 'customer' | 'installationAddress' | 'roofs'> & {
  formatVersion: number;
  groups: readonly { group: OfferTerms['groups'][number]['group']; lines: readonly Partial<TermsLine>[] }[];
  customer: Omit<OfferTerms['customer'], 'contactName'>;
  roofs: readonly Omit<OfferTerms['roofs'][number], 'obstacles'>[];
};

/** Adds what lines did not have in the first form. */
function completeLine(line: Partial<TermsLine>): TermsLine {
  return { moduleCount: null, capacityKwh: null, ...line } as TermsLine;
}

/** Returns the terms in a stored text. */
export function termsIn(text: string): OfferTerms {
  const { formatVersion: _, ...terms } = JSON.parse(text) as StoredTerms;
  return {
    // The first two forms had neither.
    installationAddress: null,
    ...terms,
    customer: { contactName: null, ...terms.customer },
    // The first three forms had none.
    roofs: terms.roofs.map((roof) => ({ obstacles: [], ...roof })),
    groups: terms.groups.map(({ group, lines }) => ({ group, lines: lines.map(completeLine) })),
  };
}
