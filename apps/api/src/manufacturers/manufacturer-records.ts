import type { Manufacturer, ManufacturerCreate, Query } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import type { ExpressionBuilder } from 'kysely';
import { type ListEnvelope, pagesOf } from '../records/pages.ts';
import { recordTable } from '../records/record-table.ts';
import { converted, utc } from '../records/stored-values.ts';
import { containing } from '../records/text-search.ts';

const columns = [
  'id',
  'name',
  'shortName',
  'website',
  'supportEmail',
  'supportPhone',
  'country',
  'materialTypes',
  'logoUrl',
  'externalId',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Manufacturer)[];

function materialCount({ selectFrom }: ExpressionBuilder<CompanyTables, 'manufacturer'>) {
  return selectFrom('material')
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('materialCount'))
    .whereRef('material.manufacturerId', '=', 'manufacturer.id')
    .as('materialCount');
}

const selection = (builder: ExpressionBuilder<CompanyTables, 'manufacturer'>) => [
  ...columns,
  materialCount(builder),
];

export const manufacturers = recordTable<Manufacturer, ManufacturerCreate>('manufacturer', selection, {
  inUse: 'manufacturer_in_use',
});

const manufacturerPages = pagesOf((db, filters: Query<'listManufacturers'>) => {
  const { externalId, q, updatedFrom } = filters;
  let matches = db.selectFrom('manufacturer');
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  if (updatedFrom !== undefined) matches = matches.where('updatedAt', '>=', updatedFrom);
  return { matches, items: matches.select(selection).$castTo<Manufacturer>() };
});

export function listedManufacturers(
  db: CompanyQueries,
  query: Query<'listManufacturers'>,
  page: Page,
): Promise<ListEnvelope<Manufacturer>> {
  return manufacturerPages(db, converted(query, { q: containing, updatedFrom: utc }), page);
}
