import type { Effort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { imports } from './imports.ts';
import { latePage } from './late-page.ts';
import { type Searches, search } from './search.ts';
import { searchCases } from './search-cases.ts';
import { type CatalogStage, withCatalog } from './stage.ts';

const searchesOf = ({ products }: CatalogStage): Searches => ({
  table: 'material',
  cases: searchCases(products),
  name: ({ name }) => `catalog: search for ${name} among ${products.toLocaleString('en')}`,
});

/** Measures searches in a large catalog, paging through it, and imports of price lists. */
export function catalogBench({ catalog }: Effort): Promise<Figure[]> {
  return withCatalog(catalog.products, async (stage) => [
    ...(await search(stage, searchesOf(stage), catalog.searches)),
    await latePage(stage, catalog.searches),
    ...(await imports(stage, catalog.imports)),
  ]);
}
