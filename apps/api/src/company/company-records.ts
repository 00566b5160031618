import type { Company } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { recordSelection } from '../kernel/records/record-selection.ts';
import { type CompanyLogo, logoOf } from './company-logo.ts';
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

export interface CompanyWithLogo {
  company: Company;
  logo: CompanyLogo | null;
}

export async function readCompanyWithLogo(db: CompanyQueries): Promise<CompanyWithLogo> {
  const { logo, ...company } = await companySelection
    .of(db.selectFrom('company'))
    .select('logo')
    .executeTakeFirstOrThrow(notFound);
  return { company, logo: storedLogo(logo) };
}

/** The fields of a company on offers and other documents for customers. */
const presented = [
  ...(['name', 'legalForm', 'address', 'phone', 'email', 'website', 'vatId', 'taxNumber'] as const),
  ...([
    'registerCourt',
    'registerNumber',
    'generalPartner',
    'managingDirectors',
    'iban',
    'bic',
    'bankName',
  ] as const),
];

/** The data of a company on offers and other documents, without its logo. */
export type CompanyPresentation = Pick<Company, (typeof presented)[number]>;

const presentation = preparedQuery((db) =>
  db.selectFrom('company').select(presented).$castTo<CompanyPresentation>(),
);

export async function readCompanyPresentation(db: CompanyQueries): Promise<CompanyPresentation> {
  const [company] = await presentation(db, {});
  if (!company) throw notFound();
  return company;
}

export async function readCompanyLogo(db: CompanyQueries): Promise<CompanyLogo | null> {
  const { logo } = await db.selectFrom('company').select('logo').executeTakeFirstOrThrow(notFound);
  return storedLogo(logo);
}

const look = preparedQuery((db) =>
  db.selectFrom('company').select(['logo', 'brandColor', 'imprintUrl', 'privacyUrl']),
);

/** Returns the look of customers' pages, with the logo in base64, and their links. */
export async function readCompanyLook(db: CompanyQueries) {
  const [company] = await look(db, {});
  if (!company) throw notFound();
  const logo = storedLogo(company.logo);
  return {
    ...company,
    logo: logo && { contentType: logo.contentType, content: logo.content.toString('base64') },
  };
}

function storedLogo(content: Buffer | null): CompanyLogo | null {
  return (content && logoOf(content)) ?? null;
}

export const memberSelection = recordSelection('member', 'Member', {
  name: () => sql<string>`first_name || ' ' || last_name`,
  siteIds: memberSiteIds,
});

export const siteSelection = recordSelection('site', 'Site', {});
