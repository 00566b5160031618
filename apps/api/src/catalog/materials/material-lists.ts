import type { Material, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { type SqlBool, sql } from 'kysely';
import { idOrNone } from '../../kernel/identifiers/record-id.ts';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containsShortText, type LowercaseSearch, lowercaseSearch } from '../../kernel/lists/text-search.ts';
import { converted } from '../../kernel/records/stored-values.ts';
import { folded } from '../../kernel/sql/folded-text.ts';
import type { MaterialOf, MaterialType } from './material-kinds.ts';
import { completeMaterial, materialSelection } from './material-records.ts';

type Filters = SingleValues<Query<'listMaterials'>> & LowercaseSearch;

/** Matches either article number. Uses the same expressions as the indexes. */
function hasArticleNumber(number: string) {
  const wanted = folded(number);
  return sql<SqlBool>`(${folded(sql.ref('articleNumber'))} = ${wanted}
    or ${folded(sql.ref('manufacturerArticleNumber'))} = ${wanted})`;
}

const materialPages = pagesOf(
  (db, filters: Filters) => {
    const { materialType, archived, manufacturerId, articleNumber, gtin } = filters;
    const { q, shortText, externalId } = filters;
    let matches = db.selectFrom('material');
    if (materialType !== undefined) matches = matches.where('materialType', '=', materialType);
    if (archived !== undefined) matches = matches.where('archived', '=', archived);
    if (manufacturerId !== undefined) matches = matches.where('manufacturerId', '=', manufacturerId);
    if (articleNumber !== undefined) matches = matches.where(hasArticleNumber(articleNumber));
    if (gtin !== undefined) matches = matches.where('gtin', '=', gtin);
    if (q !== undefined) matches = matches.where('searchText', 'like', q);
    if (shortText !== undefined) matches = matches.where(containsShortText(shortText));
    if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
    return { matches, items: materialSelection.of(matches) };
  },
  { toItem: completeMaterial },
);

/** Returns a page of the products of one type. */
export function listedProducts<T extends MaterialType>(
  db: CompanyQueries,
  materialType: T,
  query: Omit<Query<'listMaterials'>, 'materialType'>,
  page: Page,
): Promise<ListPage<MaterialOf<T>>> {
  return listedMaterials(db, { ...query, materialType: [materialType] }, page) as Promise<
    ListPage<MaterialOf<T>>
  >;
}

/** Returns a page of products of all types, or of the requested one. */
export function listedMaterials(
  db: CompanyQueries,
  { q, ...query }: Query<'listMaterials'>,
  page: Page,
): Promise<ListPage<Material>> {
  const filters = { ...converted(query, { manufacturerId: idOrNone }), ...lowercaseSearch(q) };
  return materialPages(db, filters, page);
}
