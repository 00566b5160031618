import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import type { ApiKeys } from './authentication/api-key.ts';
import { type CompanyAdministration, companyAdministration } from './company-administration.ts';
import { type KeyAdministration, keyAdministration } from './key-administration.ts';
import { type MemberAdministration, memberAdministration } from './member-administration.ts';
import { type SiteAdministration, siteAdministration } from './site-administration.ts';

/** Manages companies, their API keys, members and sites. */
export interface Administration
  extends CompanyAdministration,
    KeyAdministration,
    MemberAdministration,
    SiteAdministration {}

/**
 * Every method can throw an {@link AdministrationError}.
 *
 * @param kysely if it is a transaction, all methods run in it
 */
export function administration(
  kysely: Kysely<Tables>,
  keys: Pick<ApiKeys, 'generate' | 'keyOf'>,
): Administration {
  return {
    ...companyAdministration(kysely),
    ...keyAdministration(kysely, keys),
    ...memberAdministration(kysely),
    ...siteAdministration(kysely),
  };
}
