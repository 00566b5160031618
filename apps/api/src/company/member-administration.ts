import type { MemberRole } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isRecordId } from '../identifiers/record-id.ts';
import { AdministrationError } from './administration-error.ts';
import { requireCompany } from './company-administration.ts';
import { inTransaction } from './in-transaction.ts';
import { memberSiteIds } from './member-sites.ts';

export interface MemberSummary {
  /** UUIDv7. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  siteIds: string[];
  active: boolean;
}

export interface MemberAdministration {
  createMember(member: {
    companyId: string;
    firstName: string;
    lastName: string;
    email: string;
    role: MemberRole;
    siteIds: readonly string[];
  }): Promise<{ id: string }>;
  listMembers(companyId: string): Promise<MemberSummary[]>;
}

export function memberAdministration(kysely: Kysely<Tables>): MemberAdministration {
  return {
    async createMember({ companyId, siteIds, ...member }) {
      await requireCompany(kysely, companyId);
      return inTransaction(kysely, async (transaction) => {
        await requireSites(transaction, companyId, siteIds);
        const id = uuidv7();
        await transaction
          .insertInto('member')
          .values({ companyId, id, ...member })
          .execute();
        const memberSites = [...new Set(siteIds)].map((siteId) => ({ companyId, memberId: id, siteId }));
        if (memberSites.length > 0) await transaction.insertInto('memberSite').values(memberSites).execute();
        return { id };
      });
    },

    async listMembers(companyId) {
      return kysely
        .selectFrom('member')
        .select(['id', 'firstName', 'lastName', 'email', 'role', 'active'])
        .select((builder) => memberSiteIds(builder).as('siteIds'))
        .where('companyId', '=', await requireCompany(kysely, companyId))
        .orderBy('lastName')
        .orderBy('id')
        .execute();
    },
  };
}

async function requireSites(
  kysely: Kysely<Tables>,
  companyId: string,
  siteIds: readonly string[],
): Promise<void> {
  const possible = siteIds.filter(isRecordId);
  const found = possible.length
    ? await kysely
        .selectFrom('site')
        .select('id')
        .where('companyId', '=', companyId)
        .where('id', 'in', possible)
        .execute()
    : [];
  const missing = siteIds.filter((siteId) => !found.some(({ id }) => id === siteId));
  if (missing.length > 0) {
    throw new AdministrationError(
      'site_not_found',
      `Company ${companyId} has no site ${missing.join(', ')}.`,
    );
  }
}
