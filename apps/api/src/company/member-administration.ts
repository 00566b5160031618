import type { Member, MemberRole } from '@pv-planning/contract';
import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { compareIds, isRecordId, uuidOrNone } from '../kernel/identifiers/record-id.ts';
import { changeTime, dbNow } from '../kernel/records/change-time.ts';
import { changedFields } from '../kernel/records/changed-fields.ts';
import { AdministrationError } from './administration-error.ts';
import { requireCompany } from './company-administration.ts';
import { memberSelection } from './company-records.ts';
import { inTransaction } from './in-transaction.ts';
import { memberSiteIds } from './member-sites.ts';
import type { RecordPatch } from './record-patch.ts';

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
  updateMember(member: { companyId: string; id: string }, patch: RecordPatch<'Member'>): Promise<Member>;
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
        await addSites(withinCompany(transaction, companyId), id, siteIds);
        return { id };
      });
    },

    updateMember({ companyId, id: enteredId }, patch) {
      return inTransaction(kysely, async (transaction) => {
        await requireCompany(transaction, companyId, 'lock');
        const db = withinCompany(transaction, companyId);
        const memberById = memberSelection
          .of(db.selectFrom('member'))
          .where('id', '=', uuidOrNone(enteredId));
        const found = await memberById.select(dbNow.as('clock')).executeTakeFirst();
        if (!found)
          throw new AdministrationError(
            'member_not_found',
            `Company ${companyId} has no member ${enteredId}.`,
          );
        await requireSites(transaction, companyId, patch.siteIds ?? []);
        const { clock, ...before } = found;
        const { id } = before;
        const siteIds = patch.siteIds && [...new Set(patch.siteIds)].sort(compareIds);
        const changes = changedFields(before, { ...patch, siteIds });
        if (!changes) return before;
        const { siteIds: newSiteIds, ...fields } = changes;
        if (newSiteIds) {
          await db.deleteFrom('memberSite').where('memberId', '=', id).execute();
          await addSites(db, id, newSiteIds);
        }
        await db
          .updateTable('member')
          .set({ ...fields, updatedAt: changeTime(clock, before.updatedAt) })
          .where('id', '=', id)
          .execute();
        return memberById.executeTakeFirstOrThrow();
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

/** Returns the id of a member as it is stored. @throws {AdministrationError} if the company has no such member */
export async function requireMember(
  db: CompanyQueries,
  companyId: string,
  memberId: string,
): Promise<string> {
  const members = db.selectFrom('member').select('id').where('id', '=', uuidOrNone(memberId));
  const found = await members.executeTakeFirst();
  if (found) return found.id;
  throw new AdministrationError('member_not_found', `Company ${companyId} has no member ${memberId}.`);
}

async function addSites(db: CompanyQueries, memberId: string, siteIds: readonly string[]): Promise<void> {
  const memberSites = [...new Set(siteIds)].map((siteId) => ({ memberId, siteId }));
  if (memberSites.length > 0) await db.insertInto('memberSite').values(memberSites).execute();
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
