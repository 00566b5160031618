import { hash } from 'node:crypto';
import type { OfferPage } from '@pv-planning/contract/pages';
import { declarations } from './declarations.ts';
import { withGrossPrices } from './gross-prices.ts';

type NotTerms = 'state' | 'termsVersion' | 'revision' | 'revisedAt' | 'publishedAt' | 'decision';

type Look = 'logo' | 'brandColor' | 'imprintUrl' | 'privacyUrl';

/** The terms of an offer: the offer as its page shows it, without its state and the look of the page. */
export type OfferTerms = Omit<OfferPage, NotTerms | 'company'> & {
  company: Omit<OfferPage['company'], Look>;
};

/** The form of stored terms. Increases when the form changes; `termsIn` then also converts the former ones. */
const formatVersion = 7;

/** The text of terms, which is stored as evidence, and its SHA-256. A decision names this version. */
export interface TermsDocument {
  text: string;
  version: string;
}

export function termsDocument(terms: OfferTerms): TermsDocument {
  const text = JSON.stringify({ formatVersion, ...terms });
  return { text, version: hash('sha256', text, 'base64url') };
}

type Customer = OfferTerms['customer'];
type TermsRoof = OfferTerms['roofs'][number];
type TermsLine = OfferTerms['groups'][number]['lines'][number];

/** Terms of any form. */
type StoredTerms = Partial<Omit<OfferTerms, 'groups' | 'customer' | 'roofs'>> & {
  formatVersion: number;
  groups: readonly { group: OfferTerms['groups'][number]['group']; lines: readonly Partial<TermsLine>[] }[];
  customer: Partial<Customer>;
  roofs: readonly (Omit<TermsRoof, 'obstacles'> & Partial<Pick<TermsRoof, 'obstacles'>>)[];
};

/** Adds the fields that lines lack in former forms. */
function completeLine(line: Partial<TermsLine>): TermsLine {
  const added = { roofName: null, warrantyYears: null, performanceWarrantyYears: null };
  return { ...added, moduleCount: null, capacityKwh: null, ...line } as TermsLine;
}

/** Fields that customers lack in former forms. Their type had no effect then. */
const formerCustomer = {
  customerNumber: null,
  type: 'COMPANY',
  salutation: null,
  title: null,
  lastName: null,
  contactName: null,
} as const;

/** Fields that companies lack in former forms. */
const formerCompany = { generalPartner: null };

/** Fields that terms lack in former forms. */
const formerTerms = {
  name: null,
  contact: null,
  installationAddress: null,
  consumerTexts: null,
  yieldKwh: null,
  selfConsumptionPercent: null,
  autarkyPercent: null,
  yieldSource: null,
};

/** What texts for consumers did not have in former forms. */
const formerTexts = { earlyStart: null };

/** Returns the terms in a stored text. */
export function termsIn(text: string): OfferTerms {
  const { formatVersion: _, ...stored } = JSON.parse(text) as StoredTerms;
  const terms = { ...formerTerms, ...(stored as OfferTerms) };
  return {
    ...terms,
    consumerTexts: terms.consumerTexts && { ...formerTexts, ...terms.consumerTexts },
    declarations: stored.declarations ?? declarations(terms),
    customer: { ...formerCustomer, ...terms.customer },
    roofs: terms.roofs.map((roof) => ({ ...roof, obstacles: roof.obstacles ?? [] })),
    company: { ...formerCompany, ...terms.company },
    groups: withGrossPrices(
      terms.groups.map(({ group, lines }) => ({ group, lines: lines.map(completeLine) })),
      terms.vatBreakdown ?? [],
    ),
  };
}
