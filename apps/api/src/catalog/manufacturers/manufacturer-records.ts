import type { Manufacturer, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containing } from '../../kernel/lists/text-search.ts';
import { recordBatches } from '../../kernel/records/record-batches.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { recordTable } from '../../kernel/records/record-table.ts';
import { converted } from '../../kernel/records/stored-values.ts';
import { folded } from '../../kernel/sql/folded-text.ts';
import { unnested } from '../../kernel/sql/unnested-rows.ts';
import type { UniqueField } from '../../kernel/upserts/upsert-rules.ts';

const selection = recordSelection('manufacturer', 'Manufacturer', {
  materialCount: ({ selectFrom }) =>
    selectFrom('material')
      .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
      .whereRef('material.manufacturerId', '=', 'manufacturer.id')
      .$asScalar(),
});

export const manufacturerBatches = recordBatches(selection);

export const manufacturers = recordTable(
  selection,
  { materialCount: 0 },
  {
    inUse: 'manufacturer_in_use',
    collisions: { name: ({ name }) => sql`lower(name) = ${folded(String(name))}` },
  },
);

/** Names are unique regardless of their case. The database folds it, because that depends on its collation. */
export const manufacturerNames: UniqueField = {
  async keysOf(db, names) {
    const given = unnested(
      'given',
      { index: 'integer', name: 'text' },
      names.map((name, index) => ({ name, index })),
    );
    const keys = await db
      .selectFrom(given)
      .select(folded(sql.ref<string>('given.name')).as('key'))
      .orderBy('given.index')
      .execute();
    return keys.map(({ key }) => key);
  },
  holders: (db, keys) => manufacturerBatches.holders(db, sql<string>`lower(name)`, keys),
};

const manufacturerPages = pagesOf((db, filters: SingleValues<Query<'listManufacturers'>>) => {
  const { externalId, q } = filters;
  let matches = db.selectFrom('manufacturer');
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  return { matches, items: selection.of(matches) };
});

export function listedManufacturers(
  db: CompanyQueries,
  query: Query<'listManufacturers'>,
  page: Page,
): Promise<ListPage<Manufacturer>> {
  return manufacturerPages(db, converted(query, { q: containing }), page);
}
