import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { search } from './search.ts';
import { withCatalog } from './stage.ts';

/** What it costs to find products in a large catalog. */
export function catalogBench({ catalog }: Effort): Promise<Figure[]> {
  return withCatalog(catalog.products, (stage) => search(stage, catalog.searches));
}
