import { type CompanyQueries, type Tables, withinCompany } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { AdministrationError } from '../../company/administration-error.ts';
import { requireCompany } from '../../company/company-administration.ts';
import { inTransaction } from '../../company/in-transaction.ts';
import { requireMember } from '../../company/member-administration.ts';
import { idOrNone } from '../../kernel/identifiers/record-id.ts';

export const absenceKinds = ['VACATION', 'SICK', 'EXTERNAL'] as const;

/** Time in which a planner takes no appointments. */
export interface Absence {
  id: string;
  plannerId: string;
  kind: string;
  startsAt: string;
  endsAt: string;
}

export type NewAbsence = Omit<Absence, 'id'>;

export interface AbsenceAdministration {
  /** Adds all of them, or none. */
  addAbsences(companyId: string, absences: readonly NewAbsence[]): Promise<Absence[]>;
  /** @param memberId only absences of this member */
  listAbsences(companyId: string, memberId?: string): Promise<Absence[]>;
  removeAbsence(companyId: string, id: string): Promise<Absence>;
}

const fields = ['id', 'memberId as plannerId', 'kind', 'startsAt', 'endsAt'] as const;

export function absenceAdministration(kysely: Kysely<Tables>): AbsenceAdministration {
  const within = async (companyId: string): Promise<CompanyQueries> =>
    withinCompany(kysely, await requireCompany(kysely, companyId));
  return {
    addAbsences(companyId, absences) {
      return inTransaction(kysely, async (transaction) => {
        const db = withinCompany(transaction, await requireCompany(transaction, companyId));
        const added: Absence[] = [];
        for (const absence of absences) added.push(await addAbsence(db, companyId, absence));
        return added;
      });
    },

    async listAbsences(companyId, memberId) {
      const db = await within(companyId);
      const absences = db.selectFrom('absence').select(fields).orderBy('startsAt').orderBy('id');
      if (memberId === undefined) return absences.execute();
      return absences.where('memberId', '=', await requireMember(db, companyId, memberId)).execute();
    },

    async removeAbsence(companyId, id) {
      const db = await within(companyId);
      const [removed] = await db
        .deleteFrom('absence')
        .where('id', '=', idOrNone(id))
        .returning(fields)
        .execute();
      if (removed) return removed;
      throw new AdministrationError('absence_not_found', `Company ${companyId} has no absence ${id}.`);
    },
  };
}

async function addAbsence(
  db: CompanyQueries,
  companyId: string,
  { plannerId, kind, startsAt, endsAt }: NewAbsence,
): Promise<Absence> {
  if (Date.parse(endsAt) <= Date.parse(startsAt))
    throw new AdministrationError(
      'invalid_fields',
      `The absence from ${startsAt} to ${endsAt} must end after it starts.`,
    );
  const memberId = await requireMember(db, companyId, plannerId);
  return db
    .insertInto('absence')
    .values({ memberId, kind, startsAt, endsAt })
    .returning(fields)
    .executeTakeFirstOrThrow();
}
