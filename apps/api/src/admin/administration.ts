import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { type CompanyAdministration, companyAdministration } from './companies.ts';
import { type KeyAdministration, keyAdministration } from './keys.ts';
import { type MemberAdministration, memberAdministration } from './members.ts';
import { type SiteAdministration, siteAdministration } from './sites.ts';

export { AdministrationError } from './administration-error.ts';

/** What the planner's settings will do one day: companies, their API keys, members and sites. */
export interface Administration
  extends CompanyAdministration,
    KeyAdministration,
    MemberAdministration,
    SiteAdministration {}

/**
 * @param kysely may be a transaction: then everything is part of it
 * @throws {AdministrationError} from every method, in words for the operator
 */
export function administration(kysely: Kysely<Tables>): Administration {
  return {
    ...companyAdministration(kysely),
    ...keyAdministration(kysely),
    ...memberAdministration(kysely),
    ...siteAdministration(kysely),
  };
}
