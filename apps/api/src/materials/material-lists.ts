import type { Material, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { type SqlBool, sql } from 'kysely';
import { folded } from '../records/folded-text.ts';
import { type ListEnvelope, pagesOf } from '../records/pages.ts';
import { idOrNone } from '../records/record-id.ts';
import { converted, utc } from '../records/stored-values.ts';
import { containing } from '../records/text-search.ts';
import { materialSelection, wholeMaterial } from './material-records.ts';

type Filters = Query<'listMaterials'> & {
  /** Instead of `q`, when it is shorter than what the index is made of. */
  shortText?: string;
};

/** Letters in a row that the index of texts knows the rows of. */
const indexedLetters = 3;

/** Either number, as its index has it. */
function hasArticleNumber(number: string) {
  const wanted = folded(number);
  return sql<SqlBool>`(${folded(sql.ref('articleNumber'))} = ${wanted}
    or ${folded(sql.ref('manufacturerArticleNumber'))} = ${wanted})`;
}

/** Row by row: to go through all of the index takes several times as long. */
function containsShortText(pattern: string) {
  return sql<SqlBool>`(search_text || '') like ${pattern}`;
}

const materialPages = pagesOf((db, filters: Filters) => {
  const { materialType, archived, manufacturerId, articleNumber, gtin } = filters;
  const { q, shortText, externalId, updatedFrom } = filters;
  let matches = db.selectFrom('material');
  if (materialType !== undefined) matches = matches.where('materialType', '=', materialType);
  if (archived !== undefined) matches = matches.where('archived', '=', archived);
  if (manufacturerId !== undefined) matches = matches.where('manufacturerId', '=', manufacturerId);
  if (articleNumber !== undefined) matches = matches.where(hasArticleNumber(articleNumber));
  if (gtin !== undefined) matches = matches.where('gtin', '=', gtin);
  if (q !== undefined) matches = matches.where('searchText', 'like', q);
  if (shortText !== undefined) matches = matches.where(containsShortText(shortText));
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (updatedFrom !== undefined) matches = matches.where('updatedAt', '>=', updatedFrom);
  return { matches, items: materialSelection.of(matches) };
});

/** A page of products: of all types, or of the one that is asked for. */
export async function listedMaterials(
  db: CompanyQueries,
  { q, ...query }: Query<'listMaterials'>,
  page: Page,
): Promise<ListEnvelope<Material>> {
  // In small letters, as the column: where PostgreSQL makes them so, it does it again for every row that it compares.
  const text = q && { [[...q].length < indexedLetters ? 'shortText' : 'q']: containing(q.toLowerCase()) };
  const filters = { ...converted(query, { manufacturerId: idOrNone, updatedFrom: utc }), ...text };
  const list = await materialPages(db, filters, page);
  return { ...list, data: list.data.map(wholeMaterial) };
}
