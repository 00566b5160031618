import { type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { readOffer } from '../../src/sales/offers/records/offer-records.ts';
import { keepTerms } from '../../src/sales/offers/terms/kept-terms.ts';
import { readTerms } from '../../src/sales/offers/terms/read-terms.ts';

/**
 * Keeps the terms of an offer that was stored as a published one, as publishing does.
 *
 * @param recipient name of the customer, if it was misspelt
 */
export async function keepStoredTerms(
  kysely: Kysely<Tables>,
  companyId: string,
  id: string,
  recipient?: string,
): Promise<void> {
  const db = withinCompany(kysely, companyId);
  const { header, lines } = await readOffer(db, id);
  const terms = await readTerms(db, { urlOf: () => null }, header, lines);
  const kept = { ...terms, customer: { ...terms.customer, name: recipient ?? terms.customer.name } };
  await keepTerms(db, header, kept, header.publishedAt ?? header.createdAt);
}
