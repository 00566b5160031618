import type { Document } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { offerDocument, type PrintedOffer } from '@pv-planning/documents';
import { legalName } from '@pv-planning/mail';
import { base64Text } from '@pv-planning/server-kit';
import { readCompanyLogo } from '../../company/company-records.ts';
import type { CompanyLinks } from '../../kernel/links/links.ts';
import type { OfferHeader } from '../offers/records/offer-header.ts';
import { readShownTerms, shownDecision } from '../offers/terms/shown-terms.ts';
import { keepLetter, type LetterKey, readKeptLetter } from './kept-letters.ts';
import { renderDocument } from './render-document.ts';

/** The letter of an offer. */
export interface Letter {
  offer: PrintedOffer;
  /** Null for a draft, whose letters are not kept. */
  key: LetterKey | null;
  /** The file, if it was printed before. */
  pdf: Buffer | null;
}

export interface LetterFile {
  fileName: string;
  pdf: Buffer;
}

/** Reads the letter of an offer. */
export async function readLetter(
  db: CompanyQueries,
  links: Pick<CompanyLinks, 'urlOf'>,
  header: OfferHeader,
): Promise<Letter> {
  const { terms, kept } = await readShownTerms(db, links, header);
  const decision = shownDecision(header);
  const offer = {
    terms: { ...terms, company: { ...terms.company, name: legalName(terms.company) } },
    kept,
    time: kept?.createdAt ?? header.updatedAt,
    decision,
    logo: await readCompanyLogo(db),
  };
  const state = decision?.withdrawnAt ? 'WITHDRAWN' : header.state;
  const key = kept && { offerId: header.id, revision: kept.revision, state };
  return { offer, key, pdf: key && (await readKeptLetter(db, key)) };
}

/** Renders a letter, unless it was printed before. The caller must not hold a connection meanwhile. */
export async function renderLetter({ offer, pdf }: Letter, signal: AbortSignal): Promise<LetterFile> {
  const fileName = `Angebot-${offer.terms.number}.pdf`;
  return { fileName, pdf: pdf ?? (await renderDocument(await offerDocument(offer), signal)) };
}

/** Keeps a rendered letter, and returns the file that is kept. */
export async function keepFile(
  db: CompanyQueries,
  { key, pdf: kept }: Letter,
  { fileName, pdf }: LetterFile,
): Promise<LetterFile> {
  return { fileName, pdf: kept || !key ? pdf : await keepLetter(db, key, pdf) };
}

/** Returns a letter for a response. */
export function shownFile({ fileName, pdf }: LetterFile): Document {
  return { fileName, contentType: 'application/pdf', content: base64Text(pdf) };
}
