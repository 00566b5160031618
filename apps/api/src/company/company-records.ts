import type { Company, Member, Site } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import type { SelectQueryBuilder } from 'kysely';
import { memberSiteIds } from './member-sites.ts';

const companyColumns = [
  'companyId as id',
  'name',
  'legalForm',
  'address',
  'phone',
  'email',
  'website',
  'vatId',
  'taxNumber',
  'registerCourt',
  'registerNumber',
  'managingDirectors',
  'iban',
  'bic',
  'bankName',
  'logoUrl',
  'defaultVatRate',
  'defaultOfferValidityDays',
  'designTempMin',
  'designTempMax',
  'createdAt',
  'updatedAt',
] as const;

/** The same for every company. */
const germany = { currency: 'EUR', timeZone: 'Europe/Berlin' } as const;

export async function readCompany(db: CompanyQueries): Promise<Company> {
  const company = await db
    .selectFrom('company')
    .select(companyColumns)
    .$castTo<Omit<Company, keyof typeof germany>>()
    .executeTakeFirstOrThrow(notFound);
  return { ...company, ...germany };
}

export const siteColumns = [
  'id',
  'name',
  'address',
  'geo',
  'phone',
  'email',
  'isDefault',
  'active',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Site)[];

const memberColumns = [
  'id',
  'firstName',
  'lastName',
  'email',
  'phone',
  'role',
  'active',
  'avatarUrl',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Member)[];

/** What a member holds, except the display name. */
export function members(query: SelectQueryBuilder<CompanyTables, 'member', object>) {
  return query.select(memberColumns).select(memberSiteIds).$castTo<Omit<Member, 'name'>>();
}

export function wholeMember(member: Omit<Member, 'name'>): Member {
  return { ...member, name: `${member.firstName} ${member.lastName}` };
}
