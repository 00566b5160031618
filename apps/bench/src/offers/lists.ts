import { type Searches, search } from '../catalog/search.ts';
import type { SearchCase } from '../catalog/search-cases.ts';
import { withRecords } from '../catalog/stage.ts';
import type { OfferListsEffort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { insertOffersOfCompanies } from './list-dataset.ts';

const path = (parameters: Record<string, string>) =>
  `/v1/offers?${new URLSearchParams({ limit: '50', ...parameters })}`;

const cases: readonly SearchCase[] = [
  { name: 'the newest of all', paths: [path({})] },
  { name: 'those published', paths: [path({ state: 'PUBLISHED' }), path({ state: 'ACCEPTED' })] },
  { name: 'drafts by price', paths: [path({ state: 'DRAFT', sort: 'offerPrice.desc' })] },
  { name: 'a word in the name', paths: ['scheune', 'carport', 'halle'].map((q) => path({ q })) },
];

/** Measures lists of the offers of one company: page, filter and total. */
export function lists({ offers, bursts }: OfferListsEffort): Promise<Figure[]> {
  const searches: Searches = {
    table: 'offer',
    cases,
    name: ({ name }) => `offers: list ${name} among ${offers.toLocaleString('en')}`,
    minRatio: 0.8,
  };
  return withRecords(
    (databaseUrl) => insertOffersOfCompanies(databaseUrl, offers),
    (stage) => search(stage, searches, bursts),
  );
}
