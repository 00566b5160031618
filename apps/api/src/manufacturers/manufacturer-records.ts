import type { Manufacturer, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { type ListPage, pagesOf } from '../lists/list-pages.ts';
import { containing } from '../lists/text-search.ts';
import { recordSelection } from '../records/record-selection.ts';
import { recordTable } from '../records/record-table.ts';
import { converted } from '../records/stored-values.ts';
import { folded } from '../sql/folded-text.ts';

const selection = recordSelection('manufacturer', 'Manufacturer', {
  materialCount: ({ selectFrom }) =>
    selectFrom('material')
      .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
      .whereRef('material.manufacturerId', '=', 'manufacturer.id')
      .$asScalar(),
});

export const manufacturers = recordTable(
  selection,
  { materialCount: 0 },
  {
    inUse: 'manufacturer_in_use',
    collisions: { name: ({ name }) => sql`lower(name) = ${folded(String(name))}` },
  },
);

const manufacturerPages = pagesOf((db, filters: Query<'listManufacturers'>) => {
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
