import { articleNumberOf, seriesOf } from './products.ts';

/** Searches of one kind, run in rotation. */
export interface SearchCase {
  name: string;
  /** Paths including the query. */
  paths: string[];
}

/** Number of different article numbers and rare words to search for, and the distance between the products that contain them. */
const differentSearches = 101;
const stride = 787;

const path = (filter: string, text: string) => `/v1/materials?${new URLSearchParams({ [filter]: text })}`;

export function searchCases(products: number): SearchCase[] {
  const chosen = Array.from({ length: differentSearches }, (_, index) => 1 + ((index * stride) % products));
  const words = ['kabel', 'edelstahl', 'montage', 'schwarz', 'solar'];
  return [
    {
      name: 'an article number',
      paths: chosen.map((product) => path('articleNumber', articleNumberOf(product))),
    },
    { name: 'a rare word', paths: chosen.map((product) => path('q', seriesOf(product))) },
    { name: 'a common word', paths: words.map((word) => path('q', word)) },
    { name: 'two letters', paths: words.map((word) => path('q', word.slice(0, 2))) },
  ];
}
