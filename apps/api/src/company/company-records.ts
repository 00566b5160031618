import type { Company } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { recordSelection } from '../records/record-selection.ts';
import { memberSiteIds } from './member-sites.ts';

const companySelection = recordSelection('company', 'Company', {
  id: ({ ref }) => ref('companyId'),
  // The same for all companies.
  currency: () => sql<'EUR'>`'EUR'`,
  timeZone: () => sql<'Europe/Berlin'>`'Europe/Berlin'`,
});

export function readCompany(db: CompanyQueries): Promise<Company> {
  return companySelection.of(db.selectFrom('company')).executeTakeFirstOrThrow(notFound);
}

export const memberSelection = recordSelection('member', 'Member', {
  name: () => sql<string>`first_name || ' ' || last_name`,
  siteIds: memberSiteIds,
});

export const siteSelection = recordSelection('site', 'Site', {});
