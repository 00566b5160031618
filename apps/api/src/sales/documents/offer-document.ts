import type { Document } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { offerDocument, type PrintedOffer } from '@pv-planning/documents';
import { legalName } from '@pv-planning/mail';
import { base64Text } from '@pv-planning/server-kit';
import { readCompanyLogo } from '../../company/company-records.ts';
import type { CompanyLinks } from '../../kernel/links/links.ts';
import type { OfferHeader } from '../offers/records/offer-header.ts';
import { readShownTerms, shownDecision } from '../offers/terms/shown-terms.ts';
import { renderDocument } from './render-document.ts';

/** Reads what is printed of an offer. */
export async function readPrintedOffer(
  db: CompanyQueries,
  links: Pick<CompanyLinks, 'urlOf'>,
  header: OfferHeader,
): Promise<PrintedOffer> {
  const { terms, kept } = await readShownTerms(db, links, header);
  return {
    terms: { ...terms, company: { ...terms.company, name: legalName(terms.company) } },
    kept,
    time: kept?.createdAt ?? header.updatedAt,
    decision: shownDecision(header),
    logo: await readCompanyLogo(db),
  };
}

/** Renders the letter of an offer. The caller must not hold a connection meanwhile. */
export async function renderOffer(
  offer: PrintedOffer,
  signal: AbortSignal,
): Promise<{ fileName: string; pdf: Buffer }> {
  const pdf = await renderDocument(await offerDocument(offer), signal);
  return { fileName: `Angebot-${offer.terms.number}.pdf`, pdf };
}

/** Prints an offer for a response, as `renderOffer` does. */
export async function printOffer(offer: PrintedOffer, signal: AbortSignal): Promise<Document> {
  const { fileName, pdf } = await renderOffer(offer, signal);
  return { fileName, contentType: 'application/pdf', content: base64Text(pdf) };
}
