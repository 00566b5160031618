import type { Query, Service, ServiceCreate } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Page } from '@pv-planning/server-kit';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containing } from '../../kernel/lists/text-search.ts';
import { recordBatches } from '../../kernel/records/record-batches.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { recordTable } from '../../kernel/records/record-table.ts';
import { converted } from '../../kernel/records/stored-values.ts';

const selection = recordSelection('service', 'Service', {});

/** Whether a service has the standard rate. The installation of a PV system is zero-rated (§ 12 (3) UStG), its maintenance is not. */
export function isStandardRatedService({ category }: Pick<ServiceCreate, 'category'>): boolean {
  return category === 'MAINTENANCE';
}

/** Returns the columns of a new service. */
export function newService(body: ServiceCreate) {
  const vatRate = isStandardRatedService(body) ? 19 : 0;
  return { category: 'OTHER', unit: 'FLAT', purchasePrice: 0, vatRate, ...body } as const;
}

export const serviceBatches = recordBatches(selection);

export const services = recordTable(selection, {}, { inUse: 'service_in_use' });

const servicePages = pagesOf((db, filters: SingleValues<Query<'listServices'>>) => {
  const { archived, category, externalId, q } = filters;
  let matches = db.selectFrom('service');
  if (archived !== undefined) matches = matches.where('archived', '=', archived);
  if (category !== undefined) matches = matches.where('category', '=', category);
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  return { matches, items: selection.of(matches) };
});

export function listedServices(
  db: CompanyQueries,
  query: Query<'listServices'>,
  page: Page,
): Promise<ListPage<Service>> {
  return servicePages(db, converted(query, { q: containing }), page);
}
