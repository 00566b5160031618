import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { imports } from './imports.ts';
import { latePage } from './late-page.ts';
import { search } from './search.ts';
import { withCatalog } from './stage.ts';

/** Measures searches in a large catalog, paging through it and imports of price lists into it. */
export function catalogBench({ catalog }: Effort): Promise<Figure[]> {
  return withCatalog(catalog.products, async (stage) => [
    ...(await search(stage, catalog.searches)),
    await latePage(stage, catalog.searches),
    ...(await imports(stage, catalog.imports)),
  ]);
}
